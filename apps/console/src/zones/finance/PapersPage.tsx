import { Button } from 'antd'
import { DOCUMENT_KINDS } from '#domain/documents.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Papers = typeof import('#contract/exchange.ts')['staffDocumentList']
type Row = RowOf<Papers>

const TONES: Readonly<Record<Row['state'], Tone>> = {
  waiting: 'moving',
  valid: 'done',
  replaced: 'closed',
  withdrawn: 'closed',
  failed: 'wrong',
}

const COLUMNS: Columns<Papers> = [
  { title: '编号', dataIndex: 'no', render: (no: string) => <b>{no}</b> },
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag> },
  { title: '单据', dataIndex: 'kind_name' },
  { title: '名称', dataIndex: 'title', ellipsis: true, width: 320 },
  { title: '日期', dataIndex: 'day' },
  { title: '版本', dataIndex: 'version', align: 'right' },
  { title: '制作于', dataIndex: 'made_at', render: (at: string | null) => <When at={at} short /> },
  { title: '由谁', dataIndex: 'asked_by' },
]

function One({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const again = useDeed(calls.paperAgain, { done: '已重新制作', outdates: [calls.papers] })
  const withdraw = useDeed(calls.paperWithdraw, { done: '已作废', outdates: [calls.papers] })
  const reason = useReason(withdraw.problem)
  const canAgain = may('papers.make') && row.state === 'failed'
  const canWithdraw = may('papers.withdraw') && row.state === 'valid'
  const url = row.file_url ? `${staffUrl(row.file_url)}?inline=1` : ''
  const open = () => void window.open(url, '_blank', 'noreferrer')
  useKeys([{ key: 'O', what: '打开单据', run: open, when: url !== '' }])
  return (
    <SideDrawer
      title={row.title}
      note={row.no}
      onClose={onClose}
      foot={
        <>
          {canWithdraw && (
            <Button
              danger
              onClick={() =>
                reason.ask({
                  title: `作废 ${row.no}`,
                  what: `${row.kind_name}《${row.title}》作废后不能恢复，扫码核验显示已作废和您写的原因。`,
                  ok: '作废',
                  danger: true,
                  run: (text) => withdraw.run({ params: { id: row.id }, body: { reason: text } }),
                })
              }
            >
              作废…
            </Button>
          )}
          {canAgain && (
            <Button type="primary" loading={again.isBusy} onClick={() => void again.run({ params: { id: row.id }, body: {} })}>
              重新制作
            </Button>
          )}
          {url && (
            <Button type="primary" className="grow" onClick={open}>
              打开 <Kbd of="O" />
            </Button>
          )}
        </>
      }
    >
      <Section title="单据">
        <Facts
          flat
          items={[
            [
              '状态',
              <StateTag key="state" tone={TONES[row.state]}>
                {row.state_name}
              </StateTag>,
            ],
            ['单据', row.kind_name],
            ['日期', row.day],
            ['版本', `第 ${row.version} 版`],
            ['改版原因', row.change],
            ['失败原因', row.fault],
            ['由谁制作', row.asked_by],
            ['制作于', <When key="at" at={row.made_at} />],
          ]}
        />
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

/** Every paper that the shop made: opened, made again where it failed, withdrawn with a reason. */
export default function PapersPage() {
  return (
    <ListPage
      what="单据"
      list={calls.papers}
      columns={COLUMNS}
      cursor="before"
      rowTone={({ state }) => (state === 'failed' ? 'is-bad' : '')}
      filters={[
        { kind: 'search', name: 'keyword', text: '编号、名称' },
        {
          kind: 'choice',
          name: 'kinds',
          text: '单据',
          choices: Object.entries(DOCUMENT_KINDS).map(([value, { name }]) => ({ value, text: name })),
          width: 160,
        },
        { kind: 'days', name: 'from', until: 'to', text: '日期' },
        { kind: 'choice', name: 'failed', text: '状态', choices: [{ value: '1', text: '制作失败' }] },
        { kind: 'choice', name: 'valid', text: '效力', choices: [{ value: '1', text: '只看有效' }] },
      ]}
      drawer={(row, close) => <One key={row.id} row={row} onClose={close} />}
    />
  )
}
