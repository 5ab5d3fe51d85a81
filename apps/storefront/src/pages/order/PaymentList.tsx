import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import css from '../../parts/orders/order.module.css'

/** Every payment of the order, also those that came to nothing. */
export function PaymentList({ payments }: { payments: OrderDetailWire['payments'] }) {
  if (payments.length === 0) return null
  return (
    <Block title="支付记录">
      <ul className={css.payments}>
        {payments.map((payment) => (
          <li key={payment.no}>
            <span>
              <b>{payment.channel_name}</b>
              <small>
                {beijingTime(payment.at)} · {payment.no}
              </small>
            </span>
            <span className={css.num}>
              <b>{moneyText(payment.amount)}</b>
              <small>{payment.status}</small>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
