import { Link } from 'react-router'
import { ButtonLink } from '#ui/Button.tsx'
import { moneyText } from '#ui/yuan.ts'
import { paths } from '../../paths.ts'
import css from './checkout.module.css'
import type { PlacedOrder } from './submission.ts'

/** The back button led here: these goods are ordered already. */
export function AlreadyPlaced({ orders }: { orders: readonly PlacedOrder[] }) {
  return (
    <section className={`panel ${css.placeholder}`}>
      <h2>这些商品已经下单</h2>
      <p>订单已提交，不会重复下单。您可以继续支付或查看订单。</p>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <Link className="link" to={paths.order(order.id)}>
              订单 {order.no}
            </Link>
            {order.status === 'pending_payment' && (
              <ButtonLink kind="primary" size="sm" to={paths.pay(order.id)}>
                去支付 {moneyText(order.payable)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.orders()}>我的订单</ButtonLink>
    </section>
  )
}
