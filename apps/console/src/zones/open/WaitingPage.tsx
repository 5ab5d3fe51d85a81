import { Link } from 'react-router'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { ageOf } from './ages.ts'
import { calls } from './calls.ts'

type Waiting = typeof import('#contract/open-orders.ts')['staffOpenWaiting']

/** So long an ERP that polls every minute may take. */
const LATE_MINUTES = 30

/** Paid orders that no system has taken into its books yet, the longest waiting first. */
export default function WaitingPage() {
  const may = useMay()
  const columns: Columns<Waiting> = [
    {
      title: '订单号',
      dataIndex: 'no',
      width: 160,
      render: (no: string, { id }) =>
        may('orders.view') ? (
          <Link className="link" to={`/orders/${id}`}>
            {no}
          </Link>
        ) : (
          no
        ),
    },
    { title: '企业', dataIndex: 'company', ellipsis: true },
    { title: '客户编码', dataIndex: 'company_code', width: 140, render: (code: string) => code || <span className="bad">没有编码</span> },
    {
      title: '状态',
      dataIndex: 'status_name',
      width: 110,
      render: (name: string, { held }) => <StateTag tone={held === 1 ? 'wrong' : 'waiting'}>{held === 1 ? '暂停' : name}</StateTag>,
    },
    { title: '付款于', dataIndex: 'since', width: 160, render: (at: string) => <When at={at} /> },
    {
      title: '已等',
      dataIndex: 'minutes',
      width: 120,
      align: 'right',
      render: (minutes: number) => <span className={minutes >= LATE_MINUTES ? 'bad' : ''}>{ageOf(minutes)}</span>,
    },
  ]
  return (
    <ListPage
      what="未接收的订单"
      list={calls.waiting}
      columns={columns}
      filters={[{ kind: 'search', name: 'keywords', text: '订单号、企业' }]}
      every={60_000}
      exports={false}
      empty="没有等待 ERP 接收的订单"
    />
  )
}
