import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { BroadcastDraftWire, BroadcastWire } from '#contract/broadcasts.ts'
import { BROADCAST_STATES } from '#contract/constants.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { numberText } from '../../parts/numbers.ts'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { BroadcastForm } from './BroadcastForm.tsx'
import { calls } from './calls.ts'
import { BROADCAST_TONES } from './states.ts'
import { useBroadcast } from './useBroadcast.tsx'
import './marketing.css'

const NAMES = { title: '标题', text: '内容', url: '链接', audience: '发给', codes: '企业编码', at: '发送' }
const FIELDS: readonly string[] = ['title', 'text', 'url', 'segments', 'codes', 'at']
const NEW: BroadcastDraftWire = { title: '', text: '', url: '', all: 0, segments: [], codes: '', at: '' }
const EVERY_MS = 1500

interface Props {
  /** null: one that is still to be written. */
  broadcast: BroadcastWire | null
  begin: BroadcastDraftWire
  names: readonly { id: number; name: string }[]
  readAgain?: () => Promise<BroadcastWire | undefined>
}

function Head({ broadcast }: { broadcast: BroadcastWire }) {
  const { state, audience, due_at: due, approved_by: approved, asked_by: asked, updated_by: by } = broadcast
  return (
    <>
      <StateTag tone={BROADCAST_TONES[state]}>{BROADCAST_STATES[state]}</StateTag>
      <span className="muted s12">
        {audience}
        {due && (
          <>
            ，<When at={due} short /> 发
          </>
        )}
        {approved ? `，${asked} 送审、${approved} 批准` : `，${by} 起草`}
      </span>
    </>
  )
}

function Result({ broadcast: { id, total, counts, state } }: { broadcast: BroadcastWire }) {
  const { sent, often, refused, waiting, read, opened } = counts
  const share = (part: number) => `${numberText(part)} 家${sent > 0 ? `（${Math.round((part * 100) / sent)}%）` : ''}`
  const results = `/marketing/broadcast_results?broadcast=${id}`
  return (
    <>
      {state === 'sending' && (
        <Section title="正在发">
          <Progress percent={total === 0 ? 0 : Math.floor(((total - waiting) * 100) / total)} aria-label="已处理" />
        </Section>
      )}
      <div className="thirds">
        <Section title="发送">
          <Facts
            items={[
              ['名单', `${numberText(total)} 家`],
              ['已发', `${numberText(sent)} 家`],
              [state === 'stopped' ? '停止时没有发的' : '还没有发', `${numberText(waiting)} 家`],
            ]}
          />
        </Section>
        <Section title="没有发">
          <Facts
            items={[
              ['当天已收满', `${numberText(often)} 家`],
              ['未通过审核或已冻结', `${numberText(refused)} 家`],
            ]}
          />
        </Section>
        <Section title="成效" note="百分比按已发的算">
          <Facts
            items={[
              ['已读', share(read)],
              ['点开链接', share(opened)],
            ]}
          />
        </Section>
      </div>
      <p className="offer-none">
        <Link className="link" to={results}>
          逐家看、导出 Excel
        </Link>
      </p>
    </>
  )
}

/** What stands over it: who has to act. */
function nextOf(broadcast: BroadcastWire | null, takeBack: (request: number) => void) {
  const { request, state, stopped_by: by, stopped_reason: reason } = broadcast ?? {}
  if (request)
    return {
      next: {
        tone: 'info' as const,
        text: `${request.asked_by} 已送审，另一人批准后发出；等待期间不能修改`,
        ...(request.mine === 1 && {
          action: (
            <Button size="small" onClick={() => takeBack(request.id)}>
              撤回送审
            </Button>
          ),
        }),
      },
    }
  return state === 'stopped' ? { next: { tone: 'warning' as const, text: `${by} 停止：${reason}` } } : {}
}

