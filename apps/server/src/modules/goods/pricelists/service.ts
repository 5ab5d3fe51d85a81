import { createHash } from 'node:crypto'
import type { BodyOf } from '#contract/call.ts'
import { PRICE_LIST_ROWS_MAX } from '#contract/constants.ts'
import { type staffPriceListAdd, staffPriceListPublish, staffPriceListRollback } from '#contract/price-lists.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import type { Change, Deed, DeedAsk, Weighed } from '../../who/approvals/public.ts'
import { KIND_NAMES, resolveRows, type Standing, shownPrice, standingOf, weighRows } from './judge.ts'
import { lowsOf, whyKept } from './putting.ts'
import type { SaidRow } from './read-file.ts'
import { listOf } from './screens.ts'
import {
  clearRows,
  countRows,
  type Draft,
  deleteRows,
  type GoodRow,
  insertList,
  insertRows,
  isGood,
  type ListHead,
  type ListRow,
  lockList,
  readRows,
  setList,
  touchList,
  updateRows,
} from './store.ts'
import { findList, sumsOf } from './views.ts'
import { backReasonOf, listWork, reasonOf } from './work.ts'

const AHEAD_MS = 366 * 86_400_000
const MINUTE_MS = 60_000

const momentText = (startsAt: Date | null): string => (startsAt === null ? '批准后立即' : beijingMinute(startsAt))
const countText = (count: number): string => count.toLocaleString('zh-CN')

function readDraft({ name, reason, starts_at: said }: BodyOf<typeof staffPriceListAdd>, now: Date): Draft {
  const draft = { name: name.trim(), reason: reason.trim() }
  requireVisible(draft)
  if (said.trim() === '') return { ...draft, startsAt: null }
  const at = Date.parse(said)
  if (Number.isNaN(at)) throw fieldErrors([{ field: 'starts_at', message: '请填写生效时间' }])
  const startsAt = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS)
  if (startsAt <= now) throw fieldErrors([{ field: 'starts_at', message: '生效时间已经过去' }])
  if (startsAt.getTime() > now.getTime() + AHEAD_MS) throw fieldErrors([{ field: 'starts_at', message: '生效时间至多在一年之内' }])
  return { ...draft, startsAt }
}

const saidOf = ({ name, reason, startsAt }: Draft) => ({ name, starts_at: momentText(startsAt), reason })

export async function addList(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  body: BodyOf<typeof staffPriceListAdd>,
  now: Date,
): Promise<number> {
  const draft = readDraft(body, now)
  return transact(db, async (trx) => {
    const id = await insertList(trx, draft, staff.name, now)
    await writeAudit(trx, staff, { action: 'price_list.add', subject: `price_list:${id}`, before: null, after: saidOf(draft) }, now)
    return id
  })
}

async function lockKnown(trx: Connection, id: number): Promise<ListHead> {
  const list = await lockList(trx, id)
  if (list === null) throw notFound('调价单')
  return list
}

/** Whoever approves reads what was handed in: it stays as it is until that is decided. */
async function refuseWhileWaiting(trx: Connection, id: number, now: Date): Promise<void> {
  const request = (await findList(trx, id, now))?.request
  if (request) throw conflict(`已由 ${request.asked_by} 送审，等待批准；请先撤回送审`)
}

async function openDraft(trx: Connection, id: number, now: Date): Promise<ListHead> {
  const list = await lockKnown(trx, id)
  if (list.state !== 'draft') throw conflict('只有草稿可以修改，请另建一张')
  await refuseWhileWaiting(trx, id, now)
  return list
}

function refuseOtherVersion(list: ListHead, version: number): void {
  if (list.version === version) return
  throw changedMeanwhile(
    list.version,
    Object.entries(saidOf(list)).map(([field, theirs]) => ({ field, theirs })),
  )
}

