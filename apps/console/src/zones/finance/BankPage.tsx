import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { BankLineWire } from '#contract/bank.ts'
import type { DataOf } from '#contract/call.ts'
import { moneyText } from '#ui/yuan.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { StateViews } from '../../parts/StateViews.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
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

const VIEWS = [
  { value: '', text: '全部' },
  { value: 'open', text: '待匹配' },
  { value: 'matched', text: '已匹配' },
  { value: 'suspended', text: '转待查' },
  { value: 'aside', text: '不入账' },
]

/** Where the month begins in a day: the year is said by what stands beside it. */
const MONTH_AT = 5

/** The latest day's money, what of it and of all days has no place yet, and what stands beside it: proofs and the day's closing. */
function Sums({ sums }: Pick<DataOf<Lines>, 'sums'>) {
  const may = useMay()
  const proofs = useAsk(calls.proofs, { query: { per_page: 1 } }).data?.total
  const closings = useAsk(calls.closings, { query: { per_page: 1 } }, { enabled: may('money.view') }).data
  return (
    <div className="kpi" role="status">
      <div>
        <span>{sums.day ? `来账 ${sums.day}` : '来账'}</span>
        <b>{moneyText(sums.day_amount)}</b>
        <small>{sums.day ? `最近一天，${numberText(sums.day_count)} 笔` : '还没有收入流水'}</small>
      </div>
      <div>
        <span>当天已匹配</span>
        <b>{moneyText(sums.day_matched_amount)}</b>
        <small className={sums.day_matched === sums.day_count ? 'ok' : ''}>
          {numberText(sums.day_matched)} / {numberText(sums.day_count)} 笔
        </small>
      </div>
      <Link to="/finance/bank?state=open">
        <span>待匹配，各天合计</span>
        <b className={sums.open > 0 ? 'bad' : ''}>{moneyText(sums.open_amount)}</b>
        <small className={sums.open > 0 ? 'w' : 'ok'}>
          {sums.open > 0 ? `${numberText(sums.open)} 笔，最早 ${sums.oldest.slice(MONTH_AT)}` : '都有去处'}
        </small>
      </Link>
      <Link to="/finance/proofs">
        <span>转账凭证待核对</span>
        <b>{proofs === undefined ? '…' : numberText(proofs)}</b>
        <small className={proofs ? 'w' : ''}>{proofs ? '去核对' : '没有'}</small>
      </Link>
      {may('money.view') && (
        <Link to="/finance/closings">
          <span>日结</span>
          <b>{closings === undefined ? '…' : closings.last || '未结过'}</b>
          <small>{closings && `该结 ${closings.next}`}</small>
        </Link>
      )}
    </div>
  )
}

/** Ticked ones that are beyond doubt, each to what was suggested for it; all others are looked at one by one. */
function Match({ rows, clear }: { rows: readonly BankLineWire[]; clear: () => void }) {
  const ready = rows.flatMap((line) =>
    line.state === 'open' && line.clear === 1 && line.suggestion ? [{ line, to: line.suggestion }] : [],
  )
  const deed = useDeed(calls.bankMatch, {
    done: ({ matched, faults }) =>
      faults.length === 0 ? `已对上 ${matched} 笔` : `对上 ${matched} 笔；${faults.length} 笔没有对上：${faults[0]?.message}`,
    outdates: [calls.bankLines, calls.bankLine, calls.proofs, calls.transfers],
    onDone: clear,
  })
  const confirm = useReason(deed.problem)
  const ask = () =>
    confirm.ask({
      title: '确认来账',
      bare: true,
      ok: `确认 ${ready.length} 笔`,
      what: (
        <>
          <table className="tb tb-in">
            <thead>
              <tr>
                <th>付款户</th>
                <th className="num">金额</th>
                <th>对到</th>
                <th className="num">把握</th>
              </tr>
            </thead>
            <tbody>
              {ready.map(({ line, to }) => (
                <tr key={line.id}>
                  <td>{line.payer_name}</td>
                  <td className="num">
                    <Money yuan={line.amount} />
                  </td>
                  <td>{to.what}</td>
                  <td className="num">{to.percent}%</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>各记为已付款，不能撤回。</p>
          {rows.length > ready.length && (
            <p className="w">另有 {rows.length - ready.length} 笔户名或金额不是一看便知，请逐笔核对，不在其内。</p>
          )}
        </>
      ),
      run: () =>
        deed.run({
          body: {
            lines: ready.map(({ line, to }) => ({
              id: line.id,
              ...(to.payment_no ? { payment_no: to.payment_no } : { order_no: to.order_no }),
            })),
          },
        }),
    })
  useKeys([{ key: 'Shift+Enter', what: '确认勾选的来账', run: ask, when: ready.length > 0 }])
  return (
    <>
      <Button type="primary" size="small" disabled={ready.length === 0} onClick={ask}>
        {ready.length === 0 ? '所选都须逐笔核对' : `确认 ${ready.length} 笔…`} <Kbd of="Shift+Enter" />
      </Button>
      {confirm.dialog}
    </>
  )
}

/** What came in by the bank, and what it is for: suggested by the shop, decided by a person. */
export default function BankPage() {
  const may = useMay()
  const taken = useTaken('bank_line')
  const [params, setParams] = useSearchParams()
  const state = params.get('state') ?? ''
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
        fixed={state ? { state } : {}}
        columns={[...COLUMNS.slice(0, 3), processed, ...COLUMNS.slice(3)]}
        filters={[
          { kind: 'search', name: 'keywords', text: '付款户、金额、流水号' },
          { kind: 'days', name: 'start_time', until: 'end_time', text: '来账日期' },
        ]}
        top={({ sums }) => (
          <>
            <Sums sums={sums} />
            <StateViews name="state" otherwise="" views={VIEWS.map((one) => (one.value === 'open' ? { ...one, count: sums.open } : one))} />
          </>
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
        {...(may('transfers.confirm') && {
          bulk: (rows: readonly BankLineWire[], clear: () => void) => <Match rows={rows} clear={clear} />,
        })}
        empty="还没有来账。从网上银行下载交易明细，点“导入流水”"
      />
      {canImport && <BankImport open={isImporting} onClose={() => importing(false)} />}
    </>
  )
}
