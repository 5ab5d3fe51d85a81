import type { BodyOf } from '#contract/call.ts'
import { OFFER_KINDS } from '#contract/constants.ts'
import { type OfferTermsWire, type staffOfferEnd, staffOfferPublish } from '#contract/offer-desk.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import { auditCall } from '../../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, type FieldError, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { requireVisible } from '../../../../platform/paper-fields.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Deed, Weighed } from '../../../who/approvals/public.ts'
import type { AudienceJson } from '../scope.ts'
import { changesOf, recorded } from './facts.ts'
import { goodsGiven, type Plan, type PlanTerms } from './plan.ts'
import { offerFacts } from './plan-facts.ts'
import { readTerms } from './plan-read.ts'
import {
  endPromotions,
  insertPlan,
  insertPromotion,
  lockGiven,
  lockPlan,
  type PlanRow,
  setPublished,
  setWithdrawn,
  writePlan,
} from './plan-store.ts'
import { companiesNamed, goodsNamed, namesOfScope, planById, versionsOf } from './plan-views.ts'
import { saidOf } from './plan-words.ts'
import { offerOf } from './screens.ts'
import { BELOW_TOGETHER, lowsTogether, standsText, togetherText } from './together.ts'
import { lockWeighing } from './together-views.ts'
import { belowOf, belowText } from './warnings.ts'

/** Drafts are saved by one person; what another one approved becomes a promotion, and the one before it ends. */

const idsMissing = (asked: readonly number[], found: readonly { id: number }[]): boolean => {
  const known = new Set(found.map(({ id }) => id))
  return asked.some((id) => !known.has(id))
}

/** What only the database knows: everything that is named is there, gifts may be given, and companies are seen or stood there before. */
export async function factsFaults(connection: Connection, { terms }: Plan, kept: AudienceJson): Promise<FieldError[]> {
  const { goods = [], categories = [], manufacturers = [], except = [] } = terms.scope
  const known = new Map((await goodsNamed(connection, [...goods, ...except, ...goodsGiven(terms)])).map((one) => [one.id, one]))
  const named = await namesOfScope(connection, { categories, manufacturers })
  const seen = await companiesNamed(connection, terms.audience.companies ?? [])
  const stood = (kept.companies ?? []).map((id) => ({ id }))
  const errors: FieldError[] = []
  const say = (field: string, message: string) => errors.push({ field, message })
  if (goods.some((id) => !known.has(id))) say('scope.goods', '范围里有商品已不存在')
  if (except.some((id) => !known.has(id))) say('scope.except', '除外的商品里有的已不存在')
  if (idsMissing(categories, named.categories)) say('scope.categories', '范围里有分类已不存在')
  if (idsMissing(manufacturers, named.manufacturers)) say('scope.manufacturers', '范围里有生产企业已不存在')
  if (idsMissing(terms.audience.companies ?? [], [...seen, ...stood])) say('audience.companies', '没有这家企业')
  for (const [at, tier] of terms.tiers.entries()) {
    for (const [index, { goods_id }] of tier.gifts.entries()) {
      const gift = known.get(goods_id)
      if (gift === undefined) say(`tiers[${at}].gifts[${index}].goods_id`, '赠品已不存在')
      else if (gift.notGiven !== '') say(`tiers[${at}].gifts[${index}].goods_id`, `“${gift.name}”是${gift.notGiven}，不能作赠品`)
    }
    for (const [index, { goods_id }] of tier.exchanges.entries()) {
      const goodsTaken = known.get(goods_id)
      if (goodsTaken === undefined) say(`tiers[${at}].exchanges[${index}].goods_id`, '换购商品已不存在')
      else if (goodsTaken.notExchanged !== '')
        say(`tiers[${at}].exchanges[${index}].goods_id`, `“${goodsTaken.name}”是${goodsTaken.notExchanged}，不能换购`)
    }
  }
  return errors
}

async function planOf(connection: Connection, typed: OfferTermsWire, kept: AudienceJson = {}): Promise<Plan> {
  const { plan, errors } = readTerms(typed)
  requireVisible({ name: plan.name, intro: plan.terms.intro })
  const all = errors.length > 0 ? errors : await factsFaults(connection, plan, kept)
  if (all.length > 0) throw fieldErrors(all)
  return plan
}

/** For the record: in short, and every field. */
const wholeOf = async (trx: Connection, plan: Plan) => ({
  ...(await saidOf(trx, plan)),
  ...recorded(await changesOf(trx, null, offerFacts(plan)), 'after'),
})

export async function addOffer(database: Pick<DatabaseHandle, 'db'>, staff: StaffActor, typed: OfferTermsWire, now: Date): Promise<number> {
  return transact(database.db, async (trx) => {
    const plan = await planOf(trx, typed)
    const id = await insertPlan(trx, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'offer.add', subject: `offer:${id}`, before: null, after: await wholeOf(trx, plan) }, now)
    return id
  })
}

async function openPlan(trx: Connection, id: number, version: number): Promise<PlanRow> {
  const row = await lockPlan(trx, id)
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
  const head = await planById(trx, id, now)
  if (head?.waiting) throw conflict(`这个活动已由 ${head.request?.asked_by ?? '他人'} 送审，等待批准；要修改或撤下，请先撤回送审`)
}

