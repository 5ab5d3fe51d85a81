import { Alert, Button, Checkbox, InputNumber } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { COUNT_BATCHES_MAX } from '#contract/constants.ts'
import type { CountHeadWire, CountLineWire } from '#contract/counts.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { Views } from '../../parts/Views.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { differenceOf, lineMeant } from './count-rules.ts'
import { ScanField } from './ScanField.tsx'
import { TONES } from './tones.ts'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

const VIEWS = [
  ['', '全部'],
  ['open', '未盘'],
  ['differing', '有差异'],
] as const
const OUTDATES = [calls.count, calls.countLines, calls.counts]

function Cell({ line, countId, isOpen }: { line: CountLineWire; countId: number; isOpen: boolean }) {
  const [typed, setTyped] = useState<number | null>(line.counted)
  const deed = useDeed(calls.countEnter, { done: '', outdates: OUTDATES })
  if (!isOpen) return <b>{line.counted ?? '—'}</b>
  const save = (): void => {
    if (typed !== line.counted) void deed.run({ params: { id: countId }, body: { batch_id: line.batch_id, counted: typed } })
  }
  // Whoever scans goes back to scan; whoever reads down the sheet goes on to the next line.
  const onEnter = ({ target }: KeyboardEvent<HTMLInputElement>): void => {
    if (!(target instanceof HTMLInputElement)) return
    const inputs = [...document.querySelectorAll<HTMLInputElement>('.count-sheet input')]
    const next = target.dataset.scanned ? undefined : inputs[inputs.indexOf(target) + 1]
    delete target.dataset.scanned
    if (next) next.focus()
    else document.querySelector<HTMLInputElement>('.scan-field')?.focus()
  }
  return (
    <InputNumber
      id={`count-${line.batch_id}`}
      aria-label={`${line.name} ${line.batch_no} 盘点数`}
      min={0}
      max={10_000_000}
      precision={0}
      value={typed}
      status={deed.problem ? 'error' : ''}
      style={{ width: 100 }}
      onChange={setTyped}
      onBlur={save}
      onFocus={({ target }) => target.select()}
      onPressEnter={onEnter}
    />
  )
}

