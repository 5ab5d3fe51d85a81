import { Link } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { moneyText } from '#ui/yuan.ts'
import { OrderState } from '../../parts/OrderState.tsx'
import css from '../../parts/paying/pay.module.css'
import type { PayInfo } from '../../parts/paying/pay-info.ts'
import { paths } from '../../paths.ts'

/** The other orders of the same checkout, each with its own state of payment. */
export function SiblingOrders({ info }: { info: PayInfo }) {
  const others = info.orders.filter((order) => order.id !== info.id)
  if (others.length === 0) return null
  return (
    <section className={`panel ${css.siblings}`} aria-labelledby="siblings">
      <h2 id="siblings">同一次结算的其他订单</h2>
      <ul>
        {others.map((order) => (
          <li key={order.id}>
            <Link className="link" to={paths.order(order.id)}>
              {order.no}
            </Link>
            <OrderState status={order.status} />
            {order.is_hm === 1 && <span className="chip chip-warn">含麻，对公转账</span>}
            <b>{moneyText(order.payable)}</b>
            {order.status === 'pending_payment' && (
              <ButtonLink size="sm" to={order.is_hm === 1 ? paths.payBank(order.id) : paths.pay(order.id)}>
                去支付
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