function BroadcastRecord({ broadcast, begin, names, readAgain }: Props) {
  const may = useMay()
  const [draft, setDraft] = useState(begin)
  const [stands, setStands] = useState(begin)
  const deeds = useBroadcast({
    broadcast,
    draft,
    onSaved: (kept) => {
      setDraft(kept)
      setStands(kept)
    },
  })
  const can = may('messages.send')
  const state = broadcast?.state ?? 'draft'
  const isOpen = can && state === 'draft'
  const isDirty = broadcast === null || JSON.stringify(draft) !== JSON.stringify(stands)
  const isListed = (broadcast?.total ?? 0) > 0 || state === 'sending' || state === 'done'
  useKeys([
    { key: 'Ctrl+S', what: '存草稿', run: deeds.save, when: isOpen && isDirty },
    { key: 'Ctrl+Enter', what: deeds.word, run: () => deeds.send(isDirty), when: isOpen },
  ])
  const change = (typed: BroadcastDraftWire): void => {
    if (deeds.faults.length > 0) deeds.dismiss()
    setDraft(typed)
  }
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) deeds.take(now)
  }
  const faultOf = (field: string): string =>
    deeds.faults
      .filter((fault) => fault.field === field)
      .map(({ message }) => message)
      .join('；')
  const isElsewhere = deeds.faults.length === 0 || deeds.faults.some(({ field }) => !FIELDS.includes(field))
  const result = broadcast && isListed ? [{ key: 'result', title: '结果', content: <Result broadcast={broadcast} /> }] : []
  const text = {
    key: 'text',
    title: '消息',
    content: (
      <>
        <MeanwhileNotice
          of={deeds.saving}
          names={NAMES}
          mine={{ title: draft.title, text: draft.text, url: draft.url }}
          onTakeTheirs={() => void takeTheirs()}
        />
        {deeds.problem && isElsewhere && <Alert type="error" showIcon className="trouble" title={deeds.problem} />}
        <BroadcastForm draft={draft} onChange={change} isNew={broadcast === null} disabled={!isOpen} names={names} faultOf={faultOf} />
      </>
    ),
  }
  return (
    <RecordPage
      title={broadcast?.title ?? '新建群发消息'}
      {...(broadcast && { state: <Head broadcast={broadcast} /> })}
      {...nextOf(broadcast, deeds.takeBack)}
      tabs={[...result, text]}
      foot={
        can && (
          <>
            {broadcast && (
              <Link to={`/marketing/broadcasts/new?from=${broadcast.id}`}>
                <Button>照此新建</Button>
              </Link>
            )}
            {broadcast && (state === 'draft' || state === 'coming' || state === 'sending') && (
              <Button danger onClick={deeds.stop}>
                {state === 'draft' ? '撤下…' : '停止…'}
              </Button>
            )}
            <span className="grow" />
            {isOpen && (
              <>
                <Button disabled={!isDirty} loading={deeds.saving.isBusy} onClick={deeds.save}>
                  存草稿 <Kbd of="Ctrl+S" />
                </Button>
                <Button type="primary" loading={deeds.isSending} onClick={() => deeds.send(isDirty)}>
                  {deeds.word} <Kbd of="Ctrl+Enter" />
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {deeds.dialog}
    </RecordPage>
  )
}

function Known({ id }: { id: number }) {
  const [isMoving, setMoving] = useState(true)
  const answer = useAsk(calls.broadcast, { params: { id } }, isMoving ? { every: EVERY_MS } : {})
  const moves = answer.data === undefined || answer.data.state === 'sending' || answer.data.state === 'coming'
  if (moves !== isMoving) setMoving(moves)
  const readAgain = async () => (await answer.refetch()).data
  return (
    <Loaded of={answer}>
      {(broadcast) => (
        <BroadcastRecord
          key={broadcast.id}
          broadcast={broadcast}
          begin={broadcast.draft}
          names={broadcast.segment_names}
          readAgain={readAgain}
        />
      )}
    </Loaded>
  )
}

/** Begun from another one: its words and whom it was for, to be sent anew. */
function CopyOf({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.broadcast, { params: { id } })}>
      {({ draft, segment_names: names }) => <BroadcastRecord broadcast={null} begin={{ ...draft, at: '' }} names={names} />}
    </Loaded>
  )
}

export default function BroadcastPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const from = Number(params.get('from'))
  if (id !== 'new') return <Known id={Number(id)} />
  return from > 0 ? <CopyOf id={from} /> : <BroadcastRecord broadcast={null} begin={NEW} names={[]} />
}
