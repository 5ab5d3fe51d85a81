import type { AfterSaleStatusWire } from '#contract/aftersales.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { STATUS_TONES } from './statuses.ts'

type AfterSales = typeof import('#contract/aftersales.ts')['staffAfterSaleList']

const CHOICES: readonly { value: AfterSaleStatusWire | 'open'; text: string }[] = [
  { value: 'open', text: '未办结' },
  { value: 'reviewing', text: '待审核' },
  { value: 'sending', text: '待寄回' },
  { value: 'inspecting', text: '待验收' },
  { value: 'refunding', text: '退款中' },
  { value: 'refunded', text: '已退款' },
  { value: 'rejected', text: '已驳回' },
  { value: 'cancelled', text: '已撤销' },
]

const COLUMNS: Columns<AfterSales> = [
  { title: '售后单', dataIndex: 'no', render: (no: string) => <b>{no}</b> },
  {
    title: '状态',
    dataIndex: 'status',
    render: (_, { status, status_name }) => <StateTag tone={STATUS_TONES[status]}>{status_name}</StateTag>,
  },
  { title: '企业', dataIndex: 'company', ellipsis: true, width: 220 },
  { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
  { title: '类型', dataIndex: 'kind_name' },
  { title: '原因', dataIndex: 'reason_name' },
  {
    title: '商品',
    dataIndex: 'lines',
    ellipsis: true,
    width: 220,
    render: (_, { lines, line_count }) => `${lines[0]?.name ?? ''}${line_count > 1 ? ` 等 ${line_count} 种` : ''}`,
  },
  { title: '数量', dataIndex: 'number', align: 'right' },
  { title: '申请于', dataIndex: 'created_at', render: (at: string) => <When at={at} short /> },
]
const AMOUNT: Columns<AfterSales>[number] = {
  title: '金额',
  dataIndex: 'amount',
  align: 'right',
  render: (amount: string | null, { is_final }) => (
    <>
      {!is_final && <span className="muted s12">预计 </span>}
      <Money yuan={amount} />
    </>
  ),
}

/** Applications of all companies. Who does not see refunds (the warehouse) sees no amounts. */
export default function AfterSalesPage() {
  const may = useMay()
  const reviewed = useTaken('after_sale')
  const returned = useTaken('return')
  const processed: Columns<AfterSales>[number] = {
    title: '处理',
    key: 'taken',
    render: (_, { id }) => <TakenBy of={reviewed.get(id) ?? returned.get(id)} />,
  }
  const columns = [...COLUMNS.slice(0, 2), processed, ...COLUMNS.slice(2)]
  return (
    <ListPage
      what="售后"
      list={calls.afterSales}
      columns={may('refunds.view') ? [...columns, AMOUNT] : columns}
      filters={[
        { kind: 'search', name: 'keywords', text: '售后单号、订单号、商品名', width: 260 },
        { kind: 'choice', name: 'status', text: '状态', choices: CHOICES },
      ]}
      open={({ id }) => `service/after-sales/${id}`}
    />
  )
}