export async function saveOffer(
  database: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  { version, ...typed }: OfferTermsWire & { version: number },
  now: Date,
): Promise<void> {
  await transact(database.db, async (trx) => {
    const row = await openPlan(trx, id, version)
    await refuseWhileWaiting(trx, id, now)
    const plan = await planOf(trx, typed, row.terms.audience)
    if (row.approved > 0 && plan.kind !== row.kind) throw fieldErrors([{ field: 'kind', message: '发布过的活动不改种类，请另建一个' }])
    if (JSON.stringify([row.name, row.kind, sorted(row.terms)]) === JSON.stringify([plan.name, plan.kind, sorted(plan.terms)])) return
    const changes = await changesOf(trx, offerFacts(row), offerFacts(plan))
    const before = { ...(await saidOf(trx, row)), ...recorded(changes, 'before') }
    const after = { ...(await saidOf(trx, plan)), ...recorded(changes, 'after') }
    await writePlan(trx, id, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'offer.change', subject: `offer:${id}`, before, after }, now)
  })
}

/** The database orders fields in its own way; instants are compared as such. */
const sorted = (terms: PlanTerms): unknown =>
  JSON.parse(JSON.stringify({ ...terms, starts_at: new Date(terms.starts_at), ends_at: new Date(terms.ends_at) }), (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

function refusePublishing(row: PlanRow, now: Date): void {
  if (row.version === row.approved && row.withdrawnAt === null) throw conflict('这一版已经批准过，没有新的改动要送审')
  if (new Date(row.terms.ends_at) <= now) throw fieldErrors([{ field: 'ends_at', message: '结束时间已经过去，请改后再送审' }])
}

const NAMES = { terms: '条款', goods: '商品', buyers: '客户', period: '时间' } as const

/** Everybody's offers are approved by somebody else, whatever they come to. */
async function weighOffer(
  database: DatabaseHandle,
  id: number,
  { version, reason }: BodyOf<typeof staffOfferPublish>,
  now: Date,
): Promise<Weighed> {
  const trx = database.db
  await lockWeighing(trx)
  const row = await openPlan(trx, id, version)
  refusePublishing(row, now)
  const head = await planById(trx, id, now)
  const after = await saidOf(trx, row)
  const isRunning = head?.state === 'live' || head?.state === 'coming'
  const last = isRunning ? await lastOf(trx, row) : null
  const before = last && (await saidOf(trx, last))
  const alone = await belowOf(trx, row, true, now)
  const lows = await lowsTogether(trx, { kind: 'offer', plan: row, id }, null, now)
  const [below, together] = [belowText(alone), togetherText(lows)]
  return {
    subject: `offer:${id}`,
    title: `${OFFER_KINDS[row.kind]}“${row.name}”：${after.terms}；${after.goods}；${after.buyers}；${after.period}`,
    changes: [
      // What must not be missed stands first.
      ...(below === '' ? [] : [{ name: '低于成本或底价', before: '', after: below, ofCost: true as const }]),
      ...(together === '' ? [] : [{ name: BELOW_TOGETHER, before: '', after: together, ofCost: true as const }]),
      ...(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((field) => ({
        name: NAMES[field],
        before: before?.[field] ?? '',
        after: after[field],
      })),
      ...(await changesOf(trx, last && offerFacts(last), offerFacts(row))),
    ],
    stands: standsText(row.version, [...alone, ...lows]),
    reason: reason?.trim() || '按计划发布活动',
  }
}

async function lastOf(trx: Connection, { id, kind }: PlanRow): Promise<Plan | null> {
  const [last] = await versionsOf(trx, id)
  return last === undefined ? null : { kind, name: last.name, terms: last.terms }
}

/** The approved terms become a promotion of their own; what ran under the former ones ends at this moment. */
export async function publishOffer(
  database: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  id: number,
  version: number,
  now: Date,
): Promise<void> {
  await transact(database.db, async (trx) => {
    const row = await openPlan(trx, id, version)
    refusePublishing(row, now)
    const faults = await factsFaults(trx, row, row.terms.audience)
    if (faults.length > 0) throw fieldErrors(faults)
    const given = await lockGiven(trx, id)
    await endPromotions(trx, id, now)
    const promotionId = await insertPromotion(trx, row, given)
    const approvedBy = auditCall()?.approval?.approved ?? ''
    await setPublished(trx, row, promotionId, { askedBy: staff.name, approvedBy, now })
    const after = { ...(await wholeOf(trx, row)), promotion: promotionId }
    await writeAudit(trx, staff, { action: 'offer.publish', subject: `offer:${id}`, before: null, after }, now)
  })
}

export const publishDeed: Deed<typeof staffOfferPublish> = {
  call: staffOfferPublish,
  kind: 'offer.publish',
  weigh: ({ database, params: { id }, body, now }) => weighOffer(database, id, body, now),
  run: async ({ database, doer, params: { id }, body, now }) => {
    await publishOffer(database, doer, id, body.version, now)
    return offerOf(database.db, id, doer.accountId, now)
  },
  said: () => '活动已发布，到时间即生效',
}

export async function endOffer(
  { db }: Pick<DatabaseHandle, 'db'>,
  staff: StaffActor,
  { id, command }: { id: number; command: 'withdraw' | 'stop' },
  { version, reason }: BodyOf<typeof staffOfferEnd>,
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openPlan(trx, id, version)
    if (row.withdrawnAt !== null) throw conflict('这个活动已经撤下')
    const head = await planById(trx, id, now)
    if (head?.state === 'ended') throw conflict('这个活动已经结束')
    if (command === 'stop' && row.promotionId === null) throw conflict('这个活动还没有发布，请退回它的送审')
    if (command === 'withdraw') await refuseWhileWaiting(trx, id, now)
    await endPromotions(trx, id, now)
    await setWithdrawn(trx, id, reason.trim(), staff.name, now)
    const entry = {
      action: `offer.${command}` as const,
      subject: `offer:${id}`,
      before: { state: head?.state ?? '' },
      after: { state: 'withdrawn', reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
  })
}
