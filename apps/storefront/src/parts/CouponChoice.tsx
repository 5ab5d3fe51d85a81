import { Link } from 'react-router'
import type { CartCouponWire } from '#contract/cart-shapes.ts'
import { Block } from '#ui/Block.tsx'
import { Icon } from '#ui/Icon.tsx'
import { endText } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { paths } from '../paths.ts'
import css from './CouponChoice.module.css'
import { couponsWith } from './offer-choice.ts'

interface Props {
  coupons: readonly CartCouponWire[]
  /** Those in force, or those of a choice that is on its way. */
  chosen: ReadonlySet<number>
  /** Nobody chose: these are the ones that save most. */
  automatic: boolean
  busy: boolean
  /** What all of them take off together, in yuan; empty while that is being reckoned. */
  saved: string
  /** null: the ones that save most; empty: none. */
  onChoose: (ids: readonly number[] | null) => void
  className?: string | undefined
}

/** The coupons that the company holds: what each saves here, the best ones chosen already, and why the others cannot be used. */
export function CouponChoice({ coupons, chosen, automatic, busy, saved, onChoose, className }: Props) {
  const usable = coupons.filter((coupon) => coupon.usable === 1).toSorted((a, b) => Number(b.amount) - Number(a.amount) || a.id - b.id)
  const others = coupons.filter((coupon) => coupon.usable === 0)
  const used = usable.filter((coupon) => chosen.has(coupon.id)).length
  return (
    <Block
      title="优惠券"
      className={className}
      head={
        <>
          <p className={css.said} role="status">
            {said({ usable: usable.length, used, automatic, saved })}
          </p>
          <span className={css.ways}>
            {!automatic && (
              <button type="button" className="link" disabled={busy} onClick={() => onChoose(null)}>
                按最省的选
              </button>
            )}
            {used > 0 && (
              <button type="button" className="link" disabled={busy} onClick={() => onChoose([])}>
                不用优惠券
              </button>
            )}
            <Link className="link" to={paths.couponCentre()}>
              去领券
            </Link>
          </span>
        </>
      }
    >
      {usable.length > 0 && (
        <fieldset className={css.cards} aria-busy={busy}>
          <legend className="said">可用的优惠券</legend>
          {usable.map((coupon) => (
            <label key={coupon.id} className={chosen.has(coupon.id) ? `${css.card} ${css.on}` : css.card}>
              <input
                type="checkbox"
                className="check"
                checked={chosen.has(coupon.id)}
                onChange={(event) => onChoose(couponsWith(coupons, chosen, coupon.id, event.target.checked))}
              />
              <b className={css.face}>{coupon.face}</b>
              <span className={css.words}>
                <b>{coupon.name}</b>
                <small>
                  {coupon.threshold_text} · {coupon.scope_text}
                  {coupon.stackable === 1 && ' · 可叠加'}
                </small>
                <small>有效期至 {endText(coupon.valid_until)}</small>
                <span className={css.saves}>本单可减 {moneyText(coupon.amount)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {others.length > 0 && (
        <details className={css.others}>
          <summary>
            {others.length} 张暂不可用
            <Icon name="down" size={14} />
          </summary>
          <ul>
            {others.map((coupon) => (
              <li key={coupon.id}>
                <b>{coupon.face}</b>
                <span>
                  {coupon.name}
                  <small>
                    {coupon.threshold_text} · {coupon.scope_text}
                  </small>
                </span>
                <em>{coupon.why}</em>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Block>
  )
}

function said({ usable, used, automatic, saved }: { usable: number; used: number; automatic: boolean; saved: string }): string {
  if (usable === 0) return '所选商品没有可用的优惠券'
  if (used === 0) return `${usable} 张可用，未使用`
  const sum = saved && `，共减 ${moneyText(saved)}`
  return `${automatic ? '已按最省选好' : '已选'} ${used} 张${sum}`
}
