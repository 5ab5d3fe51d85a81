import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { UserHomeWire } from '#contract/home.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { moneyText } from '#ui/yuan.ts'
import { OrderState } from '../../../parts/OrderState.tsx'
import { paths } from '../../../paths.ts'
import css from './home.module.css'

type HomeOrder = DataOf<typeof import('#contract/order.ts').orderList>['list'][number]

const ICONS: Readonly<Record<UserHomeWire['orders'][number]['key'], IconName>> = {
  pending_payment: 'wallet',
  to_ship: 'box',
  shipped: 'truck',
  receipt: 'file',
  after_sale: 'undo',
}

/** Orders by what they wait for, and the latest ones. */
export function OrderStates({ states, orders }: { states: UserHomeWire['orders']; orders: readonly HomeOrder[] }) {
  return (
    <Block
      title="我的订单"
      head={
        <Link className={`more ${css.end}`} to={paths.orders()}>
          全部订单
          <Icon name="right" size={12} />
        </Link>
      }
    >
      <ul className={css.states}>
        {states.map(({ key, name, count, url }) => (
          <li key={key}>
            <Link to={url}>
              <Icon name={ICONS[key]} size={22} />
              <b className={count === 0 ? css.none : undefined}>{count}</b>
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {orders.length === 0 ? (
        <p className={css.nothing}>
          还没有订单
          <ButtonLink size="sm" to={paths.list()}>
            去采购
          </ButtonLink>
        </p>
      ) : (
        <ul className={css.orders}>
          {orders.map((order) => (
            <LatestOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Block>
  )
}

function LatestOrder({ order }: { order: HomeOrder }) {
  const { id, no, status, status_name: name, lines, line_count: count, total, actions } = order
  const pays = actions.some(({ key, open }) => key === 'pay' && open)
  const more = count > 1 ? ` 等 ${count} 种` : ''
  return (
    <li>
      <Link className="link" to={paths.order(id)}>
        {no}
      </Link>
      <span className="ell">
        {lines[0]?.name}
        {more}
      </span>
      <b>{moneyText(total)}</b>
      <OrderState status={status} name={name} />
      <ButtonLink
        size="sm"
        to={pays ? (order.is_hm ? paths.payBank(id) : paths.pay(id)) : paths.order(id)}
        aria-label={pays ? `去支付订单 ${no}` : `查看订单 ${no}`}
      >
        {pays ? '去支付' : '查看'}
      </ButtonLink>
    </li>
  )
}
