import { Link } from 'react-router'
import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { Money } from '#ui/Money.tsx'
import { beijingTime } from '#ui/times.ts'
import { GoodsThumb } from '../../parts/GoodsThumb.tsx'
import { AfterSaleState, amountName, isClosed } from '../../parts/orders/AfterSaleState.tsx'
import orders from '../../parts/orders/list.module.css'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../paths.ts'
import { AfterSaleActions } from './AfterSaleActions.tsx'
import type { Act } from './useAfterSaleActions.tsx'

/** One application in the list: what of it, how much for it, what may be done. */
export function AfterSaleCard({ row, onAct }: { row: AfterSaleRowWire; onAct: Act }) {
  const hidden = row.line_count - row.lines.length
  return (
    <article className={`panel ${orders.order}`} aria-label={`售后 ${row.no}`}>
      <header>
        <b>{row.no}</b>
        <span>{beijingTime(row.created_at)}</span>
        <span>
          订单{' '}
          <Link className="link" to={paths.order(row.order_id)}>
            {row.order_no}
          </Link>
        </span>
        <AfterSaleState status={row.status} name={row.status_name} />
      </header>
      <div className={orders.body}>
        <ul className={orders.goods}>
          {row.lines.map((line) => (
            <li key={line.id} className={orders.item}>
              <GoodsThumb image={line.image} />
              <span>
                {line.tag && <Tag name={line.tag} />} <b>{line.name}</b>
                <small>
                  {line.ypgg} · 批号 {line.batch_no}
                </small>
              </span>
              <span className={orders.num}>
                × {line.number} {line.bzdw}
              </span>
            </li>
          ))}
          {hidden > 0 && <li className={orders.more}>还有 {hidden} 行</li>}
        </ul>
        <p className={orders.sum}>
          <span>
            {row.kind_name} · {row.reason_name}
            <br />
            {amountName(row)}
          </span>
          <Money yuan={row.amount} tone={isClosed(row.status) ? 'ink' : 'price'} />
        </p>
        <div className={orders.acts}>
          <AfterSaleActions row={row} onAct={onAct} small />
        </div>
      </div>
    </article>
  )
}
