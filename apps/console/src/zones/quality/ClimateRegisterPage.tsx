import { To } from '../../app/places.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { periodLine, RegisterTools } from './RegisterTools.tsx'

type Climate = typeof import('#contract/registers.ts')['staffClimateRegister']

const COLUMNS: Columns<Climate> = [
  { title: '时间', dataIndex: 'taken_at', width: 110, render: (at: string) => <When at={at} short /> },
  { title: '', key: 'half', width: 60, render: (_, { half_name }) => half_name },
  { title: '仓库', dataIndex: 'warehouse', width: 110 },
  { title: '库房', dataIndex: 'room', width: 140, render: (room: string) => <b>{room}</b> },
  { title: '类型', dataIndex: 'kind_name', width: 90 },
  { title: '规定范围', dataIndex: 'range', width: 190 },
  { title: '温度 ℃', dataIndex: 'celsius', align: 'right', width: 80, render: (value: number) => value.toFixed(1) },
  { title: '湿度 %', dataIndex: 'humidity', align: 'right', width: 80, render: (value: number | null) => value?.toFixed(1) ?? '—' },
  {
    title: '结果',
    dataIndex: 'is_out',
    width: 170,
    render: (isOut: number, { faults }) =>
      isOut === 1 ? <StateTag tone="wrong">{faults}</StateTag> : <StateTag tone="done">正常</StateTag>,
  },
  { title: '采取的措施', dataIndex: 'measure', ellipsis: true },
  { title: '记录人', dataIndex: 'taker', width: 80 },
]

/** 库房温湿度记录: what was read, and what was done where it was too much. */
export default function ClimateRegisterPage() {
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="温湿度记录"
      list={calls.climate}
      columns={COLUMNS}
      cursor="after"
      filters={[
        { kind: 'search', name: 'words', text: '库房', width: 140 },
        { kind: 'choice', name: 'out', text: '结果', choices: [{ value: '1', text: '超出范围' }] },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '记录' },
        ...warehouse,
      ]}
      top={periodLine}
      empty="这段时间没有温湿度记录"
      rowTone={({ is_out }) => (is_out === 1 ? 'is-warn' : '')}
      actions={
        <>
          <To to="warehouse/climate" or="">
            记今天的
          </To>
          <RegisterTools kind="climate" title="温湿度记录" />
        </>
      }
    />
  )
}
