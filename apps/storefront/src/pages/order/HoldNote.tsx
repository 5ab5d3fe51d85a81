import type { OrderRowWire } from '#contract/order.ts'
import { Icon } from '../../parts/Icon.tsx'
import css from './order.module.css'
import { beijingTime } from './times.ts'

/** Why the order waits, in words: each reason, and what comes of it. */
export function HoldNote({ hold, paid }: { hold: OrderRowWire['hold']; paid: boolean }) {
  if (hold === null) return null
  return (
    <div className={`note note-bad ${css.hold}`} role="status">
      <Icon name="warn" size={18} />
      <div>
        <b>订单自 {beijingTime(hold.since)} 起暂停处理</b>
        <ul>
          {hold.reasons.map(({ code, goods, message }) => (
            <li key={`${code} ${goods}`}>{goods === '' ? message : `${goods}：${message}`}</li>
          ))}
        </ul>
        <p>{paid ? '款项已收到并为您保留，' : ''}原因消除后由质管恢复处理；如不再需要，可联系客户经理取消订单。</p>
      </div>
    </div>
  )
}
