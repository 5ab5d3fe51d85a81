import type { BodyOf } from '#contract/call.ts'
import { type DealTermsWire, type staffDealEnd, staffDealPublish } from '#contract/deal-desk.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requireVisible } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import type { Deed, Weighed } from '../../who/approvals/public.ts'
import { BELOW_TOGETHER, changesOf, lockWeighing, recorded, someOf, standsText, togetherText } from '../promotions/public.ts'
import { belowOf, belowTogether, factsFaults, notesOf } from './checks.ts'
import { dealFacts } from './facts.ts'
import { insertDeal, lockDeal, type PlanRow, setDealPublished, setDealWithdrawn, writeDeal } from './plan-store.ts'
import { closeDeal, putDeal } from './putting.ts'
import { readDeal } from './read.ts'
import { dealOf, saidOf } from './screens.ts'
import { endOf, type Plan, titleOf } from './terms.ts'
import { dealById, dealVersions } from './views.ts'

/** Drafts are saved by one person; what another one approved stands before buyers. */

async function planOf(connection: Connection, typed: DealTermsWire, selfId: number | null, now: Date): Promise<Plan> {
  const { plan, errors } = readDeal(typed)
  requireVisible({ name: plan.name, intro: plan.terms.intro })
  const all = errors.length > 0 ? errors : await factsFaults(connection, plan, selfId, now)
  if (all.length > 0) throw fieldErrors(all)
  return plan
}

/** For the record: in short, and every field. */
const wholeOf = async (trx: Connection, plan: Plan) => ({
  ...(await saidOf(trx, plan)),
  ...recorded(await changesOf(trx, null, dealFacts(plan)), 'after'),
})

export async function addDeal(database: Pick<DatabaseHandle, 'db'>, staff: StaffActor, typed: DealTermsWire, now: Date): Promise<number> {
  return transact(database.db, async (trx) => {
    const plan = await planOf(trx, typed, null, now)
    const id = await insertDeal(trx, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'deal.add', subject: `deal:${id}`, before: null, after: await wholeOf(trx, plan) }, now)
    return id
  })
}

async function openDeal(trx: Connection, id: number, version: number): Promise<PlanRow> {
  const row = await lockDeal(trx, id)
  if (row === null) throw notFound('活动')
  if (row.version === version) return row
  const said = await saidOf(trx, row)
  throw changedMeanwhile(
    row.version,
    Object.entries(said).map(([field, theirs]) => ({ field, theirs })),
  )
}

/** Whoever approves reads what was asked for: it stays as it is until that is decided. */
async function refuseWhileWaiting(trx: Connection, id: number, now: Date): Promise<void> {
  const head = await dealById(trx, id, now)
  if (head?.waiting) throw conflict(`已由 ${head.request?.asked_by ?? '他人'} 送审，等待批准；要修改或撤下，请先撤回送审`)
}

export async function saveDeal(
  database: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  { version, ...typed }: DealTermsWire & { version: number },
  now: Date,
): Promise<void> {
  await transact(database.db, async (trx) => {
    const row = await openDeal(trx, id, version)
    await refuseWhileWaiting(trx, id, now)
    if (row.approved > 0 && typed.kind !== row.kind) throw fieldErrors([{ field: 'kind', message: '发布过的不改种类，请另建一个' }])
    const plan = await planOf(trx, typed, id, now)
    const changes = await changesOf(trx, dealFacts(row), dealFacts(plan))
    const before = { ...(await saidOf(trx, row)), ...recorded(changes, 'before') }
    const after = { ...(await saidOf(trx, plan)), ...recorded(changes, 'after') }
    await writeDeal(trx, id, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'deal.change', subject: `deal:${id}`, before, after }, now)
  })
}

function refusePublishing(row: PlanRow, now: Date): void {
  if (row.version === row.approved && row.withdrawnAt === null) throw conflict('这一版已经批准过，没有新的改动要送审')
  const until = endOf(row.terms)
  if (until !== null && until <= now) throw fieldErrors([{ field: 'ends_at', message: '结束时间已经过去，请改后再送审' }])
}

/** Everybody's are approved by somebody else, whatever they come to. */
async function weighDeal(
  { db }: DatabaseHandle,
  id: number,
  { version, reason }: BodyOf<typeof staffDealPublish>,
  now: Date,
): Promise<Weighed> {
  await lockWeighing(db)
  const row = await openDeal(db, id, version)
  refusePublishing(row, now)
  const after = await saidOf(db, row)
  const [last] = row.withdrawnAt === null ? await dealVersions(db, id) : []
  const before = last === undefined ? null : dealFacts({ ...row, name: last.name, terms: last.terms })
  const alone = await belowOf(db, row, true, now)
  const lows = await belowTogether(db, row, now)
  const [below, together] = [someOf(alone.map(({ name }) => name)), togetherText(lows)]
  const notes = await notesOf(db, row)
  return {
    subject: `deal:${id}`,
    title: `${titleOf(row)}：${after.terms}；${after.period}`,
    changes: [
      // What must not be missed stands first.
      ...(below === '' ? [] : [{ name: '低于成本或底价', before: '', after: below, ofCost: true as const }]),
      ...(together === '' ? [] : [{ name: BELOW_TOGETHER, before: '', after: together, ofCost: true as const }]),
      ...(await changesOf(db, before, dealFacts(row))),
      ...notes.map((note) => ({ name: '注意', before: '', after: note })),
    ],
    stands: standsText(row.version, [...alone, ...lows]),
    reason: reason?.trim() || '按计划发布活动',
  }
}

async function publishDeal(database: Pick<DatabaseHandle, 'db'>, staff: StaffActor, id: number, version: number, now: Date): Promise<void> {
  await transact(database.db, async (trx) => {
    const row = await openDeal(trx, id, version)
    refusePublishing(row, now)
    const faults = await factsFaults(trx, row, id, now)
    if (faults.length > 0) throw fieldErrors(faults)
    await putDeal(trx, row, now)
    await setDealPublished(trx, row, { askedBy: staff.name, approvedBy: auditCall()?.approval?.approved ?? '', now })
    await writeAudit(trx, staff, { action: 'deal.publish', subject: `deal:${id}`, before: null, after: await wholeOf(trx, row) }, now)
  })
}

export const publishDealDeed: Deed<typeof staffDealPublish> = {
  call: staffDealPublish,
  kind: 'deal.publish',
  weigh: ({ database, params: { id }, body, now }) => weighDeal(database, id, body, now),
  run: async ({ database, doer, params: { id }, body, now }) => {
    await publishDeal(database, doer, id, body.version, now)
    return dealOf(database.db, id, doer.accountId, now)
  },
  said: () => '已发布，到时间即生效',
}

export async function endDeal(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  { id, command }: { id: number; command: 'withdraw' | 'stop' },
  { version, reason }: BodyOf<typeof staffDealEnd>,
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openDeal(trx, id, version)
    if (row.withdrawnAt !== null) throw conflict('已经撤下')
    const head = await dealById(trx, id, now)
    if (head?.state === 'ended') throw conflict('已经结束')
    if (command === 'stop' && row.approved === 0) throw conflict('还没有发布，请退回它的送审')
    if (command === 'withdraw') await refuseWhileWaiting(trx, id, now)
    await closeDeal(trx, row, now)
    await setDealWithdrawn(trx, id, reason.trim(), staff.name, now)
    const entry = {
      action: `deal.${command}` as const,
      subject: `deal:${id}`,
      before: { state: head?.state ?? '' },
      after: { state: 'withdrawn', reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
  })
}
