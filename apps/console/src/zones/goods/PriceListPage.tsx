import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { PRICE_LIST_STATES } from '#contract/constants.ts'
import type { PriceListWire } from '#contract/price-lists.ts'
import { approvals } from '../../api/approvals.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { numberText } from '../../parts/numbers.ts'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { ListFields, ListRowsIn } from './PriceListForm.tsx'
import { PriceListRows } from './PriceListRows.tsx'
import { LIST_TONES, listDraftOf, newListDraft } from './price-list-draft.ts'
import './goods.css'

const LISTS = [calls.priceList, calls.priceListRows, calls.priceLists]
const NAMES = { name: '名称', starts_at: '生效时间', reason: '理由' }
const MOVING_MS = 1_000
const SCHEDULED_MS = 10_000

function NewList() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => newListDraft(new Date()))
  const add = useDeed(calls.priceListAdd, {
    done: '草稿已保存，请读入价格',
    outdates: LISTS,
    onDone: ({ id }) => void navigate(`/goods/price-lists/${id}`, { replace: true }),
  })
  const save = () => void add.run({ body: draft })
  const can = draft.name.trim() !== '' && draft.reason.trim() !== ''
  useKeys([{ key: 'Ctrl+S', what: '存草稿', run: save, when: can }])
  return (
    <RecordPage
      title="新建调价单"
      tabs={[
        {
          key: 'list',
          title: '调价单',
          content: (
            <Section title="调价单" note="先存草稿，再读入价格">
              <ListFields draft={draft} onChange={setDraft} disabled={false} faults={add.faults} />
            </Section>
          ),
        },
      ]}
      foot={
        <>
          <span className="grow" />
          <Button type="primary" disabled={!can} loading={add.isBusy} onClick={save}>
            存草稿 <Kbd of="Ctrl+S" />
          </Button>
        </>
      }
    />
  )
}

