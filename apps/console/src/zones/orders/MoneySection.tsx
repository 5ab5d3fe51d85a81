import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'

/** The rows sum to what is paid through a channel; beside them what came in and went back. */
export function MoneySection({ order }: { order: StaffOrderWire }) {
  const movements = [...order.payments, ...order.refunds.map((refund) => ({ ...refund, payer: '' }))]
  return (
    <Section title="收款">
      <table className="tb tb-in">
        <tbody>
          {order.money.map((row) => (
            <tr key={row.key}>
              <td>
                {row.label} <small className="muted">{row.note}</small>
              </td>
              <td className="num">
                <Money yuan={row.amount} />
              </td>
            </tr>
          ))}
          <tr>
            <td className="strong">渠道应付</td>
            <td className="num">
              <Money yuan={order.payable} strong />
            </td>
          </tr>
        </tbody>
      </table>
      <Facts
        flat
        items={[
          ...movements.map(
            (one) =>
              [
                one.channel_name,
                <span key={one.no} className="row row-wrap nowrap">
                  <Money yuan={one.amount} /> {one.status} <When at={one.at} short />
                  {one.payer && <small className="muted">付款人 {one.payer}</small>}
                </span>,
              ] as const,
          ),
          ...order.invoices.map(
            (one) =>
              [
                one.colour === 'red' ? '红字发票' : '发票',
                <span key={one.number} className="row row-wrap">
                  <To to={`finance/invoices?no=${one.number}`}>{one.number}</To> <Money yuan={one.total} />
                </span>,
              ] as const,
          ),
        ]}
      />
      <To to={`finance/ledger?order_no=${order.no}`} or={null}>
        总账里的分录
      </To>
    </Section>
  )
}
