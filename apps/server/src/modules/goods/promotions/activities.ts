import type { PromotionWire } from '#contract/activity.ts'
import type { QueryOf } from '#contract/call.ts'
import type { goodsActivities } from '#contract/promotions.ts'
import { goodsInScope } from '#domain/pricing/pricing.ts'
import type { PricedGoods, Scope } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type Alive, aliveWithOffers, runningAt, termsOf } from './running.ts'
import { buyerOf, isFor } from './scope.ts'
import { readPromotion } from './views.ts'
import { toPromotion } from './wire.ts'

const meant = ({ promotion }: Pick<Alive, 'promotion'>, company: ViewerCompany | null) =>
  isFor(promotion.audience, company === null ? null : buyerOf(company))

/** Activities that run or will, as this viewer is offered them. */
export async function activitiesFor(connection: Connection, company: ViewerCompany | null, now: Date): Promise<Alive[]> {
  return (await aliveWithOffers(connection, null, now)).filter((one) => meant(one, company))
}

/** Whether a goods takes part in anything, by what is remembered as of this version: most do not, and nothing more is asked for them. */
export async function takesPart(
  connection: Connection,
  version: number,
  goods: PricedGoods,
  company: ViewerCompany | null,
  now: Date,
): Promise<boolean> {
  const { kept } = await runningAt(connection, version, now)
  return kept.some(({ terms }) => now < terms.endsAt && goodsInScope(goods, terms.scope) && meant({ promotion: terms }, company))
}

/** The activities that a goods takes part in now or soon. */
export async function activitiesOfGoods(
  connection: Connection,
  goods: PricedGoods,
  company: ViewerCompany | null,
  now: Date,
): Promise<PromotionWire[]> {
  const alive = await activitiesFor(connection, company, now)
  return alive.filter(({ promotion }) => goodsInScope(goods, promotion.scope)).map((one) => toPromotion(one, now))
}

const idsIn = (text: string | undefined): ReadonlySet<number> | null => (text === undefined ? null : new Set(text.split(',').map(Number)))

type Query = QueryOf<typeof goodsActivities>

/** One activity by its id, also when it is over; null: there is none for this viewer. */
async function oneActivity(
  connection: Connection,
  id: number,
  alive: readonly Alive[],
  company: ViewerCompany | null,
): Promise<Alive | null> {
  const running = alive.find(({ row }) => row.id === id)
  if (running) return running
  const row = await readPromotion(connection, id)
  if (row === null) return null
  const over = { row, promotion: termsOf(row), offered: new Map() }
  return meant(over, company) ? over : null
}

export interface ActivityPage {
  activities: PromotionWire[]
  activity: PromotionWire | null
  /** What is to be listed; null: nothing. */
  scope: Scope | null
}

export async function activityPage(
  connection: Connection,
  query: Query,
  goods: PricedGoods | null,
  viewer: Viewer | null,
  now: Date,
): Promise<ActivityPage> {
  const company = viewer?.company ?? null
  const alive = await activitiesFor(connection, company, now)
  const ids = idsIn(query.ids)
  const listed = alive.filter(
    ({ row, promotion }) =>
      (ids === null || ids.has(row.id)) &&
      (query.kind === undefined || row.kind === query.kind) &&
      (goods === null || goodsInScope(goods, promotion.scope)),
  )
  const one = query.id === undefined ? null : await oneActivity(connection, query.id, alive, company)
  const activity = one === null ? null : toPromotion(one, now)
  return {
    activities: listed.map((each) => toPromotion(each, now)),
    activity,
    scope: one === null || activity?.state === 'ended' ? null : one.promotion.scope,
  }
}
