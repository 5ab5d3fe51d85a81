import { APPROVALS, type ApprovalKind, type ApprovalWire, type staffApprovalDecide, type staffApprovals } from '#contract/approvals.ts'
import type { BodyOf, Call, DataOf, QueryOf } from '#contract/call.ts'
import { isPermission, PERMISSIONS, permissionOf } from '#contract/permissions.ts'
import { yuan } from '#domain/money.ts'
import { writeAudit } from '../../../platform/audit.ts'
import { duringApproval } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { daysOf, LIMITS, limitOf } from './limits.ts'
import { expireWaiting, insertRequest, lockRequest, setDecision, tryOut } from './store.ts'
import type { Deed, DeedAsk, Doer, Weighed } from './types.ts'
import { countApprovers, findAsker, findRequest, listRequests, type RequestRow, tookOver, waitingAbout } from './views.ts'

const DECIDES = 'approvals.decide'
const DAY_MS = 86_400_000

/** Any deed, as this module knows it: what it is asked with was checked by its call's schema. */
export type AnyDeed = Deed<Call>

export const doerOf = (viewer: Viewer): Doer => ({
  accountId: viewer.accountId,
  name: viewer.name,
  sessionId: viewer.sessionId,
  roles: viewer.staff?.roles.map(({ key }) => key) ?? [],
})

/** Words that whoever approves it holds, besides that of approving at all. */
const neededFor = (kind: ApprovalKind): readonly string[] => [DECIDES, APPROVALS[kind].approver]
const kindsOf = (viewer: Viewer): ApprovalKind[] =>
  (Object.keys(APPROVALS) as ApprovalKind[]).filter((kind) => neededFor(kind).every((word) => viewer.staff?.permissions.has(word)))

const wordOf = ({ call }: AnyDeed, params: unknown): string => permissionOf(call.permission, params) ?? ''

/** He took this very word for an hour: he answers for it alone, and everybody sees it. */
export const isAlone = ({ staff }: Viewer, word: string): boolean => staff?.emergency?.word === word

function wireOf(row: RequestRow, viewer: Viewer): ApprovalWire {
  const isMine = row.askedBy === viewer.accountId
  const mayDecide = row.state === 'waiting' && !isMine && kindsOf(viewer).includes(row.kind)
  return {
    id: row.id,
    kind: row.kind,
    kind_name: APPROVALS[row.kind].name,
    subject: row.subject,
    title: row.title,
    changes: row.changes
      .filter(({ ofCost }) => !ofCost || (!isMine && kindsOf(viewer).includes(row.kind)) || viewer.staff?.permissions.has('prices.cost'))
      .map(({ name, before, after }) => ({ name, before, after })),
    reason: row.reason,
    asked_by: row.askedName,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    state: row.state,
    decided_by: row.decidedName,
    decided_at: row.decidedAt?.toISOString() ?? '',
    decision_note: row.note,
    mine: isMine ? 1 : 0,
    may_decide: mayDecide ? 1 : 0,
  }
}

const nameOf = (word: string): string => (isPermission(word) ? PERMISSIONS[word].name : word)

const shownChanges = ({ changes }: Pick<Weighed, 'changes'>) => ({
  before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
  after: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
})

/** Writes the request down, where somebody is there to decide it. Answers its id; the same request twice is one. */
async function submit(deed: AnyDeed, ask: DeedAsk<Call>, weighed: Weighed): Promise<number> {
  const { doer, params, body, now, database } = ask
  const trx: Connection = database.db
  const { kind } = deed
  const { approver } = APPROVALS[kind]
  if ((await countApprovers(trx, neededFor(kind), doer.accountId, now)) === 0)
    throw conflict(
      `“${APPROVALS[kind].name}”须由另一人批准，但除您以外没有在岗员工同时有“${nameOf(approver)}”和“${nameOf(DECIDES)}”的权限。请先为另一位员工安排岗位；紧急时由管理员取得应急授权办理`,
      { reason: 'NOBODY_TO_APPROVE', word: wordOf(deed, params), kind },
    )
  await expireWaiting(trx, kind, weighed.subject, now)
  const expiresAt = new Date(now.getTime() + (await daysOf(trx)) * DAY_MS)
  const shown = shownChanges(weighed)
  const id = await insertRequest(trx, { kind, weighed, params, body, askedBy: doer.accountId, expiresAt }, now)
  if (id === null) {
    const other = await waitingAbout(trx, kind, weighed.subject, now)
    const isSame =
      other?.askedBy === doer.accountId &&
      other.title === weighed.title &&
      other.reason === weighed.reason &&
      JSON.stringify(shownChanges(other)) === JSON.stringify(shown)
    if (other !== null && isSame) return other.id
    throw conflict(`同一事项已由 ${other?.askedName ?? '他人'} 提交，正在等待批准：${other?.title ?? ''}`)
  }
  await writeAudit(
    trx,
    doer,
    {
      action: 'approval.ask',
      subject: weighed.subject,
      before: shown.before,
      after: { ...shown.after, approval: id, what: weighed.title, reason: weighed.reason },
    },
    now,
  )
  await tellLive(trx, { staff: true }, { type: 'approvals' })
  return id
}

