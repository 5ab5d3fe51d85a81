import type { StaffRefundWire } from '#contract/refunds.ts'
import { To } from '../../app/places.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { STANDING_TONES } from './standings.ts'

/** A refund in a narrow place. */
export function RefundLine({ refund }: { refund: StaffRefundWire }) {
  return (
    <li className="desk-refund">
      <div className="row">
        <StateTag tone={STANDING_TONES[refund.standing]}>{refund.standing_name}</StateTag>
        <span className="grow" />
        <Money yuan={refund.amount} strong />
      </div>
      <p className="muted s12">
        订单 <To to={`orders/${refund.order_id}`}>{refund.order_no}</To> · {refund.channel_name || '退回方式待定'} ·{' '}
        <When at={refund.done_at ?? refund.at} short />
      </p>
    </li>
  )
}
