import type { GoodsCardWire } from '#contract/goods.ts'
import { useNow } from '#ui/now.ts'
import css from './GoodsFigures.module.css'
import { grouped, LOW_STOCK, leftUntil } from './goods-facts.ts'

type Goods = Pick<GoodsCardWire, 'expiry_date' | 'near_expiry' | 'number' | 'price'>

/** 有效期; near ones in amber, with what is left of them in words. */
export function ExpiryText({ goods }: { goods: Goods }) {
  const now = useNow()
  if (goods.expiry_date === null) return <span>效期 —</span>
  const near = goods.near_expiry === 1
  return (
    <span title={near ? `近效期，${leftUntil(goods.expiry_date, now)}` : undefined}>
      效期 <b className={near ? css.warn : css.figure}>{goods.expiry_date}</b>
    </span>
  )
}

export function StockText({ goods }: { goods: Goods }) {
  if (goods.number === null) return null
  if (goods.number <= 0) return <span className={css.figure}>暂无库存</span>
  if (goods.number < LOW_STOCK) return <b className={css.warn}>仅剩 {goods.number}</b>
  return (
    <span>
      库存 <b className={css.figure}>{grouped(goods.number)}</b>
    </span>
  )
}

/** 近效期 on the picture. */
export function NearMark({ goods }: { goods: Goods }) {
  const now = useNow()
  if (goods.near_expiry !== 1 || goods.expiry_date === null) return null
  return <span className="chip chip-warn">近效期 {leftUntil(goods.expiry_date, now)}</span>
}
