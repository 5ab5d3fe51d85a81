import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '../../api/queries.ts'
import { chosenValues, type ListQuery, narrowed, toggled } from '../list-query.ts'
import css from './Switches.module.css'
import type { Where } from './where.ts'

const FLAGS = [
  ['in_stock', '仅看有货'],
  ['can_buy', '仅看可购'],
  ['bought', '买过'],
  ['favorite', '收藏过'],
] as const

interface Props {
  query: ListQuery
  where: Where
  seesPrices: boolean
}

/** What only a buyer can ask: in stock, may buy, bought, favourite, near expiry. */
export function Switches({ query, where, seesPrices }: Props) {
  const navigate = useNavigate()
  const user = useUser()
  if (user === null) return null
  const flags = seesPrices ? FLAGS : FLAGS.filter(([key]) => key === 'bought' || key === 'favorite')
  const to = (next: ListQuery): void => void navigate(where.at(next), { preventScrollReset: true })
  return (
    <fieldset className={css.switches}>
      <legend className="said">只看</legend>
      {flags.map(([key, name]) => (
        <Switch key={key} name={name} on={chosenValues(query, key).length > 0} turn={() => to(toggled(query, key, '1', false))} />
      ))}
      {seesPrices && (
        <Switch
          name="近效期"
          on={query.expiry === 'near'}
          turn={() => to(narrowed(query, { expiry: query.expiry === 'near' ? undefined : 'near' }))}
        />
      )}
    </fieldset>
  )
}

/** The tick follows the click at once; the address, and with it the list, a moment later. */
function Switch({ name, on, turn }: { name: string; on: boolean; turn: () => void }) {
  const [ticked, setTicked] = useState(on)
  useEffect(() => setTicked(on), [on])
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={ticked}
        onChange={() => {
          setTicked(!ticked)
          turn()
        }}
      />
      {name}
    </label>
  )
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** From … to …, in 元; an end left empty is open. */
export function PriceRange({ query, where }: Omit<Props, 'seesPrices'>) {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [least, most] = ['price_min', 'price_max'].map((name) =>
      String(form.get(name) ?? '')
        .trim()
        .replace(/^[¥￥]/, ''),
    ) as [string, string]
    const bad =
      [least, most].some((text) => text !== '' && !AMOUNT.test(text)) || (least !== '' && most !== '' && Number(least) > Number(most))
    setWrong(bad)
    if (!bad)
      void navigate(where.at(narrowed(query, { price_min: least || undefined, price_max: most || undefined })), {
        preventScrollReset: true,
      })
  }
  return (
    <form className={css.range} key={`${query.price_min ?? ''}-${query.price_max ?? ''}`} onSubmit={submit}>
      <input
        className={wrong ? 'input input-bad' : 'input'}
        name="price_min"
        inputMode="decimal"
        maxLength={12}
        placeholder="¥ 最低"
        aria-label="最低价"
        aria-invalid={wrong}
        defaultValue={query.price_min}
      />
      <span aria-hidden="true">–</span>
      <input
        className={wrong ? 'input input-bad' : 'input'}
        name="price_max"
        inputMode="decimal"
        maxLength={12}
        placeholder="¥ 最高"
        aria-label="最高价"
        aria-invalid={wrong}
        defaultValue={query.price_max}
      />
      <button type="submit" className="btn btn-ghost">
        确定
      </button>
      <span role="status" className="said">
        {wrong ? '请填写正确的价格区间' : ''}
      </span>
    </form>
  )
}
