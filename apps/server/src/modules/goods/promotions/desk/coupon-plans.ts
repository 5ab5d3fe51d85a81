import type { BodyOf } from '#contract/call.ts'
import { type CouponTermsWire, type staffCouponEnd, staffCouponPublish } from '#contract/coupon-desk.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import { auditCall } from '../../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { requireVisible } from '../../../../platform/paper-fields.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Deed, Weighed } from '../../../who/approvals/public.ts'
import type { AudienceJson } from '../scope.ts'
import { asOffer, type CouponPlan, limitText, readCoupon, reductionText, stackFaults, takingText, validText } from './coupon-plan.ts'
import {
  type CouponPlanRow,
  endTemplate,
  insertCouponPlan,
  insertTemplate,
  lockCouponPlan,
  setCouponPublished,
  setCouponWithdrawn,
  writeCouponPlan,
} from './coupon-plan-store.ts'
import { couponPlanById } from './coupon-plan-views.ts'
import { couponOf } from './coupon-screens.ts'
import { changesOf, recorded } from './facts.ts'
import { couponFacts } from './plan-facts.ts'
import { saidOf as offerSaid } from './plan-words.ts'
import { factsFaults } from './plans.ts'
import { BELOW_TOGETHER, lowsTogether, standsText, togetherText } from './together.ts'
import { lockWeighing } from './together-views.ts'
import { belowOf, belowText } from './warnings.ts'

/** Drafts are saved by one person; what another one approved becomes a template, which nobody changes: companies hold it. */

type Database = Pick<DatabaseHandle, 'db'>

/** A coupon in words: for the record of who did what, and whoever approves it. */
async function saidOf(connection: Connection, plan: CouponPlan) {
  const { goods, buyers } = await offerSaid(connection, asOffer(plan))
  return {
    name: plan.name,
    intro: plan.terms.intro,
    terms: reductionText(plan),
    goods,
    buyers,
    taking: takingText(plan),
    validity: validText(plan),
    limits: limitText(plan),
  }
}

/** For the record: in short, and every field. */
const wholeOf = async (trx: Connection, plan: CouponPlan) => ({
  ...(await saidOf(trx, plan)),
  ...recorded(await changesOf(trx, null, couponFacts(plan)), 'after'),
})

async function planOf(connection: Connection, typed: CouponTermsWire, kept: AudienceJson = {}): Promise<CouponPlan> {
  const { plan, errors } = readCoupon(typed)
  requireVisible({ name: plan.name, intro: plan.terms.intro })
  const all = errors.length > 0 ? errors : await factsFaults(connection, asOffer(plan), kept)
  if (all.length > 0) throw fieldErrors(all)
  return plan
}

export async function addCoupon({ db }: Database, staff: StaffActor, typed: CouponTermsWire, now: Date): Promise<number> {
  return transact(db, async (trx) => {
    const plan = await planOf(trx, typed)
    const id = await insertCouponPlan(trx, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'coupon.add', subject: `coupon:${id}`, before: null, after: await wholeOf(trx, plan) }, now)
    return id
  })
}

async function openPlan(trx: Connection, id: number, version: number): Promise<CouponPlanRow> {
  const row = await lockCouponPlan(trx, id)
  if (row === null) throw notFound('优惠券')
  if (row.version === version) return row
  const said = await saidOf(trx, row)
  throw changedMeanwhile(
    row.version,
    Object.entries(said).map(([field, theirs]) => ({ field, theirs })),
  )
}

/** Whoever approves reads what was asked for: it stays as it is until that is decided. */
async function refuseWhileWaiting(trx: Connection, id: number, now: Date): Promise<void> {
  const head = await couponPlanById(trx, id, now)
  if (head?.request != null) throw conflict(`这种优惠券已由 ${head.request.asked_by} 送审，等待批准；要修改或撤下，请先撤回送审`)
}

export async function saveCoupon(
  { db }: Database,
  staff: StaffActor,
  id: number,
  { version, ...typed }: CouponTermsWire & { version: number },
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openPlan(trx, id, version)
    if (row.templateId !== null) throw conflict('发布过的优惠券不再修改，客户手里的券按它计算；请照此新建一种')
    await refuseWhileWaiting(trx, id, now)
    const plan = await planOf(trx, typed, row.terms.audience)
    const changes = await changesOf(trx, couponFacts(row), couponFacts(plan))
    const before = { ...(await saidOf(trx, row)), ...recorded(changes, 'before') }
    const after = { ...(await saidOf(trx, plan)), ...recorded(changes, 'after') }
    await writeCouponPlan(trx, id, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'coupon.change', subject: `coupon:${id}`, before, after }, now)
  })
}

