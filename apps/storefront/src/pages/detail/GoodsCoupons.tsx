import type { GoodsDetailWire } from '#contract/goods.ts'
import { Block } from '#ui/Block.tsx'
import { CouponTicket } from '../../parts/CouponTicket.tsx'
import css from './promotions.module.css'

/** Coupons that count this goods, to be taken here. */
export function GoodsCoupons({ coupons }: { coupons: GoodsDetailWire['coupons'] }) {
  const shown = coupons.filter((coupon) => coupon.state !== 'gone')
  if (shown.length === 0) return null
  return (
    <Block title="可用优惠券" className={css.tickets}>
      <ul>
        {shown.map((coupon) => (
          <CouponTicket key={coupon.id} coupon={coupon} compact />
        ))}
      </ul>
    </Block>
  )
}
