import { Link } from 'react-router'
import type { CouponTemplateWire } from '#contract/activity.ts'
import { Icon } from '#ui/Icon.tsx'
import { CouponTicket } from '../../parts/CouponTicket.tsx'
import { paths } from '../../paths.ts'
import css from './Blocks.module.css'
import { Section } from './Section.tsx'

/** 领券中心: a few coupons to take at once, and the way to all of them. */
export function CouponRow({ coupons }: { coupons: readonly CouponTemplateWire[] }) {
  return (
    <Section
      title="领券中心"
      about="先领券再下单，结算时自动选用最省的一组"
      end={
        <Link to={paths.couponCentre()} className="more">
          全部优惠券
          <Icon name="right" size={12} />
        </Link>
      }
    >
      <ul className={css.coupons}>
        {coupons.map((coupon) => (
          <CouponTicket key={coupon.id} coupon={coupon} compact />
        ))}
      </ul>
    </Section>
  )
}
