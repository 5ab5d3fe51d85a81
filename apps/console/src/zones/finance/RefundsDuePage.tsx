import { Button } from 'antd'
import { To } from '../../app/places.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Refunds = typeof import('#contract/refunds.ts')['staffRefunds']
type Row = RowOf<Refunds>

/** Refunds that no channel sends back: finance transfers them and says so here. */
export default function RefundsDuePage() {
  const outdates = [calls.refunds, calls.transfers]
  const part = useDeed(calls.refundSent, { done: '已记为汇出，客户可以看到', outdates })
  const whole = useDeed(calls.transfer, { done: '已记为汇出，客户可以看到', outdates })
  const reason = useReason(part.problem || whole.problem)
  const ask = (row: Row) =>
    reason.ask({
      title: '确认退款已汇出',
      what: (
        <>
          {row.company} 订单 {row.order_no} 的退款 <Money yuan={row.amount} strong /> 已从本公司账户汇出。确认后不能撤回。
        </>
      ),
      ok: '确认已汇出',
      bare: true,
      // A refund of an after-sale has a number of its own; a payment that goes back whole goes by its own.
      run: () =>
        row.source === 'after_sale' ? part.run({ params: { no: row.no } }) : whole.run({ params: { no: row.no, command: 'returned' } }),
    })
  const columns: Columns<Refunds> = [
    { title: '发起', dataIndex: 'at', render: (at: string) => <When at={at} short /> },
    { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
    { title: '来由', dataIndex: 'source_name' },
    { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
    {
      title: '售后',
      dataIndex: 'after_sale_no',
      render: (no: string, { after_sale_id }) => after_sale_id !== null && <To to={`service/after-sales/${after_sale_id}`}>{no}</To>,
    },
    { title: '退款单', dataIndex: 'no' },
    { title: '原付款方式', dataIndex: 'channel_name' },
    { title: '金额', dataIndex: 'amount', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
    {
      title: '',
      key: 'deed',
      render: (_, row) => (
        <Button size="small" onClick={() => ask(row)}>
          已汇出…
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListPage
        what="退款"
        list={calls.refunds}
        fixed={{ standing: 'bank' }}
        columns={columns}
        rowKey={({ key }) => key}
        filters={[{ kind: 'search', name: 'keywords', text: '订单号、售后单号、企业名称', width: 280 }]}
        empty="没有待汇出的退款"
      />
      {reason.dialog}
    </>
  )
}
