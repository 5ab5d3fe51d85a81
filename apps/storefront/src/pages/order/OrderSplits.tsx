import { Link } from 'react-router'
import type { OrderDetailWire } from '#contract/order.ts'
import { Block } from '#ui/Block.tsx'
import { beijingTime } from '#ui/times.ts'
import css from '../../parts/orders/order.module.css'
import { paths } from '../../paths.ts'

type Split = OrderDetailWire['splits'][number]

const goodsOf = ({ goods }: Split): string => goods.map(({ name, unit, number }) => `${name} ${number} ${unit}`).join('、')

/** Orders that this one was split from or into: what went where, and why; nobody pays twice. */
export function OrderSplits({ splits }: Pick<OrderDetailWire, 'splits'>) {
  if (splits.length === 0) return null
  return (
    <Block title="订单拆分">
      {splits.map((split) => (
        <div key={split.id} className={css.split}>
          <Link className="link" to={paths.order(split.id)}>
            {split.way === 'from' ? '拆自' : '拆出'} {split.no}
          </Link>
          <p>
            {split.status_name}　{goodsOf(split)}
          </p>
          <small>
            {beijingTime(split.at)} {split.actor}：{split.stage === 'picking' && '部分商品先发，'}
            {split.reason}
          </small>
        </div>
      ))}
      <p className={css.split}>
        <small>金额与已付款分到各张订单，合计不变；各自发货、开票和售后。</small>
      </p>
    </Block>
  )
}
