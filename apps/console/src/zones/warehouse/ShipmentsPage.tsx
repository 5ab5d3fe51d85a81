import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Shipments = typeof import('#contract/shipments.ts')['staffShipments']

const COLUMNS: Columns<Shipments> = [
  { title: '发货', dataIndex: 'shipped_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '订单号', dataIndex: 'order_no', width: 150, render: (no: string) => <b>{no}</b> },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  { title: '送往', dataIndex: 'place', width: 150, ellipsis: true },
  { title: '承运', dataIndex: 'carrier', width: 110 },
  { title: '运单号', dataIndex: 'waybill', width: 170 },
  { title: '发货仓', dataIndex: 'warehouse', width: 110 },
  {
    title: '冷链',
    key: 'cold',
    width: 120,
    render: (_, { cold_chain, readings }) =>
      cold_chain === 1 &&
      (readings > 0 ? <span className="chip chip-info">{readings} 个读数</span> : <StateTag tone="waiting">缺温度</StateTag>),
  },
  {
    title: '状态',
    key: 'state',
    width: 90,
    render: (_, { delivered_at }) => (delivered_at ? <StateTag tone="done">已送达</StateTag> : <StateTag tone="moving">在途</StateTag>),
  },
]

export default function ShipmentsPage() {
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="发货单"
      list={calls.shipments}
      columns={COLUMNS}
      cursor="after"
      filters={[
        { kind: 'search', name: 'words', text: '订单号或运单号开头', width: 200 },
        {
          kind: 'choice',
          name: 'kind',
          text: '哪些',
          choices: [
            { value: 'under_way', text: '在途' },
            { value: 'cold', text: '冷链' },
            { value: 'unread', text: '冷链，缺温度' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '发货' },
        ...warehouse,
      ]}
      open={({ id }) => `warehouse/shipments/${id}`}
    />
  )
}