export async function saveList(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  { version, ...body }: BodyOf<typeof staffPriceListAdd> & { version: number },
  now: Date,
): Promise<void> {
  const draft = readDraft(body, now)
  await transact(db, async (trx) => {
    const list = await openDraft(trx, id, now)
    refuseOtherVersion(list, version)
    await touchList(trx, id, staff.name, now, draft)
    const change = { before: saidOf(list), after: saidOf(draft) }
    await writeAudit(trx, staff, { action: 'price_list.change', subject: `price_list:${id}`, ...change }, now)
  })
}

/** Each row against what stands now. */
async function weighAll(trx: Connection, rows: readonly ListRow[], now: Date): Promise<ListRow[]> {
  return weighRows(await standingOf(trx, rows.filter(isGood), now, false), rows)
}

/** Rows of a draft become others: what is to be done is done between two looks at the list. */
async function changeRows(
  db: Connection,
  staff: StaffActor,
  id: number,
  now: Date,
  work: (trx: Connection) => Promise<Record<string, string | number>>,
): Promise<void> {
  await transact(db as DatabaseHandle['db'], async (trx) => {
    await openDraft(trx, id, now)
    const what = await work(trx)
    await countRows(trx, id)
    await touchList(trx, id, staff.name, now)
    const { states } = await sumsOf(trx, id)
    const after = { ...what, ...Object.fromEntries(states.map(({ state, rows }) => [state, rows])) }
    await writeAudit(trx, staff, { action: 'price_list.rows', subject: `price_list:${id}`, before: null, after }, now)
  })
}

/** A file's rows take the place of what was there; typed ones stand behind it. */
export const putSaid = (
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  { file, rows: said }: { file: string; rows: readonly SaidRow[] },
  now: Date,
): Promise<void> =>
  changeRows(db, staff, id, now, async (trx) => {
    if (file !== '') await clearRows(trx, id)
    const before = file === '' ? await readRows(trx, id) : []
    if (before.length + said.length > PRICE_LIST_ROWS_MAX)
      throw fieldErrors([{ field: 'text', message: `一张调价单至多 ${countText(PRICE_LIST_ROWS_MAX)} 行` }])
    await insertRows(trx, id, await weighAll(trx, await resolveRows(trx, said, before), now))
    return { ...(file !== '' && { file }), said: said.length }
  })

export const dropRows = (
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  what: Parameters<typeof deleteRows>[2],
  now: Date,
): Promise<void> => changeRows(db, staff, id, now, async (trx) => ({ dropped: await deleteRows(trx, id, what) }))

export async function withdrawList(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  reason: string,
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const list = await lockKnown(trx, id)
    if (list.state !== 'draft' && list.state !== 'scheduled') throw conflict('已经生效，不能撤回；可以回滚')
    await refuseWhileWaiting(trx, id, now)
    await setList(trx, id, { state: 'withdrawn', withdrawn_by: staff.name, withdrawn_at: now, withdrawn_reason: reason.trim() })
    const change = { before: { state: list.state }, after: { state: 'withdrawn', reason: reason.trim() } }
    await writeAudit(trx, staff, { action: 'price_list.withdraw', subject: `price_list:${id}`, ...change }, now)
  })
}

// ── Two people ──

const NAMED = 5

/** The largest falls and rises by name. */
function largest(rows: readonly GoodRow[], { prices }: Standing): { name: string; before: string; after: string }[] {
  const share = ({ before, after }: GoodRow) => (before === null || after === null ? 0 : (after - before) / before)
  const sorted = rows.filter((row) => share(row) !== 0).toSorted((a, b) => share(a) - share(b))
  const falls = sorted.filter((row) => share(row) < 0).slice(0, NAMED)
  const rises = sorted
    .filter((row) => share(row) > 0)
    .slice(-NAMED)
    .reverse()
  return [...falls, ...rises].map((row) => {
    const goods = prices.get(row.goodsId)
    const of = `${goods?.name ?? ''} ${goods?.code ?? ''} ${row.rank}${KIND_NAMES[row.kind]}`
    const by = `${share(row) < 0 ? '降' : '涨'} ${Math.abs(share(row) * 100).toFixed(1)}%`
    return { name: of, before: shownPrice(row.before), after: `${shownPrice(row.after)}（${by}）` }
  })
}

