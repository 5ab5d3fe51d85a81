import { SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { To } from '../app/places.tsx'
import { Facts } from './Facts.tsx'
import { Money } from './Money.tsx'
import { numberText } from './numbers.ts'
import { Section } from './Section.tsx'
import { When } from './When.tsx'

const ORDERS_SHOWN = 5

/** Bills whose day has gone by, and what they come to. */
export const Overdue = ({ bills, yuan }: { bills: number; yuan: string }) =>
  bills > 0 ? (
    <span className="bad">
      {bills} 笔 <Money yuan={yuan} />
    </span>
  ) : (
    '无'
  )

/** Its purse, its credit, what is overdue. */
export function Dealings({ id }: { id: number }) {
  const { data } = useAsk(shared.companyMoney, { params: { id } })
  if (data === undefined) return null
  const { credit, balance } = data
  return (
    <Section title="往来">
      <Facts
        flat
        items={[
          ['余额', <Money key="balance" yuan={balance} />],
          [
            '账期',
            <span key="credit">
              <Money yuan={credit.used} /> / <Money yuan={credit.limit} />
            </span>,
          ],
          ['逾期', <Overdue key="overdue" bills={credit.overdue_bills} yuan={credit.overdue} />],
        ]}
      />
    </Section>
  )
}

/** send: shows one of them to the customer who is spoken to, who asks how far it is; its day stands in its number. */
export function LastOrders({ id, send }: { id: number; send?: (order: number) => void }) {
  const { data } = useAsk(shared.companyOrders, { params: { id } })
  if (data === undefined) return null
  const quarter = data.sums.find(({ days }) => days === 90)
  return (
    <Section
      title="最近订单"
      note={
        quarter && (
          <>
            近 90 天 {numberText(quarter.orders)} 单 <Money yuan={quarter.total} />
          </>
        )
      }
      action={
        <Link className="link" to={`/orders?company_id=${id}`}>
          全部
        </Link>
      }
    >
      {data.list.length === 0 && <p className="muted">还没有下过单</p>}
      <table className="tb tb-in">
        <tbody>
          {data.list.slice(0, ORDERS_SHOWN).map((order) => (
            <tr key={order.id}>
              <td>
                <To to={`orders/${order.id}`}>{order.no}</To>
              </td>
              {send ? (
                <td className="muted">{order.status_name}</td>
              ) : (
                <>
                  <td className="muted nowrap">
                    <When at={order.created_at} short />
                  </td>
                  <td className="num">
                    <Money yuan={order.total} />
                  </td>
                </>
              )}
              {send && (
                <td className="num">
                  <Button
                    type="text"
                    size="small"
                    icon={<SendOutlined />}
                    aria-label={`把订单 ${order.no} 发给客户`}
                    title="发给客户"
                    onClick={() => send(order.id)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
