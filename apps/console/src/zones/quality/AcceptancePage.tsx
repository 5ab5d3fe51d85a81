import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { periodLine, RegisterTools } from './RegisterTools.tsx'

type Acceptance = typeof import('#contract/registers.ts')['staffAcceptanceRegister']

const COLUMNS: Columns<Acceptance> = [
  { title: '验收', dataIndex: 'accepted_at', width: 96, render: (at: string) => <When at={at} short /> },
  { title: '收货单', dataIndex: 'no', width: 150 },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec, dosage_form, maker, approval_no }) => (
      <span title={[maker, approval_no].filter(Boolean).join(' ')}>
        <b>{name}</b> <span className="muted s12">{[dosage_form, spec].filter(Boolean).join(' ')}</span>
      </span>
    ),
  },
  { title: '批号', dataIndex: 'batch_no', width: 96 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 96 },
  { title: '供货单位', dataIndex: 'supplier', ellipsis: true },
  {
    title: '合格 / 到货',
    dataIndex: 'accepted',
    align: 'right',
    width: 104,
    render: (accepted: number, { number, unit }) => `${accepted} / ${number} ${unit}`,
  },
  { title: '抽样', dataIndex: 'sampled', align: 'right', width: 56, render: (number: number | null) => number ?? '—' },
  { title: '外观质量', dataIndex: 'appearance', ellipsis: true },
  { title: '检验报告', dataIndex: 'report_no', width: 110, ellipsis: true },
  {
    title: '结果',
    dataIndex: 'result',
    width: 124,
    render: (result: string, { accepted, number, reject_reason, measure_name }) => (
      <span title={[reject_reason, measure_name].filter(Boolean).join('；')}>
        <StateTag tone={accepted === number ? 'done' : 'wrong'}>{result}</StateTag>
      </span>
    ),
  },
  { title: '验收人', dataIndex: 'acceptor', width: 76 },
]

/** 验收记录: every line that quality judged, as the intake page asked for it. */
export default function AcceptancePage() {
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="验收记录"
      list={calls.acceptance}
      columns={COLUMNS}
      cursor="after"
      filters={[
        { kind: 'search', name: 'words', text: '收货单、供货单位、批号或商品', width: 220 },
        {
          kind: 'choice',
          name: 'result',
          text: '结果',
          choices: [
            { value: 'passed', text: '合格' },
            { value: 'rejected', text: '有不合格' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '验收' },
        ...warehouse,
      ]}
      top={periodLine}
      empty="这段时间没有验收"
      open={({ intake_id }) => `warehouse/receive/${intake_id}`}
      actions={<RegisterTools kind="acceptance" title="验收记录" />}
    />
  )
}
