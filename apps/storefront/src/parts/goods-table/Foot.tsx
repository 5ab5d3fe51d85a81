import { useSyncExternalStore } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { api } from '../../api/calls.ts'
import { paths } from '../../paths.ts'
import css from './table.module.css'
import { unitsInCart, type Worksheet } from './worksheet.ts'

const HINTS: readonly [keys: readonly string[], what: string][] = [
  [['↑', '↓'], '换行'],
  [['Enter'], '加入并到下一行'],
  [['Esc'], '撤回本行'],
  [['F'], '收藏'],
  [['/'], '搜索'],
]

/** The bar at the bottom: which keys do what, and what the morning's work adds up to. */
export function Foot({ sheet, goods }: { sheet: Worksheet; goods: readonly GoodsCardWire[] }) {
  const client = useApi()
  const { data: total } = useQuery({
    queryKey: ['cart', 'total'],
    queryFn: async ({ signal }) => (await client.ask(api.cartTotal, { signal })).data,
  })
  const count = () => goods.filter((one) => unitsInCart(one, sheet.row(one.id)) > 0).length
  const added = useSyncExternalStore(sheet.subscribe, count, count)
  return (
    <div className={css.foot}>
      {HINTS.map(([keys, what]) => (
        <span key={what} className={css.key}>
          {keys.map((key) => (
            <kbd key={key} className="kbd">
              {key}
            </kbd>
          ))}
          {what}
        </span>
      ))}
      <span className={css.grow} />
      <Said sheet={sheet} />
      <span className={css.count}>
        本页已加购 <b>{added}</b> 种
      </span>
      <span className={css.sum}>购物车合计 {total ? <Money yuan={total.total} size="lg" /> : <span className={css.waiting} />}</span>
      <ButtonLink kind="primary" to={paths.cart()}>
        去购物车
      </ButtonLink>
    </div>
  )
}

/** Read out after each answer; the eye finds it in the row. */
function Said({ sheet }: { sheet: Worksheet }) {
  const text = useSyncExternalStore(sheet.subscribe, sheet.said, sheet.said)
  return (
    <p className="said" aria-live="polite" data-said>
      {text}
    </p>
  )
}
