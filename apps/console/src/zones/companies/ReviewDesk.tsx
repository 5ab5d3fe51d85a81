import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DossierWire } from '#contract/companies.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { FileView } from '../../parts/FileView.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { numberText } from '../../parts/numbers.ts'
import { sentenceOf } from '../../parts/outcome.ts'
import { InHead } from '../../parts/slots.tsx'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { Closing } from './Closing.tsx'
import { calls } from './calls.ts'
import type { Foot } from './NothingToJudge.tsx'
import { Buys, ReviewFacts } from './ReviewFacts.tsx'
import {
  judged,
  messagesOf,
  nextUnjudged,
  outcomeOf,
  REJECT_REASONS,
  takenBack,
  type Verdict,
  type Verdicts,
  verdictOn,
  type Waiting,
  waitingOf,
} from './review-state.ts'

const MOST_KEYS = 9
const OTHER = '其他…'

function markOf(verdict: Verdict | undefined, isCurrent: boolean) {
  if (verdict?.decision === 'pass') return <span className="ok s12">✓ 通过</span>
  if (verdict?.decision === 'reject') return <span className="bad s12">✗ 驳回</span>
  return <span className="muted s12">{isCurrent ? '审核中' : '待审'}</span>
}

/** Paper by paper beside its picture. Nothing is sent before the last one is judged. */
export function ReviewDesk({ dossier, foot, bar }: { dossier: DossierWire; foot: Foot; bar?: ReactNode }) {
  // What was opened is what is judged: papers that pass meanwhile do not fall out of the row.
  const [waiting] = useState(() => waitingOf(dossier))
  const [first] = waiting
  return first === undefined ? null : <Desk dossier={dossier} foot={foot} bar={bar} waiting={waiting} first={first} />
}

interface Props {
  dossier: DossierWire
  foot: Foot
  /** Who has it open beside. */
  bar?: ReactNode
  waiting: readonly Waiting[]
  first: Waiting
}

