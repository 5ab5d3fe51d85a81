import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { To } from '../../app/places.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'

/** Orders that this one was split from or into. */
export function SplitSection({ order }: { order: StaffOrderWire }) {
  if (order.splits.length === 0) return null
  return (
    <Section title="拆单" note="各自拣货、发货、开票、售后">
      {order.splits.map((split) => (
        <p key={split.id} className="row">
          <When at={split.at} />
          <b className="nowrap">{split.way === 'from' ? '拆自' : '拆出'}</b>
          <To to={`orders/${split.id}`}>{split.no}</To>
          <span className="chip chip-info">{split.status_name}</span>
          <span>
            {split.goods.map(({ name, unit, number }) => `${name} ${numberText(number)} ${unit}`).join('、')}
            <small className="muted">
              {' '}
              {split.actor}：{split.stage === 'picking' && '先发已有，其余拆出；'}
              {split.reason}
            </small>
          </span>
        </p>
      ))}
    </Section>
  )
}
