import type { DataOf } from '#contract/call.ts'
import { OFFER_KINDS } from '#contract/constants.ts'
import type { staffOfferLook } from '#contract/offer-desk.ts'
import { yuan } from '#domain/money.ts'
import { audienceHas, audiencesMeet } from '#domain/pricing/pricing.ts'
import type { PromotionKind } from '#domain/pricing/terms.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { runningNow } from '../running.ts'
import { audienceOf } from '../scope.ts'
import { goodsOfScope } from '../scope-sets.ts'
import { companyGroups, goodsApart, scopeFigures } from './look-views.ts'
import { goodsGiven, type Plan, promotionOf, tierTexts } from './plan.ts'
import { goodsNamed, versionsOf } from './plan-views.ts'
import { offeredOf } from './plan-words.ts'
import { type Below, belowOf, goodsOfDraft } from './warnings.ts'

/** What a draft would do, before anybody saves it: by the rules that buyers' pages go by. */

type Look = DataOf<typeof staffOfferLook>
export const BELOW_SHOWN = 12
const SHOWN = BELOW_SHOWN

/** By audienceHas over kinds of companies: the same rule that decides at the shelf. */
export async function companiesHit(connection: Connection, { terms }: Plan): Promise<{ hit: number; all: number }> {
  const audience = audienceOf(terms.audience)
  const groups = await companyGroups(connection, audience.companyIds)
  const isAsked = ({ id }: { id: number }) => id > 0 === audience.companyIds.length > 0
  let [hit, all] = [0, 0]
  for (const group of groups) {
    if (group.id === 0) all += group.number
    if (isAsked(group) && audienceHas(audience, { ...group, companyId: group.id })) hit += group.number
  }
  return { hit, all }
}

function ruleOf(mine: PromotionKind, other: PromotionKind): string {
  if (mine !== other) return '可叠加'
  if (mine === 'gift' || mine === 'exchange') return '各自达到各自给'
  return mine === 'cashback' ? '每单取返得多的一个' : '同一商品只参加一个，系统取减得多的'
}

async function overlapsOf(
  database: DatabaseHandle,
  plan: Plan,
  goods: ReadonlySet<number> | null,
  selfId: number | null,
  now: Date,
): Promise<Look['overlaps']> {
  const { db } = database
  const own = selfId === null ? [] : (await versionsOf(db, selfId)).map(({ promotionId }) => promotionId)
  const [from, until, audience] = [new Date(plan.terms.starts_at), new Date(plan.terms.ends_at), audienceOf(plan.terms.audience)]
  const { kept } = await runningNow(db, now)
  const beside = kept.filter(
    ({ row, terms }) => !own.includes(row.id) && terms.startsAt < until && from < terms.endsAt && audiencesMeet(audience, terms.audience),
  )
  const found: Look['overlaps'] = []
  for (const { row, terms } of beside) {
    const theirs = await goodsOfScope(db, terms.scope, now)
    const number = goods === null ? (theirs?.size ?? -1) : theirs === null ? goods.size : goods.intersection(theirs).size
    if (number === 0) continue
    const [starts_at, ends_at] = [terms.startsAt.toISOString(), terms.endsAt.toISOString()]
    found.push({
      id: row.id,
      kind_name: OFFER_KINDS[row.kind],
      name: row.name,
      starts_at,
      ends_at,
      // Both are for everything.
      goods: number === -1 ? 0 : number,
      rule: ruleOf(plan.kind, row.kind),
    })
  }
  return found.slice(0, SHOWN)
}

const APART: Readonly<Record<string, string>> = {
  flash: '秒杀',
  daily: '每日特价',
  near_expiry: '近效期',
  whole_case: '整件价',
  welfare: '福利价',
}

/** Who may not see costs is told that a price comes near to them or falls below, and nothing from which the cost could be reckoned. */
export const belowWire = (texts: readonly string[], seesCost: boolean) => (one: Below) => ({
  id: one.id,
  name: one.name,
  price: yuan(one.price),
  after: seesCost || !one.tellsCost ? yuan(one.after) : '',
  tier: texts[one.tier] ?? '',
  below: seesCost ? one.below : ('floor' as const),
  bound: seesCost ? yuan(one.bound) : '',
})

export async function lookAt(
  database: DatabaseHandle,
  plan: Plan,
  { selfId, seesCost, now }: { selfId: number | null; seesCost: boolean; now: Date },
): Promise<Look> {
  const { db } = database
  const goods = await goodsOfDraft(db, plan, now)
  const [figures, apart, companies, below, overlaps, offered] = await Promise.all([
    scopeFigures(db, goods),
    goodsApart(db, goods, new Date(plan.terms.starts_at), new Date(plan.terms.ends_at), SHOWN),
    companiesHit(db, plan),
    belowOf(db, plan, seesCost, now),
    overlapsOf(database, plan, goods, selfId, now),
    goodsNamed(db, goodsGiven(plan.terms)),
  ])
  const texts = tierTexts(promotionOf(plan, offeredOf(offered)))
  return {
    text: texts.join('；'),
    ...figures,
    excepted: plan.terms.scope.except?.length ?? 0,
    apart: apart.map(({ id, name, kind }) => ({ id, name, why: `${APART[kind] ?? '活动价'}，不参加别的活动` })),
    apart_total: apart[0]?.total ?? 0,
    companies: companies.hit,
    companies_all: companies.all,
    below: below.slice(0, SHOWN).map(belowWire(texts, seesCost)),
    below_total: below.length,
    overlaps,
  }
}
