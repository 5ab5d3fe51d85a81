import { Link } from 'react-router'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import { fenFromYuan, subtract, times, yuan } from '#domain/money.ts'
import { moneyText } from '#ui/yuan.ts'
import { lineUnit } from '../../parts/cart/cart-data.ts'
import { freeShippingText } from '../../parts/free-shipping.ts'
import { paths } from '../../paths.ts'
import css from './cart.module.css'

/** What the bundles of a line save against their goods bought one by one, or cost more since one of these became cheaper. */
function bundleWorth({ price, raw_price: raw, number }: CartLineWire): string {
  const now = fenFromYuan(price ?? '')
  const singly = fenFromYuan(raw ?? '')
  if (now === null || singly === null || singly === now) return ''
  const difference = moneyText(yuan(times(singly > now ? subtract(singly, now) : subtract(now, singly), number)))
  return singly > now ? `比单买省 ${difference}` : `现在单买更便宜，可省 ${difference}`
}

/** What one bundle holds, and what it saves. */
export function BundleGoods({ line }: { line: CartLineWire }) {
  const worth = bundleWorth(line)
  return (
    <>
      <ul className={css.parts} aria-label={`${line.combination?.name ?? ''} 的商品`}>
        {line.combination?.goods.map(({ goods, number, price }) => (
          <li key={goods.id}>
            <Link to={paths.goods(goods.id)}>{goods.name}</Link> {goods.ypgg}
            <span>
              {price !== null && moneyText(price)} × {number} {goods.bzdw}
            </span>
          </li>
        ))}
      </ul>
      {worth && <p className={css.saving}>{worth}</p>}
    </>
  )
}

const AUTOMATIC = -1
const NONE = 0

/** Which full reduction the line takes part in, where there is a choice; a choice made stays to be taken back. */
export function FullReduction({ line, onChoose }: { line: CartLineWire; onChoose: (id: number) => void }) {
  if (line.manjians.length < 2 && line.manjian_choice === null) return null
  const chosen = line.manjian_choice ?? AUTOMATIC
  const gone = chosen > NONE && !line.manjians.some((one) => one.id === chosen)
  const best = line.manjians.find((one) => one.id === line.manjian_id)?.name
  return (
    <label className={css.reduceBy}>
      <span>满减</span>
      <select value={chosen} onChange={(event) => onChoose(Number(event.target.value))}>
        <option value={AUTOMATIC}>{chosen === AUTOMATIC && best ? `自动最优：${best}` : '自动最优'}</option>
        {line.manjians.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        {gone && <option value={chosen}>所选满减已结束</option>}
        <option value={NONE}>不参加满减</option>
      </select>
    </label>
  )
}

/** What one must know before typing: packs, limits, what is missing to free shipping. */
export function LineLimit({ line }: { line: CartLineWire }) {
  const text = limitText(line)
  const from = line.goods.free_shipping_number
  const isSingle = line.combination === null && line.exchange_id === 0 && line.can_buy === 1
  const free = isSingle && from !== null ? freeShippingText(from, line.number, lineUnit(line)) : ''
  return (
    <>
      {text && <p className={css.limit}>{text}</p>}
      {free && <p className={css.limit}>{free}</p>}
    </>
  )
}

function limitText(line: CartLineWire): string {
  const unit = lineUnit(line)
  if (line.combination) return ''
  if (line.exchange_id > 0) return `最多换购 ${line.max} ${unit}`
  if (line.goods.qg_number !== null) return `每户限购 ${line.goods.qg_number} ${unit}`
  if (line.is_yj === 1) return `整件 ${line.step} ${unit}`
  if (line.step > 1) return `中包装 ${line.step} ${unit}`
  return line.min > 1 ? `${line.min} ${unit}起订` : ''
}
