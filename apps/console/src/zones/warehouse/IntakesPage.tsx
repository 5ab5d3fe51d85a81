import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { INTAKE_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { TONES } from './tones.ts'

type Intakes = typeof import('#contract/intake.ts')['staffIntakes']

const COLUMNS: Columns<Intakes> = [
  { title: '收货单', dataIndex: 'no', width: 170, render: (no: string) => <b>{no}</b> },
  { title: '收货', dataIndex: 'received_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '供货单位', dataIndex: 'supplier', ellipsis: true },
  { title: '随货同行单', dataIndex: 'paper_no', width: 150, ellipsis: true },
  { title: '仓库', dataIndex: 'warehouse', width: 110 },
  { title: '行', dataIndex: 'line_count', align: 'right', width: 60 },
  { title: '件数', dataIndex: 'number', align: 'right', width: 80 },
  {
    title: '',
    key: 'cold',
    width: 70,
    render: (_, { cold_chain }) => cold_chain === 1 && <span className="chip chip-info">冷链</span>,
  },
  { title: '收货人', dataIndex: 'receiver', width: 90 },
  { title: '验收人', dataIndex: 'decider', width: 90 },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (state: keyof typeof TONES, { state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>,
  },
]

export default function IntakesPage() {
  const may = useMay()
  const navigate = useNavigate()
  const begin = (): void => void navigate('/warehouse/receive/new/0')
  useKeys([{ key: 'N', what: '登记收货', run: begin, when: may('stock.receive') }])
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="收货单"
      list={calls.intakes}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'words', text: '收货单、随货同行单或供货单位', width: 240 },
        { kind: 'choice', name: 'state', text: '状态', choices: Object.entries(INTAKE_STATES).map(([value, text]) => ({ value, text })) },
        ...warehouse,
      ]}
      open={({ id }) => `warehouse/receive/${id}`}
      actions={
        may('stock.receive') && (
          <Button type="primary" onClick={begin}>
            登记收货 <Kbd of="N" />
          </Button>
        )
      }
    />
  )
}