/** How far the job is, in words and as a bar that a screen reader reads. */
function UnderWay({ list: { under_way: way, counts } }: { list: PriceListWire }) {
  if (way === '') return null
  const at = (...states: string[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  const [done, left] = way === 'apply' ? [at('done', 'left'), at('ready')] : [at('back', 'kept'), at('done')]
  return (
    <div className="list-way" role="status">
      <span>
        {way === 'apply' ? '正在生效' : '正在恢复'}：{numberText(done)} / {numberText(done + left)}
      </span>
      <Progress percent={Math.floor((100 * done) / Math.max(1, done + left))} aria-label="进度" />
    </div>
  )
}

function Sums({ list }: { list: PriceListWire }) {
  const { counts, kinds, large, below, low, most_cut: mostCut } = list
  const minded = [
    ...(large > 0 ? [`${numberText(large)} 行变动超过 ${mostCut}%`] : []),
    ...((below ?? 0) > 0 ? [`${numberText(below ?? 0)} 行低于成本价或底价`] : []),
    ...((low ?? 0) > 0 ? [`${numberText(low ?? 0)} 行使活动价低于成本价或底价`] : []),
  ]
  return (
    <Section title="合计" note={`${numberText(list.rows)} 行`}>
      <Rows
        rows={kinds}
        id={({ kind }) => kind}
        empty="还没有会改变价格的行"
        columns={[
          ['种类', ({ name }) => name],
          ['行', ({ rows }) => numberText(rows), 'num'],
          ['降', ({ down }) => numberText(down), 'num'],
          ['涨', ({ up }) => numberText(up), 'num'],
          ['新定', ({ fresh }) => numberText(fresh), 'num'],
          ['取消', ({ gone }) => numberText(gone), 'num'],
        ]}
      />
      <p className="row list-counts">
        {(['wrong', 'same', 'done', 'left', 'back', 'kept'] as const).map((state) => {
          const count = counts[state] ?? 0
          const words = { wrong: '有误，不生效', same: '与现价相同', done: '已生效', left: '未生效', back: '已恢复', kept: '未恢复' }[state]
          const isBad = state === 'wrong' || state === 'left' || state === 'kept'
          return count === 0 ? null : (
            <span key={state} className={isBad ? 'bad' : 'muted'}>
              {words} {numberText(count)} 行
            </span>
          )
        })}
      </p>
      {minded.length > 0 && <Alert type="warning" showIcon className="trouble" title={minded.join('；')} />}
    </Section>
  )
}

function Course({ list }: { list: PriceListWire }) {
  const by = (name: string, at: string) =>
    name === '' ? null : (
      <>
        {name} {at && <When at={at} />}
      </>
    )
  return (
    <Section title="经过">
      <Facts
        items={[
          ['生效时间', list.starts_at === '' ? '批准后立即' : <When key="s" at={list.starts_at} />],
          ['理由', list.reason],
          ['建立', list.created_by],
          ['最近修改', by(list.updated_by, list.updated_at)],
          ...(list.asked_by
            ? ([
                ['送审', list.asked_by],
                ['批准', by(list.approved_by || '（应急授权，无第二人）', list.approved_at)],
              ] as const)
            : []),
          ...(list.applied_at ? ([['生效于', <When key="a" at={list.applied_at} />]] as const) : []),
          ...(list.back_at
            ? ([
                ['回滚', by(list.back_by, list.back_at)],
                ['批准回滚', list.back_approved_by],
                ['回滚的理由', list.back_reason],
              ] as const)
            : []),
          ...(list.withdrawn_at
            ? ([
                ['撤回', by(list.withdrawn_by, list.withdrawn_at)],
                ['撤回的理由', list.withdrawn_reason],
              ] as const)
            : []),
        ]}
      />
    </Section>
  )
}

/** Who has to act, over everything else. */
function nextOf(list: PriceListWire, mayDecide: boolean, takeBack: (request: number) => void) {
  const { request, request_is_back: isBack, is_late: isLate, counts } = list
  if (request)
    return {
      next: {
        tone: 'info' as const,
        text: (
          <>
            {request.asked_by} {isBack === 1 ? '提交了回滚' : '已送审'}（<When at={request.asked_at} short />
            ），等待另一人批准；{isBack === 1 ? '批准前价格不变' : '等待期间不能修改'}
          </>
        ),
        action:
          request.mine === 1 ? (
            <Button size="small" onClick={() => takeBack(request.id)}>
              撤回送审
            </Button>
          ) : (
            mayDecide && (
              <Link to={`/system/approvals?look=${request.id}`}>
                <Button size="small" type="primary">
                  去批准、退回
                </Button>
              </Link>
            )
          ),
      },
    }
  if (isLate === 1) return { next: { text: '生效时间已经过去：这样送审，批准后立即生效' } }
  if (list.state === 'live' && (counts.left ?? 0) > 0)
    return { next: { text: `${numberText(counts.left ?? 0)} 行没有生效：批准之后有变化，原因见各行` } }
  if (list.state === 'rolled_back' && (counts.kept ?? 0) > 0)
    return { next: { text: `${numberText(counts.kept ?? 0)} 行没有恢复，保持不动，原因见各行` } }
  return {}
}

function KnownList({ list, readAgain }: { list: PriceListWire; readAgain: () => Promise<PriceListWire | undefined> }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [draft, setDraft] = useState(() => listDraftOf(list))
  const isOpen = may('prices.change') && list.state === 'draft'
  const stands = listDraftOf(list)
  const isDirty = isOpen && JSON.stringify(draft) !== JSON.stringify(stands)
  const save = useDeed(calls.priceListSave, { done: '草稿已保存', outdates: LISTS, onDone: (saved) => setDraft(listDraftOf(saved)) })
  const publish = useDeed(calls.priceListPublish, { done: '已排定，到时间即生效', outdates: LISTS })
  const withdraw = useDeed(calls.priceListWithdraw, { done: '已撤回', outdates: LISTS })
  const rollback = useDeed(calls.priceListRollback, { done: '正在恢复原来的价格', outdates: LISTS })
  const takingBack = useDeed(approvals.decide, { done: '已撤回送审', outdates: [approvals.list, ...LISTS] })
  const reason = useReason(withdraw.problem || rollback.problem)
  const publishWord = useSecondPerson('price.list')('排定') === '排定' ? '排定' : '送审'
  const backWord = useSecondPerson('price.list_back')('回滚')
  const { id } = list
  const keep = () => void save.run({ params: { id }, body: { ...draft, version: list.version } })
  const handIn = () => void publish.run({ params: { id }, body: { version: list.version } })
  const mayHandIn = isOpen && !isDirty && list.ready > 0
  const canWithdraw =
    may('prices.change') && list.request === null && list.under_way === '' && (list.state === 'draft' || list.state === 'scheduled')
  const canRollback = may('prices.change') && list.state === 'live' && list.under_way === '' && list.request === null
  useKeys([
    { key: 'Ctrl+S', what: '存草稿', run: keep, when: isDirty },
    { key: 'Ctrl+Enter', what: publishWord, run: handIn, when: mayHandIn },
  ])
  const toRows = (): void => {
    const changed = new URLSearchParams(params)
    changed.set('tab', 'rows')
    setParams(changed, { replace: true })
  }
  const askWithdraw = () =>
    reason.ask({
      title: `撤回“${list.name}”`,
      what: list.state === 'draft' ? '草稿留着，不能再送审。' : `${numberText(list.ready)} 个价到时间不再生效。`,
      ok: '撤回',
      danger: true,
      usual: ['供应商改口', '价格有误，另建一张'],
      run: (text) => withdraw.run({ params: { id }, body: { reason: text } }),
    })
  const askRollback = () =>
    reason.ask({
      title: `回滚“${list.name}”`,
      what: `${numberText(list.counts.done ?? 0)} 个价恢复成生效之前的；之后另改过的保持不动，并逐行说明。`,
      ok: backWord,
      danger: true,
      usual: ['价格有误', '供应商撤回调价'],
      run: (text) => rollback.run({ params: { id }, body: { reason: text } }),
    })
  const rowsTab = { key: 'rows', title: '明细', count: list.rows, content: <PriceListRows list={list} isOpen={isOpen} /> }
  const listTab = {
    key: 'list',
    title: '调价单',
    content: (
      <div className="list-sheet">
        <div>
          {isOpen ? (
            <>
              <MeanwhileNotice
                of={save}
                names={NAMES}
                mine={{ name: draft.name, reason: draft.reason }}
                onTakeTheirs={() => void readAgain().then((now) => now && setDraft(listDraftOf(now)))}
              />
              <Section title="调价单">
                <ListFields draft={draft} onChange={setDraft} disabled={false} faults={save.faults} />
              </Section>
              <ListRowsIn list={list} onRead={toRows} />
            </>
          ) : (
            <Course list={list} />
          )}
        </div>
        <div>
          <Sums list={list} />
          {isOpen && <Course list={list} />}
        </div>
      </div>
    ),
  }
  return (
    <RecordPage
      title={list.name}
      state={
        <>
          <StateTag tone={LIST_TONES[list.state]}>{PRICE_LIST_STATES[list.state]}</StateTag>
          <span className="muted s12">
            编号 {id}，
            {list.starts_at === '' ? (
              '批准后立即生效'
            ) : (
              <>
                生效 <When at={list.starts_at} />
              </>
            )}
          </span>
        </>
      }
      {...nextOf(
        list,
        may('approvals.decide') && may('prices.cost'),
        (request) => void takingBack.run({ params: { id: request, command: 'withdraw' }, body: {} }),
      )}
      top={
        <>
          <UnderWay list={list} />
          {publish.problem && <Alert type="error" showIcon className="trouble" title={publish.problem} />}
        </>
      }
      tabs={list.state === 'draft' ? [listTab, rowsTab] : [rowsTab, listTab]}
      foot={
        (isOpen || canWithdraw || canRollback) && (
          <>
            {canWithdraw && (
              <Button danger onClick={askWithdraw}>
                撤回…
              </Button>
            )}
            {canRollback && (
              <Button danger onClick={askRollback}>
                回滚…
              </Button>
            )}
            <span className="grow" />
            {isOpen && (
              <>
                <Button disabled={!isDirty} loading={save.isBusy} onClick={keep}>
                  存草稿 <Kbd of="Ctrl+S" />
                </Button>
                <Button type="primary" disabled={!mayHandIn} loading={publish.isBusy} onClick={handIn}>
                  {list.ready === 0 ? '没有价格要送审' : `${publishWord} ${numberText(list.ready)} 个价`}{' '}
                  {mayHandIn && <Kbd of="Ctrl+Enter" />}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {reason.dialog}
    </RecordPage>
  )
}

function Known({ id }: { id: number }) {
  const [every, setEvery] = useState(0)
  const answer = useAsk(calls.priceList, { params: { id } }, every > 0 ? { every } : {})
  const wanted = (answer.data?.under_way ?? '') !== '' ? MOVING_MS : answer.data?.state === 'scheduled' ? SCHEDULED_MS : 0
  if (wanted !== every) setEvery(wanted)
  const readAgain = async () => (await answer.refetch()).data
  return <Loaded of={answer}>{(list) => <KnownList key={list.id} list={list} readAgain={readAgain} />}</Loaded>
}

export default function PriceListPage() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewList /> : <Known id={Number(id)} />
}
