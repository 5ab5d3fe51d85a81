import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { BankLineWire } from '#contract/bank.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { BankImport } from './BankImport.tsx'
import { BankLine } from './BankLine.tsx'
import { calls } from './calls.ts'
import css from './finance.module.css'

type Lines = typeof import('#contract/bank.ts')['staffBankLines']

const TONES: Readonly<Record<BankLineWire['state'], Tone>> = { open: 'waiting', matched: 'done', suspended: 'moving', aside: 'closed' }

function Sure({ line: { state, suggestion, clear } }: { line: BankLineWire }) {
  if (state !== 'open') return null
  if (suggestion === null) return <span className="muted">没有相符的</span>
  return (
    <span className={css.sure}>
      <progress max={100} value={suggestion.percent} className={clear === 1 ? css.clear : undefined} aria-label="把握" />
      <span className={clear === 1 ? 'ok' : 'w'}>{suggestion.percent}%</span>
    </span>
  )
}

const COLUMNS: Columns<Lines> = [
  { title: '时间', key: 'at', render: (_, { day, time }) => `${day} ${time.slice(0, 5)}` },
  { title: '付款户', dataIndex: 'payer_name', ellipsis: true, width: 200, render: (name: string) => <b>{name}</b> },
  { title: '金额', dataIndex: 'amount', align: 'right', render: (amount: string) => <Money yuan={amount} strong /> },
  { title: '附言', dataIndex: 'memo', ellipsis: true, width: 180 },
  {
    title: '对到',
    key: 'suggestion',
    render: (_, line) => (line.state === 'open' ? line.suggestion?.what : line.matched_to),
  },
  { title: '把握', key: 'percent', render: (_, line) => <Sure line={line} /> },
  {
    title: '状态',
    dataIndex: 'state',
    render: (state: BankLineWire['state'], { state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag>,
  },
  { title: '流水号', dataIndex: 'serial' },
  { title: '处理人', dataIndex: 'decided_by' },
]

/** What came in by the bank, and what it is for: suggested by the shop, decided by a person. */
export default function BankPage() {
  const may = useMay()
  const taken = useTaken('bank_line')
  const [params, setParams] = useSearchParams()
  const isImporting = params.get('import') === '1'
  const importing = (open: boolean): void =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        if (open) changed.set('import', '1')
        else changed.delete('import')
        return changed
      },
      { replace: true },
    )
  const canImport = may('money.reconcile')
  useKeys([{ key: 'I', what: '导入银行流水', run: () => importing(true), when: canImport }])
  const processed: Columns<Lines>[number] = { title: '处理', key: 'taken', render: (_, { id }) => <TakenBy of={taken.get(id)} /> }
  return (
    <>
      <ListPage
        what="来账"
        list={calls.bankLines}
        columns={[...COLUMNS.slice(0, 3), processed, ...COLUMNS.slice(3)]}
        filters={[
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: [
              { value: 'open', text: '待匹配' },
              { value: 'matched', text: '已匹配' },
              { value: 'suspended', text: '转待查' },
              { value: 'aside', text: '不入账' },
            ],
          },
          { kind: 'search', name: 'keywords', text: '付款户、金额、流水号' },
          { kind: 'days', name: 'start_time', until: 'end_time', text: '来账日期' },
        ]}
        top={({ sums }) => (
          <p className="bar bar-soft" role="status">
            待匹配 <b>{sums.open}</b> 笔 <Money yuan={sums.open_amount} strong />
            {sums.oldest && <span className="w">最早 {sums.oldest}</span>}
          </p>
        )}
        actions={
          canImport && (
            <Button icon={<UploadOutlined />} onClick={() => importing(true)}>
              导入流水 <Kbd of="I" />
            </Button>
          )
        }
        exports={may('money.view')}
        drawer={(row, close) => <BankLine key={row.id} row={row} onClose={close} />}
        empty="还没有来账。从网上银行下载交易明细，点“导入流水”"
      />
      {canImport && <BankImport open={isImporting} onClose={() => importing(false)} />}
    </>
  )
}