function kindChanges(rows: readonly GoodRow[]): { name: string; before: string; after: string }[] {
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => {
    const count = (of: (row: GoodRow) => boolean) => some.filter(of).length
    const parts = [
      ['降', count(({ before, after }) => before !== null && after !== null && after < before)],
      ['涨', count(({ before, after }) => before !== null && after !== null && after > before)],
      ['新定', count(({ before }) => before === null)],
      ['取消', count(({ after }) => after === null)],
    ] as const
    const words = parts.flatMap(([word, number]) => (number === 0 ? [] : [`${word} ${countText(number)}`]))
    return { name: KIND_NAMES[kind], before: '', after: `${countText(some.length)} 行：${words.join('，')}` }
  })
}

const warnings = (rows: readonly GoodRow[], mostCut: number): Change[] => {
  const dear = rows.filter(({ below, low }) => below || low).length
  const large = rows.filter((row) => row.large).length
  return [
    ...(dear === 0
      ? []
      : [{ name: '低于成本价、底价，或使活动低于它们', before: '', after: `${countText(dear)} 行`, ofCost: true as const }]),
    ...(large === 0 ? [] : [{ name: `变动超过 ${mostCut}%`, before: '', after: `${countText(large)} 行` }]),
  ]
}

/**
 * Every list is agreed to by another person, whatever it comes to; what it is decided upon is every one of its prices as it stands. The goods are
 * not locked for it: it changes none of them yet, and each row is looked at once more when it is put.
 */
async function weighList({
  database: { db },
  doer,
  params: { id },
  body,
  now,
  askedAt = now,
}: DeedAsk<typeof staffPriceListPublish>): Promise<Weighed> {
  const list = await lockKnown(db, id)
  refuseOtherVersion(list, body.version)
  const all = await readRows(db, id)
  const standing = await standingOf(db, all.filter(isGood), askedAt, false)
  const weighed = await weighRows(standing, all)
  const changing = weighed.filter(isGood).filter(({ state }) => state === 'ready')
  const lows = await lowsOf(db, standing, changing, false, { listId: id, actor: doer, reason: reasonOf(list), now })
  const judged = weighed.map((row) => ({ ...row, low: row.state === 'ready' && row.goodsId !== null && lows.has(row.goodsId) }))
  await updateRows(db, id, judged)
  await countRows(db, id)
  const rows = judged.filter(isGood).filter(({ state }) => state === 'ready')
  const stands = createHash('sha256')
  for (const { line, before, after, large, below, low } of rows) stands.update(JSON.stringify([line, before, after, large, below, low]))
  const wrong = judged.filter(({ state }) => state === 'wrong').length
  return {
    subject: `price_list:${id}`,
    title: `调价单“${list.name}”：${countText(rows.length)} 个价，${momentText(list.startsAt)}生效`,
    changes: [
      ...warnings(rows, standing.scales.mostCut),
      { name: '生效时间', before: '', after: momentText(list.startsAt) },
      ...kindChanges(rows),
      ...(wrong === 0 ? [] : [{ name: '有误的行', before: '', after: `${countText(wrong)} 行，不生效` }]),
      ...largest(rows, standing),
    ],
    stands: `${list.version} ${stands.digest('hex')}`,
    reason: list.reason,
  }
}

async function publishList(
  trx: Connection,
  jobs: Jobs,
  { doer, params: { id }, body, now }: DeedAsk<typeof staffPriceListPublish>,
): Promise<void> {
  const list = await lockKnown(trx, id)
  if (list.state !== 'draft') throw conflict('这张调价单已经排定')
  refuseOtherVersion(list, body.version)
  const { states } = await sumsOf(trx, id)
  const ready = states.find(({ state }) => state === 'ready')?.rows ?? 0
  if (ready === 0) throw conflict('没有一行会改变价格，不必送审')
  const approval = auditCall()?.approval
  await setList(trx, id, {
    state: 'scheduled',
    asked_id: doer.accountId,
    asked_by: doer.name,
    approved_by: approval?.approved ?? '',
    approval_id: approval?.request ?? null,
    approved_at: now,
  })
  await jobs.enqueue(trx, listWork, {}, list.startsAt !== null && list.startsAt > now ? { runAt: list.startsAt } : {})
  const after = { name: list.name, starts_at: momentText(list.startsAt), rows: ready }
  await writeAudit(trx, doer, { action: 'price_list.publish', subject: `price_list:${id}`, before: null, after }, now)
}