export type Asked<Data> = { done: Data } | { request: ApprovalWire }

/** Does it, or writes down that it is asked for; what cannot be done is refused at once either way. */
export async function doOrAsk(
  database: DatabaseHandle,
  deed: AnyDeed,
  viewer: Viewer,
  ask: Omit<DeedAsk<Call>, 'database' | 'doer'>,
): Promise<Asked<unknown>> {
  return transact(database.db, async (trx) => {
    const whole = { ...ask, doer: doerOf(viewer), database: { ...database, db: trx } }
    const weighed = isAlone(viewer, wordOf(deed, ask.params)) ? null : await deed.weigh(whole)
    if (weighed === null) return { done: await deed.run(whole) }
    await tryOut(trx, () => deed.run(whole))
    const row = await findRequest(trx, await submit(deed, whole, weighed), ask.now)
    if (row === null) throw notFound('批准事项')
    return { request: wireOf(row, viewer) }
  })
}

/** As doOrAsk, from within another deed that stays: the sentence says what waits. */
export async function askBeside<C extends Call>(of: Deed<C>, asked: DeedAsk<C>, alone: boolean): Promise<string> {
  const [deed, ask] = [of as unknown as AnyDeed, asked as unknown as DeedAsk<Call>]
  const weighed = alone ? null : await deed.weigh(ask)
  if (weighed === null) {
    await deed.run(ask)
    return ''
  }
  await tryOut(ask.database.db, () => deed.run(ask))
  await submit(deed, ask, weighed)
  return `${weighed.title}，已提交批准`
}

export async function requestsOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  query: QueryOf<typeof staffApprovals>,
  now: Date,
): Promise<DataOf<typeof staffApprovals>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? 40]
  const looker = { accountId: viewer.accountId, kinds: kindsOf(viewer), all: viewer.staff?.permissions.has('audit.view') ?? false }
  const filter = { scope: query.scope ?? 'all', state: query.state ?? null, kind: query.kind ?? null }
  const { rows, total } = await listRequests(db, looker, filter, companySeen('q.company_id'), { page, perPage }, now)
  return { list: rows.map((row) => wireOf(row, viewer)), page, per_page: perPage, total }
}

export async function rulesOf({ db }: DatabaseHandle, viewer: Viewer, deeds: readonly AnyDeed[], now: Date) {
  const list = []
  for (const { kind, call } of deeds) {
    const limit = LIMITS[kind]
    const words = typeof call.permission === 'string' ? [call.permission] : Object.values(call.permission?.words ?? {})
    list.push({
      kind,
      name: APPROVALS[kind].name,
      over: limit === undefined ? '' : yuan(await limitOf(db, limit)),
      alone: words.some((word) => isAlone(viewer, word)) ? 1 : 0,
      others: await countApprovers(db, neededFor(kind), viewer.accountId, now),
    })
  }
  return { list }
}

/** A refusal of the deed itself, in the answer of whoever wanted to approve it. */
function cannot(error: unknown): never {
  if (!(error instanceof ShopError)) throw error
  throw conflict(`现在不能办理：${error.message}。请退回，由提交人核对后重新提交`, { reason: 'CHANGED_SINCE_ASKED' })
}

