import { Link, useRevalidator } from 'react-router'
import type { OrderRowWire } from '#contract/order.ts'
import { Countdown } from '#ui/Countdown.tsx'
import { Money } from '#ui/Money.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { about } from '../../parts/goods-facts.ts'
import { OrderState } from '../../parts/OrderState.tsx'
import css from '../../parts/orders/list.module.css'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'
import { OrderActions } from './OrderActions.tsx'
import type { Act } from './order-act.ts'

/** One order in the list: its first lines, what it costs, what may be done. */
export function OrderCard({ order, onAct }: { order: OrderRowWire; onAct: Act }) {
  const { revalidate } = useRevalidator()
  const hidden = order.line_count - order.lines.length
  return (
    <article className={`panel ${css.order}`} aria-label={`订单 ${order.no}`}>
      <header>
        <b>{order.no}</b>
        <span>{beijingTime(order.created_at)}</span>
        <span className={css.house}>{order.ck_name}</span>
        {order.split_from && <span className="chip">拆自 {order.split_from}</span>}
        {order.is_hm === 1 && <span className="chip chip-warn">含特殊药品复方制剂</span>}
        {order.hold && <span className="chip chip-bad">暂停处理</span>}
        <OrderState status={order.status} name={order.status_name} />
      </header>
      {order.hold && <p className="note note-bad">{order.hold.text}</p>}
      <div className={css.body}>
        <ul className={css.goods}>
          {order.lines.map((line) => (
            <li key={line.id} className={`${css.item} ${css.priced}`}>
              <GoodsThumb image={line.image} />
              <span>
                {line.tag && <Tag name={line.tag} />}{' '}
                <Link to={paths.goods(line.goods_id)}>
                  <b>{line.name}</b>
                </Link>
                <small>{about(line)}</small>
              </span>
              <span className={css.num}>{moneyText(line.price)}</span>
              <span className={css.num}>
                × {line.number} {line.bzdw}
              </span>
            </li>
          ))}
          {hidden > 0 && (
            <li className={css.more}>
              <Link className="link" to={paths.order(order.id)}>
                还有 {hidden} 种商品
              </Link>
            </li>
          )}
        </ul>
        <p className={css.sum}>
          <span>
            {order.line_count} 种 {order.number} 件
          </span>
          <Money yuan={order.total} />
          {order.status === 'pending_payment' && (
            <span className={css.due}>
              {order.payable !== order.total && <>待付 {moneyText(order.payable)}　</>}
              {order.pay_before && (
                <>
                  剩 <Countdown until={order.pay_before} onEnd={() => void revalidate()} />
                </>
              )}
            </span>
          )}
        </p>
        <div className={css.acts}>
          <OrderActions order={order} onAct={onAct} small />
        </div>
      </div>
    </article>
  )
}
