import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { periodLine, RegisterTools } from './RegisterTools.tsx'

type Recheck = typeof import('#contract/registers.ts')['staffRecheckRegister']

const COLUMNS: Columns<Recheck> = [
  { title: '出库', dataIndex: 'shipped_at', width: 104, render: (at: string) => <When at={at} short /> },
  { title: '订单号', dataIndex: 'order_no', width: 150 },
  { title: '购货单位', dataIndex: 'company', ellipsis: true },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec, dosage_form, cold_chain, maker }) => (
      <span title={maker}>
        <b>{name}</b> <span className="muted s12">{[dosage_form, spec].filter(Boolean).join(' ')}</span>
        {cold_chain === 1 && <span className="chip chip-info">冷链</span>}
      </span>
    ),
  },
  { title: '批号', dataIndex: 'batch_no', width: 110 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 100 },
  { title: '数量', dataIndex: 'number', align: 'right', width: 80, render: (number: number, { unit }) => `${number} ${unit}` },
  { title: '质量状况', dataIndex: 'quality', width: 80 },
  { title: '仓库', dataIndex: 'warehouse', width: 100 },
  { title: '拣货人', dataIndex: 'picker', width: 80 },
  { title: '复核人', dataIndex: 'checker', width: 80 },
]

/** 出库复核记录: what left the house by batch, with the two who picked and checked it. */
export default function RecheckPage() {
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="出库复核记录"
      list={calls.recheck}
      columns={COLUMNS}
      cursor="after"
      filters={[
        { kind: 'search', name: 'words', text: '订单号、购货单位、批号或商品', width: 220 },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '出库' },
        ...warehouse,
      ]}
      top={periodLine}
      empty="这段时间没有出库"
      open={({ shipment_id }) => `warehouse/shipments/${shipment_id}`}
      actions={<RegisterTools kind="recheck" title="出库复核记录" />}
    />
  )
}