async function approve(database: DatabaseHandle, deed: AnyDeed, row: RequestRow, viewer: Viewer, now: Date): Promise<void> {
  const params = row.params as DeedAsk<Call>['params']
  const asker = await findAsker(database.db, row.askedBy, wordOf(deed, params))
  if (asker?.mayStill !== true)
    throw conflict(`提交人 ${row.askedName} 已不在岗或不再有这项权限，请退回`, { reason: 'CHANGED_SINCE_ASKED' })
  const doer = { accountId: row.askedBy, name: asker.name, sessionId: 0, roles: asker.roles.map(({ key }) => key) }
  const ask: DeedAsk<Call> = { database, doer, params, body: row.body as DeedAsk<Call>['body'], now }
  // Somebody else's deed may have made it needless meanwhile; then what it was decided upon is gone as well.
  const weighed = await deed.weigh({ ...ask, askedAt: row.askedAt }).catch(cannot)
  if (weighed?.stands !== row.stands)
    throw conflict(
      `提交之后这条记录已有变化（提交时：${row.changes.map(({ name, before }) => `${name} ${before || '空'}`).join('；')}），请退回，由提交人核对后重新提交`,
      {
        reason: 'CHANGED_SINCE_ASKED',
      },
    )
  const names = { request: row.id, asked: asker.name, approved: viewer.name }
  await duringApproval(names, row.reason, () => deed.run(ask)).catch(cannot)
}

const DONE = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const
type Command = keyof typeof DONE

function refuseDecision(row: RequestRow, viewer: Viewer, command: Command): void {
  if (row.state === 'expired') throw conflict('已过期，请由提交人重新提交')
  if (row.state !== 'waiting') throw conflict(`已由 ${row.decidedName || row.askedName} 处理`)
  const isMine = row.askedBy === viewer.accountId
  if (command === 'withdraw' && !isMine) throw conflict('只有提交人可以撤回')
  if (command !== 'withdraw' && isMine) throw conflict('自己提交的事项由另一人批准，您可以撤回')
}

function tookOverWords({ by, made }: { by: number; made: boolean }, { askedBy, askedName }: RequestRow, { accountId }: Viewer): string {
  if (by === askedBy) return `${askedName} 在 24 小时内重置过您的密码或动态口令，您不能批准他提交的事项，请由别人批准`
  if (by === accountId)
    return `您在 24 小时内${made ? `开设了 ${askedName} 的账号` : `重置过 ${askedName} 的密码或动态口令`}，不能批准他提交的事项，请由别人批准`
  return `${askedName} 和您的账号 24 小时内由同一人开设、或重置过密码或动态口令，您不能批准他提交的事项，请由别人批准`
}

/** One person decides about another's request: done, refused or taken back, in one transaction with everything that follows. */
export async function decide(
  database: DatabaseHandle,
  deedOf: (kind: ApprovalKind) => AnyDeed | undefined,
  viewer: Viewer,
  { id, command }: { id: number; command: Command },
  { reason = '' }: BodyOf<typeof staffApprovalDecide>,
  now: Date,
): Promise<ApprovalWire> {
  const note = reason.trim()
  if (command === 'refuse' && note.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明退回的原因（至少 2 个字）' }])
  return transact(database.db, async (trx) => {
    const known = await findRequest(trx, id, now)
    const isShown = known !== null && (known.askedBy === viewer.accountId || kindsOf(viewer).includes(known.kind))
    if (!isShown || !(await lockRequest(trx, id))) throw notFound('批准事项')
    const row = await findRequest(trx, id, now)
    const deed = row && deedOf(row.kind)
    if (!row || !deed) throw notFound('批准事项')
    refuseDecision(row, viewer, command)
    if (command === 'approve') {
      const took = await tookOver(trx, row.askedBy, viewer.accountId, new Date(now.getTime() - DAY_MS))
      if (took !== null) throw conflict(tookOverWords(took, row, viewer))
      await approve({ ...database, db: trx }, deed, row, viewer, now)
    }
    await setDecision(trx, id, { state: DONE[command], by: command === 'withdraw' ? null : viewer.accountId, note }, now)
    const shown = shownChanges(row)
    await writeAudit(
      trx,
      viewer,
      {
        action: `approval.${command}`,
        subject: row.subject,
        before: shown.before,
        after: { ...shown.after, approval: id, what: row.title, asked_by: row.askedName, ...(note !== '' && { reason: note }) },
      },
      now,
    )
    await tellLive(trx, { staff: true }, { type: 'approvals' })
    const decided = await findRequest(trx, id, now)
    if (decided === null) throw notFound('批准事项')
    return wireOf(decided, viewer)
  })
}
