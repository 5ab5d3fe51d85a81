import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { WAVE_ORDERS_MAX } from '#contract/constants.ts'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { withChange } from '../../parts/list-state.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { ManyCartonLabels } from './CartonLabels.tsx'
import { calls } from './calls.ts'

type Queue = typeof import('#contract/staff-orders.ts')['staffPickingQueue']

const STAGES = [
  ['pick', '待拣货'],
  ['picking', '拣货中'],
  ['check', '待复核'],
] as const

const COLUMNS: Columns<Queue> = [
  { title: '订单号', dataIndex: 'no', width: 150, render: (no: string) => <b>{no}</b> },
  { title: '付款', dataIndex: 'paid_at', width: 110, render: (at: string | null) => <When at={at} short /> },
  { title: '企业', dataIndex: 'company', ellipsis: true },
  { title: '送往', dataIndex: 'place', width: 160, ellipsis: true },
  { title: '品种', dataIndex: 'line_count', align: 'right', width: 70 },
  { title: '件数', dataIndex: 'number', align: 'right', width: 80 },
  {
    title: '',
    key: 'marks',
    width: 170,
    render: (_, row) => (
      <span className="row">
        {row.cold_chain === 1 && <span className="chip chip-info">冷链</span>}
        {row.is_hm === 1 && <span className="chip chip-warn">含麻</span>}
        {row.short !== '' && <StateTag tone="waiting">报缺</StateTag>}
      </span>
    ),
  },
  {
    title: '拣货人',
    dataIndex: 'picker',
    width: 110,
    render: (picker: string, { picked_by_me }) => (picked_by_me === 1 ? `${picker}（我）` : picker),
  },
  { title: '发货仓', dataIndex: 'warehouse', width: 110 },
]

function Bulk({ rows }: { rows: readonly RowOf<Queue>[] }) {
  const navigate = useNavigate()
  const [labelled, setLabelled] = useState<readonly RowOf<Queue>[]>([])
  if (rows.length > WAVE_ORDERS_MAX) return <span className="w">一波最多 {WAVE_ORDERS_MAX} 单</span>
  return (
    <>
      <Button size="small" onClick={() => void navigate(`/warehouse/wave/${rows.map(({ id }) => id).join(',')}`)}>
        打印拣货单
      </Button>
      <Button size="small" onClick={() => setLabelled(rows)}>
        打印标签…
      </Button>
      {labelled.length > 0 && <ManyCartonLabels orders={labelled} onClose={() => setLabelled([])} />}
    </>
  )
}

/** What the warehouse has to do, the oldest first. */
export default function QueuePage() {
  const [params, setParams] = useSearchParams()
  const stage = params.get('stage') ?? 'pick'
  const taken = useTaken('picking')
  const processed: Columns<Queue>[number] = {
    title: '处理',
    key: 'taken',
    width: 104,
    render: (_, { id }) => <TakenBy of={taken.get(id)} />,
  }
  return (
    <ListPage
      what="订单"
      list={calls.queue}
      columns={[...COLUMNS.slice(0, 2), processed, ...COLUMNS.slice(2)]}
      fixed={{ stage }}
      top={({ counts }) => (
        <Views
          label="拣货阶段"
          views={STAGES.map(([key, text]) => ({ key, text, note: counts[key] }))}
          open={stage}
          onOpen={(key) => setParams(withChange(params, { stage: key }))}
          keys
        />
      )}
      bulk={(rows) => <Bulk rows={rows} />}
      open={({ id }) => `warehouse/picking/${id}`}
      empty="没有等着的订单"
    />
  )
}
