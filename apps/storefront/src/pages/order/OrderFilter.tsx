import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../parts/Button.tsx'
import { paths } from '../../paths.ts'
import css from './order.module.css'
import { isFiltered, type OrdersView, viewValues } from './orders-query.ts'

/** Words and dates; the address bar holds what was asked, so that back and a bookmark find it again. */
export function OrderFilter({ view }: { view: OrdersView }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(view)
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    const [from, to] = draft.from && draft.to && draft.from > draft.to ? [draft.to, draft.from] : [draft.from, draft.to]
    void navigate(paths.orders(viewValues({ ...draft, from, to, keywords: draft.keywords.trim(), page: 1 })))
  }
  return (
    <form className={css.filter} aria-label="查找订单" onSubmit={ask}>
      <label className={css.words}>
        订单号或商品名称
        <input
          className="input"
          type="search"
          maxLength={60}
          value={draft.keywords}
          onChange={(event) => setDraft({ ...draft, keywords: event.target.value })}
        />
      </label>
      <label>
        下单日期，从
        <input className="input" type="date" value={draft.from} onChange={(event) => setDraft({ ...draft, from: event.target.value })} />
      </label>
      <label>
        到
        <input className="input" type="date" value={draft.to} onChange={(event) => setDraft({ ...draft, to: event.target.value })} />
      </label>
      <Button type="submit">查找</Button>
      {isFiltered(view) && (
        <ButtonLink kind="ghost" to={paths.orders(viewValues({ ...view, keywords: '', from: '', to: '', page: 1 }))}>
          清除条件
        </ButtonLink>
      )}
    </form>
  )
}