function Desk({ dossier, foot, bar, waiting, first }: Props) {
  const [verdicts, setVerdicts] = useState<Verdicts>([])
  const [currentId, setCurrent] = useState(first.id)
  const [pageAt, setPage] = useState(0)
  const [isRejecting, setRejecting] = useState(false)
  const [read, setRead] = useState<Readonly<Record<number, readonly string[]>>>({})
  const [sent, setSent] = useState<readonly number[]>([])
  const [problem, setProblem] = useState('')
  const api = useApi()
  const queries = useQueryClient()
  const reason = useReason()
  const { data: checks } = useAsk(calls.checks, { params: { id: dossier.id } })
  const current = waiting.find(({ id }) => id === currentId) ?? first
  const { paper, version } = current
  const files = version.files
  const file = files[Math.min(pageAt, files.length - 1)]
  const outcome = outcomeOf(waiting, verdicts)
  const classes = read[current.id] ?? version.drug_classes.map(({ code }) => code)
  const lacksClasses = paper.class_options.length > 0 && classes.length === 0

  const show = (id: number): void => {
    setCurrent(id)
    setPage(0)
    setRejecting(false)
  }
  const judge = (decision: 'pass' | 'reject', said = ''): void => {
    if (sent.includes(current.id)) return
    const next = judged(verdicts, {
      id: current.id,
      decision,
      reason: said,
      ...(paper.class_options.length > 0 && decision === 'pass' && { classes }),
    })
    setVerdicts(next)
    setRejecting(false)
    const following = nextUnjudged(waiting, next, current.id)
    if (following !== null) show(following)
  }
  const pass = (): void => {
    if (!lacksClasses) judge('pass')
  }
  const rejectAs = (at: number): void => {
    const known = REJECT_REASONS[at]
    if (known) judge('reject', known.says)
    else
      reason.ask({
        title: `驳回 ${paper.name}`,
        what: '理由企业看得到，请写明怎样修改。',
        ok: '驳回这份证照',
        danger: true,
        run: async (text) => {
          judge('reject', text)
          return true
        },
      })
  }
  const takeBack = (id = verdicts.at(-1)?.id): void => {
    if (id === undefined || sent.includes(id)) return
    setVerdicts(takenBack(verdicts, id))
    show(id)
  }
  const turnPage = (by: 1 | -1): void => setPage((now) => Math.min(files.length - 1, Math.max(0, now + by)))
  const send = async (): Promise<boolean> => {
    setProblem('')
    const done = [...sent]
    for (const message of messagesOf(waiting, verdicts)) {
      if (done.includes(message.params.id)) continue
      try {
        await api.ask(calls.certificate, message)
        done.push(message.params.id)
        setSent([...done])
      } catch (error) {
        const name = waiting.find(({ id }) => id === message.params.id)?.paper.name ?? ''
        setProblem(`${name}没有送达：${sentenceOf(error)}`)
        show(message.params.id)
        // Withdrawn and sent again meanwhile: what is there now takes its place.
        await outdate(queries, [calls.company])
        return false
      }
    }
    return true
  }
  const isJoining = dossier.review_state === 1
  const finishPapers = async (): Promise<void> => {
    if (!(await send())) return
    await outdate(queries, [calls.companies])
    foot.go()
  }
  const numbers = Array.from({ length: MOST_KEYS }, (_, at) => ({
    key: String(at + 1),
    what: isRejecting ? (REJECT_REASONS[at]?.text ?? OTHER) : `第 ${at + 1} 份证照`,
    run: () => (isRejecting ? rejectAs(at) : waiting[at] && show(waiting[at].id)),
    when: isRejecting ? at <= REJECT_REASONS.length : at < waiting.length,
  }))
  useKeys([
    ...numbers,
    { key: 'A', what: '通过这份证照，看下一份', run: pass, when: !lacksClasses },
    { key: 'R', what: '驳回，再按数字选理由', run: () => setRejecting(true) },
    { key: 'Esc', what: '不驳回', run: () => setRejecting(false), when: isRejecting },
    { key: 'U', what: '撤回上一判', run: () => takeBack(), when: verdicts.length > 0 },
    { key: 'ArrowRight', what: '下一页影像', run: () => turnPage(1), when: files.length > 1 },
    { key: 'ArrowLeft', what: '上一页影像', run: () => turnPage(-1), when: files.length > 1 },
    { key: 'Enter', what: '送出判定', run: () => void finishPapers(), when: outcome !== 'unfinished' && !isJoining },
  ])
  const nextAt = waiting.findIndex(({ id }) => id === nextUnjudged(waiting, verdicts, current.id)) + 1
  return (
    <div className="review">
      <InHead>
        <h1 className="ell">{dossier.name}</h1>
        <span className="chip">{dossier.type}</span>
        <span className="muted s12 ell">
          <When at={dossier.submitted_at} short /> 提交 · 客户经理 {dossier.manager.name || '未定'}
        </span>
        <Link className="link s12" to={`/companies/${dossier.id}`}>
          档案
        </Link>
      </InHead>
      <div className="review-papers">
        {waiting.map(({ id, paper: one }, at) => (
          <button
            type="button"
            key={id}
            className={id === current.id ? 'is-on' : ''}
            aria-current={id === current.id ? 'true' : undefined}
            onClick={() => show(id)}
          >
            {at < MOST_KEYS && <Kbd of={String(at + 1)} />} {one.name} {markOf(verdictOn(verdicts, id), id === current.id)}
          </button>
        ))}
        <span className="grow" />
        <span className="row">
          <b className="nowrap">
            已判 {verdicts.length} / {waiting.length}
          </b>
          <Progress
            aria-label="判定进度"
            percent={(100 * verdicts.length) / waiting.length}
            showInfo={false}
            size={[72, 6]}
            strokeColor="var(--brand-600)"
          />
        </span>
      </div>
      {bar}
      {problem && <Alert banner type="error" title={problem} closable onClose={() => setProblem('')} />}
      <div className="review-body">
        <section className="review-picture" aria-label="证照影像">
          {file ? <FileView key={file.id} file={file} /> : <p className="alone">没有影像</p>}
          {files.length > 1 && (
            <div className="row review-pages">
              <Button size="small" icon={<LeftOutlined />} aria-label="上一页" onClick={() => turnPage(-1)} />
              <span className="s12">
                第 {Math.min(pageAt, files.length - 1) + 1} / {files.length} 页
              </span>
              <Button size="small" icon={<RightOutlined />} aria-label="下一页" onClick={() => turnPage(1)} />
            </div>
          )}
        </section>
        <section className="review-col scroll" aria-label="填写与核对">
          <ReviewFacts
            dossier={dossier}
            current={current}
            checks={checks}
            classes={classes}
            onClasses={(chosen) => setRead((now) => ({ ...now, [current.id]: chosen }))}
          />
        </section>
        <section className="review-col" aria-label="判定">
          <div className="scroll grow">
            {checks && <Buys buys={checks.buys} />}
            <div className="sec">
              <header>
                <h2>本次判定</h2>
              </header>
              {verdicts.length === 0 && <p className="muted s12">判定在最后一份判完后一并送出，之前企业看不到。</p>}
              <ul className="verdicts">
                {verdicts.map((one) => (
                  <li key={one.id}>
                    <b>{waiting.find(({ id }) => id === one.id)?.paper.name}</b>
                    {one.decision === 'pass' ? <span className="ok"> 通过</span> : <span className="bad"> 驳回：{one.reason}</span>}
                    {!sent.includes(one.id) && (
                      <button type="button" className="link" onClick={() => takeBack(one.id)}>
                        撤销
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <div className="review-judge">
            {outcome !== 'unfinished' &&
              (isJoining ? (
                <Closing key={outcome} dossier={dossier} outcome={outcome} send={send} onDone={foot.go} />
              ) : (
                <Button block size="large" type="primary" onClick={() => void finishPapers()}>
                  送出 {waiting.length} 份判定 <Kbd of="Enter" />
                </Button>
              ))}
            {isRejecting && (
              <div className="chips">
                {[...REJECT_REASONS.map(({ text }) => text), OTHER].map((text, at) => (
                  <Button key={text} size="small" onClick={() => rejectAs(at)}>
                    <Kbd of={String(at + 1)} /> {text}
                  </Button>
                ))}
              </div>
            )}
            {(outcome === 'unfinished' || verdictOn(verdicts, current.id) === undefined) && (
              <div className="row">
                <Button size="large" danger onClick={() => setRejecting(true)}>
                  驳回 <Kbd of="R" />
                </Button>
                <Button size="large" type="primary" className="grow" disabled={lacksClasses} onClick={pass}>
                  {lacksClasses ? '先选经营类别' : nextAt > 0 && waiting.length - verdicts.length > 1 ? `通过，看第 ${nextAt} 份` : '通过'}{' '}
                  <Kbd of="A" />
                </Button>
              </div>
            )}
          </div>
        </section>
      </div>
      <footer className="review-foot s12">
        <span>
          <Kbd of="1" />–<Kbd of={String(Math.min(waiting.length, MOST_KEYS))} /> 选证照 <Kbd of="＋" /> <Kbd of="−" /> 缩放 <Kbd of="Q" />{' '}
          <Kbd of="E" /> 转图 <Kbd of="U" /> 撤回上一判
        </span>
        <span className="grow" />
        <span className="muted">待审 {numberText(foot.waiting)} 家</span>
        {foot.next && (
          <span className="ell">
            下一家 <b>{foot.next.name}</b>
          </span>
        )}
        <Button size="small" onClick={foot.go}>
          {foot.next ? '跳到下一家' : '回到列表'} <Kbd of="N" />
        </Button>
      </footer>
      {reason.dialog}
    </div>
  )
}
