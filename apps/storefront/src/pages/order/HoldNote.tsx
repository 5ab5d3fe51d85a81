import type { OrderRowWire } from '#contract/order.ts'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import css from '../../parts/orders/order.module.css'

interface Props {
  hold: OrderRowWire['hold']
  paid: boolean
  /** The buyer can cancel it by itself. */
  canCancel: boolean
}

/** Why the order waits, in words: each reason, and what comes of it. */
export function HoldNote({ hold, paid, canCancel }: Props) {
  if (hold === null) return null
  return (
    <div className={`note note-bad ${css.hold}`} role="status">
      <Icon name="warn" size={18} />
      <div>
        <b>订单自 {beijingTime(hold.since)} 起暂停处理</b>
        <ul>
          {hold.reasons.map(({ code, goods, message }) => (
            <li key={`${code} ${goods} ${message}`}>{goods === '' ? message : `${goods}：${message}`}</li>
          ))}
        </ul>
        <p>
          {paid ? '款项已收到并为您保留，原因消除后由质管恢复处理；' : '原因消除后即可在支付截止时间前付款；'}
          {canCancel ? `如不再需要，可取消订单${paid ? '，款项原路退回' : ''}。` : '如不再需要，可联系客户经理取消订单。'}
        </p>
      </div>
    </div>
  )
}
