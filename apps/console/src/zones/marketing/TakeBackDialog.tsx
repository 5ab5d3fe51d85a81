import type { CouponDeskWire } from '#contract/coupon-desk.ts'
import { CouponMany } from './CouponMany.tsx'

/** From every company that holds one. */
export function TakeBackDialog({ coupon, onClose }: { coupon: CouponDeskWire; onClose: () => void }) {
  return (
    <CouponMany
      kind="coupon.take_back"
      couponId={coupon.id}
      title={`收回未用的“${coupon.name}”`}
      whom={{ query: { coupon: coupon.id } }}
      reason="原因（客户在消息里看到）"
      danger
      onClose={onClose}
    >
      <p>逐家收回还没有用、没有过期的券，并告诉客户；已经下单用了的不动。</p>
    </CouponMany>
  )
}
