import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { periodLine, RegisterTools } from './RegisterTools.tsx'

type Care = typeof import('#contract/registers.ts')['staffCareRegister']

const COLUMNS: Columns<Care> = [
  { title: '养护', dataIndex: 'checked_at', width: 96, render: (at: string) => <When at={at} short /> },
  { title: '仓库', dataIndex: 'warehouse', width: 90 },
  { title: '货位', dataIndex: 'place', width: 80, render: (place: string) => place || '—' },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec, dosage_form, maker }) => (
      <span title={maker}>
        <b>{name}</b> <span className="muted s12">{[dosage_form, spec].filter(Boolean).join(' ')}</span>
      </span>
    ),
  },
  { title: '批号', dataIndex: 'batch_no', width: 110 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 96 },
  { title: '数量', dataIndex: 'number', align: 'right', width: 84, render: (number: number, { unit }) => `${number} ${unit}` },
  {
    title: '类别',
    dataIndex: 'kind_name',
    width: 90,
    render: (kind: string, { grounds }) => <span title={grounds}>{kind}</span>,
  },
  { title: '外观、包装', dataIndex: 'appearance', ellipsis: true },
  { title: '措施', dataIndex: 'measure', ellipsis: true },
  {
    title: '结果',
    dataIndex: 'doubted',
    width: 150,
    render: (doubted: number, { unit, fault, unqualified_no }) =>
      doubted === 0 ? (
        <StateTag tone="done">正常</StateTag>
      ) : (
        <span title={[fault, unqualified_no].filter(Boolean).join('；')}>
          <StateTag tone="wrong">{`可疑 ${doubted} ${unit}，已锁定`}</StateTag>
        </span>
      ),
  },
  { title: '养护人', dataIndex: 'checker', width: 76 },
]

/** 养护记录: every batch that somebody looked at; what was doubted leads to the record of unqualified goods. */
export default function CareRegisterPage() {
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="养护记录"
      list={calls.care}
      columns={COLUMNS}
      cursor="after"
      filters={[
        { kind: 'search', name: 'words', text: '货位、批号或商品', width: 200 },
        {
          kind: 'choice',
          name: 'result',
          text: '结果',
          choices: [
            { value: 'fine', text: '正常' },
            { value: 'doubted', text: '有问题' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '养护' },
        ...warehouse,
      ]}
      top={periodLine}
      empty="这段时间没有养护记录"
      open={({ unqualified_no, batch_no }) =>
        unqualified_no ? `quality/unqualified?words=${unqualified_no}` : `quality/batches?keywords=${encodeURIComponent(batch_no)}`
      }
      rowTone={({ doubted }) => (doubted > 0 ? 'is-warn' : '')}
      actions={<RegisterTools kind="care" title="养护记录" />}
    />
  )
}
