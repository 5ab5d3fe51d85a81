import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { MOVEMENT_NAMES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { numberText } from '../../parts/numbers.ts'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Movements = typeof import('#contract/warehouse.ts')['staffMovements']

const signed = (number: number) =>
  number === 0 ? (
    <span className="muted">0</span>
  ) : (
    <b className={number > 0 ? 'ok' : 'bad'}>{number > 0 ? `+${numberText(number)}` : `−${numberText(-number)}`}</b>
  )

function Paper({ orderId, orderNo, documentNo }: { orderId: number | null; orderNo: string; documentNo: string }) {
  const may = useMay()
  if (orderId !== null && may('orders.view'))
    return (
      <Link className="link" to={`/orders/${orderId}`}>
        {orderNo}
      </Link>
    )
  return <>{documentNo || orderNo}</>
}

/** Narrow enough for 1366 px: a table that scrolls sideways hides its reasons. */
const COLUMNS: Columns<Movements> = [
  { title: '时间', dataIndex: 'at', width: 105, render: (at: string) => <When at={at} short /> },
  { title: '类型', dataIndex: 'kind_name', width: 80 },
  { title: '商品', dataIndex: 'name', width: 190, ellipsis: true, render: (name: string, { spec }) => `${name} ${spec}` },
  { title: '批号', dataIndex: 'batch_no', width: 110, render: (no: string) => <b>{no}</b> },
  { title: '仓库', dataIndex: 'warehouse', width: 100, ellipsis: true },
  {
    title: '可用',
    dataIndex: 'available',
    align: 'right',
    width: 65,
    render: (number: number, { kind }) => (kind === 'import' ? number : signed(number)),
  },
  {
    title: '占用',
    dataIndex: 'reserved',
    align: 'right',
    width: 65,
    render: (number: number, { kind }) => (kind === 'import' ? number : signed(number)),
  },
  {
    title: '单据',
    key: 'paper',
    width: 165,
    render: (_, { order_id, order_no, document_no }) => <Paper orderId={order_id} orderNo={order_no} documentNo={document_no} />,
  },
  { title: '经手', dataIndex: 'actor', width: 105, ellipsis: true },
  { title: '说明', dataIndex: 'reason', width: 150, ellipsis: true },
]

/** Where another page sends here for one batch or goods. */
const ONE = ['batch_id', 'goods_id'] as const

/** Every change of a batch's figures, the newest first. */
export default function MovementsPage() {
  const warehouse = useWarehouseFilter()
  const [params, setParams] = useSearchParams()
  const only = ONE.flatMap((name) => {
    const id = Number(params.get(name))
    return Number.isSafeInteger(id) && id > 0 ? [[name, id] as const] : []
  })
  return (
    <ListPage
      what="流水"
      list={calls.movements}
      columns={COLUMNS}
      cursor="after"
      fixed={Object.fromEntries(only)}
      {...(only.length > 0 && {
        actions: (
          <Button size="small" onClick={() => setParams(withChange(params, Object.fromEntries(ONE.map((name) => [name, '']))))}>
            看全部商品的流水
          </Button>
        ),
      })}
      filters={[
        { kind: 'search', name: 'words', text: '批号、商品编码或名称开头', width: 210 },
        { kind: 'search', name: 'document_no', text: '收货、盘点、调拨单号', width: 190 },
        { kind: 'choice', name: 'kind', text: '类型', choices: Object.entries(MOVEMENT_NAMES).map(([value, text]) => ({ value, text })) },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '日期' },
        ...warehouse,
      ]}
    />
  )
}