/** Scan a label, and the cursor stands in its line; Enter goes on to the next one. */
function Sheet({ count, mayEnter }: { count: CountHeadWire; mayEnter: boolean }) {
  const [params, setParams] = useSearchParams()
  const only = params.get('only') ?? (count.state === 'submitted' ? 'differing' : '')
  const [isBlind, setBlind] = useState(false)
  const [missed, setMissed] = useState('')
  const query = { per_page: COUNT_BATCHES_MAX, ...(only !== '' && only !== 'all' && { only: only as 'open' | 'differing' }) }
  const answer = useAsk(calls.countLines, { params: { id: count.id }, query }, { keepFormer: true })
  const choose = (key: string): void => {
    const next = new URLSearchParams(params)
    next.set('only', key || 'all')
    setParams(next, { replace: true })
  }
  const scan = (text: string, lines: readonly CountLineWire[]): void => {
    const line = lineMeant(lines, text)
    setMissed(line ? '' : text)
    const field = line && document.getElementById(`count-${line.batch_id}`)
    if (!field) return
    field.dataset.scanned = '1'
    field.focus()
  }
  return (
    <>
      <Views label="盘点行" views={VIEWS.map(([key, text]) => ({ key, text }))} open={only === 'all' ? '' : only} onOpen={choose}>
        {mayEnter && <ScanField label="扫批号或条码，到它那一行" onScan={(text) => scan(text, answer.data?.list ?? [])} />}
        {missed && <span className="bad">单上没有“{missed}”</span>}
        <span className="grow" />
        <Checkbox checked={isBlind} onChange={({ target }) => setBlind(target.checked)}>
          盲盘：不显示账面数
        </Checkbox>
        <Button size="small" onClick={() => window.print()}>
          打印盘点表
        </Button>
      </Views>
      <Loaded of={answer}>
        {({ list, total }) => (
          <div className="sheet count-sheet">
            <h2 className="print-only">
              盘点表 {count.no}　{count.warehouse}　{count.title}
            </h2>
            <table className="tb">
              <thead>
                <tr>
                  <th>货位</th>
                  <th>商品</th>
                  <th>批号</th>
                  <th>有效期至</th>
                  {!isBlind && <th className="num">账面</th>}
                  {!isBlind && <th className="num">其中占用</th>}
                  <th className="num">实盘</th>
                  {!isBlind && <th className="num">差异</th>}
                  <th>盘点人</th>
                </tr>
              </thead>
              <tbody>
                {list.map((line) => (
                  <tr key={`${line.batch_id}-${line.counted}`} className={line.problem ? 'is-wrong' : ''}>
                    <td>{line.place || '—'}</td>
                    <td>
                      <b>{line.name}</b> <span className="muted">{`${line.spec}　${line.maker}`}</span>
                      {line.problem && <p className="bad s12">{line.problem}</p>}
                    </td>
                    <td>{line.batch_no}</td>
                    <td>{line.expiry_date}</td>
                    {!isBlind && <td className="num">{numberText(line.book)}</td>}
                    {!isBlind && <td className="num">{line.reserved || ''}</td>}
                    <td className="num">
                      <Cell line={line} countId={count.id} isOpen={mayEnter} /> {(mayEnter || line.counted !== null) && line.unit}
                    </td>
                    {!isBlind && (
                      <td className="num">
                        <Difference line={line} />
                      </td>
                    )}
                    <td>{line.counter}</td>
                  </tr>
                ))}
                {list.length === 0 && (
                  <tr>
                    <td colSpan={9} className="muted">
                      {only === 'differing' ? '没有差异' : '没有行'}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
            <p className="muted s12">
              共 {numberText(total)} 行<span className="print-only">　盘点人：　　　　　　　复盘人：　　　　　　　日期：</span>
            </p>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Difference({ line }: { line: CountLineWire }) {
  const difference = differenceOf(line)
  if (difference === null || difference === 0) return <span className="muted">{difference ?? ''}</span>
  return <b className={difference > 0 ? 'ok' : 'bad'}>{difference > 0 ? `+${difference}` : `−${-difference}`}</b>
}

function Record({ count }: { count: CountHeadWire }) {
  const may = useMay()
  const deed = useDeed(calls.countDecide, {
    done: ({ state, posted }) =>
      state === 'approved' ? `已过账 ${posted} 个批号` : state === 'submitted' ? '已提交，等另一人批准' : '已办妥',
    outdates: [...OUTDATES, calls.batches, calls.movements],
  })
  const reason = useReason(deed.problem)
  const mayEnter = count.state === 'open' && may('stock.count')
  const mayApprove = count.state === 'submitted' && may('stock.approve') && count.mine === 0
  const run = (command: 'submit' | 'approve' | 'cancel' | 'return', text = '') =>
    deed.run({ params: { id: count.id, command }, body: { reason: text } })
  const missing = count.lines - count.counted
  const sums = `差异 ${numberText(count.differing)} 行：多 ${numberText(count.more)}，少 ${numberText(count.less)}`
  const submit = (): void =>
    reason.ask({
      title: `提交 ${count.no}`,
      what: `${numberText(count.lines)} 行已盘完，${sums}。提交后由另一人批准，批准才过账。`,
      ok: '提交',
      bare: true,
      run: () => run('submit'),
    })
  const approve = (): void =>
    reason.ask({
      title: `批准 ${count.no}`,
      what: `${count.warehouse}，${sums}。批准后立即过账，不能撤回；错了再开一张。`,
      ok: '批准并过账',
      bare: true,
      run: () => run('approve'),
    })
  const sendBack = (): void =>
    reason.ask({
      title: `退回 ${count.no}`,
      what: count.kind === 'adjust' ? '这张调整单作废，库存不变。' : '退给盘点人重盘，已录的数留着。',
      ok: '退回',
      danger: true,
      usual: ['差异大，请复盘', '原因不清楚'],
      run: (text) => run('return', text),
    })
  useKeys([
    { key: 'S', what: '提交盘点', run: submit, when: mayEnter && missing === 0 },
    { key: 'A', what: '批准并过账', run: approve, when: mayApprove },
    { key: 'R', what: '退回', run: sendBack, when: mayApprove },
  ])
  const next = mayEnter
    ? {
        tone: 'info' as const,
        text: missing > 0 ? `还有 ${missing} 行没有盘` : `盘完了，${sums}`,
        action: (
          <Button type="primary" size="small" disabled={missing > 0} onClick={submit}>
            {missing > 0 ? `还差 ${missing} 行` : '提交'} <Kbd of="S" />
          </Button>
        ),
      }
    : mayApprove
      ? {
          text: `${count.submitter} 提交，${sums}${count.kind === 'adjust' ? `，原因：${count.reason}` : ''}`,
          action: (
            <span className="row">
              <Button size="small" onClick={sendBack}>
                退回… <Kbd of="R" />
              </Button>
              <Button type="primary" size="small" onClick={approve}>
                批准并过账 <Kbd of="A" />
              </Button>
            </span>
          ),
        }
      : count.state === 'submitted'
        ? { text: `${sums}。等没有参与的另一人批准` }
        : undefined
  return (
    <RecordPage
      title={count.no}
      state={<StateTag tone={TONES[count.state]}>{count.state_name}</StateTag>}
      {...(next && { next })}
      actions={
        (count.state === 'open' || count.state === 'submitted') &&
        may('stock.count') && (
          <Button
            size="small"
            onClick={() =>
              reason.ask({
                title: `作废 ${count.no}`,
                what: `${numberText(count.counted)} 行已录的数不再有用，库存不变。`,
                ok: '作废',
                danger: true,
                run: (text) => run('cancel', text),
              })
            }
          >
            作废…
          </Button>
        )
      }
      tabs={[
        {
          key: 'lines',
          title: '盘点表',
          count: count.lines,
          content: (
            <>
              {deed.problem && <Alert type="error" banner title={deed.problem} />}
              <Sheet count={count} mayEnter={mayEnter} />
            </>
          ),
        },
        {
          key: 'facts',
          title: '经过',
          content: (
            <div className="sheet">
              <Facts
                items={[
                  ['类型', count.kind_name],
                  ['仓库', count.warehouse],
                  ['范围', count.title],
                  ['说明', count.reason],
                  ['开单', <When key="s" at={count.started_at} />],
                  ['开单人', count.starter],
                  ['提交', <When key="u" at={count.submitted_at} />],
                  ['提交人', count.submitter],
                  ['批准', <When key="d" at={count.decided_at} />],
                  ['批准人', count.decider],
                ]}
              />
            </div>
          ),
        },
      ]}
    >
      {reason.dialog}
    </RecordPage>
  )
}

export default function CountPage() {
  const { id = '0' } = useParams()
  const answer = useAsk(calls.count, { params: { id: Number(id) } }, { enabled: Number(id) > 0 })
  return <Loaded of={answer}>{(count) => <Record count={count} />}</Loaded>
}
