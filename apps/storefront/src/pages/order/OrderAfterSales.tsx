import { Link } from 'react-router'
import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { Block } from '#ui/Block.tsx'
import { moneyText } from '#ui/yuan.ts'
import { AfterSaleState } from '../../parts/orders/AfterSaleState.tsx'
import { afterSaleLink } from '../../parts/orders/after-sale-links.ts'
import css from '../../parts/orders/order.module.css'

/** What was applied for of this order. */
export function OrderAfterSales({ list }: { list: readonly AfterSaleRowWire[] }) {
  if (list.length === 0) return null
  return (
    <Block title="售后记录">
      <ul className={css.payments}>
        {list.map((row) => (
          <li key={row.id}>
            <span>
              <Link className="link" to={afterSaleLink(row)}>
                {row.kind_name} · {row.reason_name}
              </Link>
              <small>{row.no}</small>
            </span>
            <span className={css.num}>
              <b>{moneyText(row.amount)}</b>
              <small>
                <AfterSaleState status={row.status} name={row.status_name} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
