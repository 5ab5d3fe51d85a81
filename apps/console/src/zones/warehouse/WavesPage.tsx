import { Button } from 'antd'
import { Link } from 'react-router'
import { WAVE_STATES } from '#contract/constants.ts'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { TONES } from './tones.ts'

type Waves = typeof import('#contract/waves.ts')['staffWaves']

/** Two look at it while a third one picks. */
const EVERY_MS = 5_000
const ofAll = (part: number, all: number) => `${numberText(part)} / ${numberText(all)}`

const COLUMNS: Columns<Waves> = [
  {
    title: '波次',
    dataIndex: 'no',
    width: 160,
    render: (no: string, { id }) => (
      <Link className="link" to={`/warehouse/waves/${id}`}>
        {no}
      </Link>
    ),
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (state: keyof typeof WAVE_STATES, { state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>,
  },
  { title: '拣货人', dataIndex: 'picker', width: 120, render: (picker: string, { mine }) => (mine === 1 ? `${picker}（我）` : picker) },
  { title: '拣完单', key: 'orders', align: 'right', width: 90, render: (_, { picked, orders }) => ofAll(picked, orders) },
  { title: '拣到行', key: 'lines', align: 'right', width: 90, render: (_, { lines_taken, lines }) => ofAll(lines_taken, lines) },
  { title: '拣到件', key: 'number', align: 'right', width: 110, render: (_, { taken, number }) => ofAll(taken, number) },
  {
    title: '',
    key: 'held',
    width: 90,
    render: (_, { held }) => held > 0 && <StateTag tone="wrong">{`暂停 ${held} 单`}</StateTag>,
  },
  { title: '备注', dataIndex: 'remark', ellipsis: true },
  { title: '成波', dataIndex: 'maker', width: 90 },
  { title: '成波于', dataIndex: 'made_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '开始于', dataIndex: 'started_at', width: 110, render: (at: string | null) => <When at={at} short /> },
  { title: '发货仓', dataIndex: 'warehouse', width: 110 },
]

export default function WavesPage() {
  return (
    <ListPage
      what="波次"
      list={calls.waves}
      columns={COLUMNS}
      every={EVERY_MS}
      filters={[
        { kind: 'choice', name: 'state', text: '状态', choices: Object.entries(WAVE_STATES).map(([value, text]) => ({ value, text })) },
        { kind: 'choice', name: 'mine', text: '拣货人', choices: [{ value: '1', text: '交给我的' }] },
        ...useWarehouseFilter(),
      ]}
      open={({ id }) => `warehouse/waves/${id}`}
      actions={
        <Link to="/warehouse/picking?stage=pick&in_wave=0">
          <Button type="primary">选订单成波</Button>
        </Link>
      }
      empty="还没有波次：在“拣货与复核”勾选待拣的订单，成波"
    />
  )
}