function refusePublishing({ templateId, withdrawnAt, terms }: CouponPlanRow, now: Date): void {
  if (templateId !== null) throw conflict('这种优惠券已经发布')
  if (withdrawnAt !== null) throw conflict('这种优惠券已撤下，改过存好再送审')
  // Kept as a draft before there was a limit.
  const faults = stackFaults(terms)
  if (faults.length > 0) throw fieldErrors(faults)
  for (const field of ['take_until', 'valid_until'] as const) {
    const until = terms[field]
    if (until !== null && new Date(until) <= now) throw fieldErrors([{ field, message: '结束时间已经过去，请改后再送审' }])
  }
}

/** Everybody's coupons are approved by somebody else, whatever they come to. */
async function weighCoupon(
  database: DatabaseHandle,
  id: number,
  { version, reason }: BodyOf<typeof staffCouponPublish>,
  now: Date,
): Promise<Weighed> {
  await lockWeighing(database.db)
  const row = await openPlan(database.db, id, version)
  refusePublishing(row, now)
  const after = await saidOf(database.db, row)
  const alone = await belowOf(database.db, asOffer(row), true, now)
  const lows = await lowsTogether(database.db, { kind: 'coupon', plan: row }, null, now)
  const [below, together] = [belowText(alone), togetherText(lows)]
  return {
    subject: `coupon:${id}`,
    title: `优惠券“${row.name}”：${after.terms}；${after.goods}；${after.buyers}；${after.limits}`,
    changes: [
      // What must not be missed stands first.
      ...(below === '' ? [] : [{ name: '低于成本或底价', before: '', after: below, ofCost: true as const }]),
      ...(together === '' ? [] : [{ name: BELOW_TOGETHER, before: '', after: together, ofCost: true as const }]),
      ...(await changesOf(database.db, null, couponFacts(row))),
    ],
    stands: standsText(row.version, [...alone, ...lows]),
    reason: reason?.trim() || '按计划发放优惠券',
  }
}

async function publishCoupon({ db }: Database, staff: StaffActor, id: number, version: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openPlan(trx, id, version)
    refusePublishing(row, now)
    const faults = await factsFaults(trx, asOffer(row), row.terms.audience)
    if (faults.length > 0) throw fieldErrors(faults)
    const template = await insertTemplate(trx, row)
    const approvedBy = auditCall()?.approval?.approved ?? ''
    await setCouponPublished(trx, id, template, { askedBy: staff.name, approvedBy, now })
    const after = { ...(await wholeOf(trx, row)), template }
    await writeAudit(trx, staff, { action: 'coupon.publish', subject: `coupon:${id}`, before: null, after }, now)
  })
}

export const couponPublishDeed: Deed<typeof staffCouponPublish> = {
  call: staffCouponPublish,
  kind: 'coupon.publish',
  weigh: ({ database, params: { id }, body, now }) => weighCoupon(database, id, body, now),
  run: async ({ database, doer, params: { id }, body, now }) => {
    await publishCoupon(database, doer, id, body.version, now)
    return couponOf(database.db, id, doer.accountId, now)
  },
  said: () => '优惠券已发布，到时间即可领取、发放',
}

export async function endCoupon(
  { db }: Database,
  staff: StaffActor,
  { id, command }: { id: number; command: 'withdraw' | 'stop' },
  { version, reason }: BodyOf<typeof staffCouponEnd>,
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openPlan(trx, id, version)
    if (row.withdrawnAt !== null) throw conflict('这种优惠券已经撤下')
    const head = await couponPlanById(trx, id, now)
    if (head?.state === 'ended') throw conflict('这种优惠券已经发完时间')
    if (command === 'stop' && row.templateId === null) throw conflict('这种优惠券还没有发布，请退回它的送审')
    if (command === 'withdraw') await refuseWhileWaiting(trx, id, now)
    if (row.templateId !== null) await endTemplate(trx, row.templateId, now)
    await setCouponWithdrawn(trx, id, reason.trim(), staff.name, now)
    const entry = {
      action: `coupon.${command}` as const,
      subject: `coupon:${id}`,
      before: { state: head?.state ?? '' },
      after: { state: 'withdrawn', reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
  })
}