async function weighBack({
  database: { db },
  doer,
  params: { id },
  body,
  now,
  askedAt = now,
}: DeedAsk<typeof staffPriceListRollback>): Promise<Weighed> {
  const list = await lockKnown(db, id)
  const done = (await readRows(db, id)).filter(isGood).filter(({ state }) => state === 'done')
  const standing = await standingOf(db, done, askedAt, false)
  const rows = done.filter((row) => whyKept(standing, row) === null)
  const how = { listId: id, actor: doer, reason: backReasonOf({ ...list, backReason: body.reason }), now }
  const lows = await lowsOf(db, standing, rows, true, how)
  const back = await weighRows(
    standing,
    rows.map((row) => ({ ...row, before: row.after, after: row.before })),
  )
  const judged = back.filter(isGood).map((row) => ({ ...row, low: lows.has(row.goodsId) }))
  const dear = judged.filter(({ below, low }) => below || low).length
  const kept = done.length - rows.length
  return {
    subject: `price_list:${id}`,
    title: `回滚调价单“${list.name}”：恢复 ${countText(rows.length)} 个价`,
    changes: [
      ...warnings(judged, standing.scales.mostCut),
      ...kindChanges(judged),
      ...(kept === 0 ? [] : [{ name: '之后另改过的价', before: '', after: `${countText(kept)} 个，保持不动` }]),
      ...largest(judged, standing),
    ],
    // Each price is looked at once more when it is restored: one that changes meanwhile is left, and need not stop the others.
    stands: `${list.state} ${dear}`,
    reason: body.reason.trim(),
  }
}

async function rollBack(
  trx: Connection,
  jobs: Jobs,
  { doer, params: { id }, body, now }: DeedAsk<typeof staffPriceListRollback>,
): Promise<void> {
  const list = await lockKnown(trx, id)
  if (list.state !== 'live') throw conflict(list.state === 'rolling' ? '正在回滚' : '只有已生效的调价单可以回滚')
  const approval = auditCall()?.approval
  await setList(trx, id, {
    state: 'rolling',
    back_id: doer.accountId,
    back_by: doer.name,
    back_approved_by: approval?.approved ?? '',
    back_approval_id: approval?.request ?? null,
    back_reason: body.reason.trim(),
  })
  await jobs.enqueue(trx, listWork, {})
  const change = { before: { state: 'live' }, after: { state: 'rolling', reason: body.reason.trim() } }
  await writeAudit(trx, doer, { action: 'price_list.rollback', subject: `price_list:${id}`, ...change }, now)
}

/** What a deed answers: the list, without what goods cost. */
const answered = (db: Connection, id: number, { accountId }: StaffActor, now: Date) => listOf(db, id, { accountId, sees: false }, now)

export const publishListDeed = (jobs: Jobs): Deed<typeof staffPriceListPublish> => ({
  call: staffPriceListPublish,
  kind: 'price.list',
  weigh: weighList,
  async run(ask) {
    await publishList(ask.database.db, jobs, ask)
    return answered(ask.database.db, ask.params.id, ask.doer, ask.now)
  },
  said: () => '已排定，到时间即生效',
})

export const rollbackListDeed = (jobs: Jobs): Deed<typeof staffPriceListRollback> => ({
  call: staffPriceListRollback,
  kind: 'price.list_back',
  weigh: weighBack,
  async run(ask) {
    await rollBack(ask.database.db, jobs, ask)
    return answered(ask.database.db, ask.params.id, ask.doer, ask.now)
  },
  said: () => '正在恢复原来的价格',
})
