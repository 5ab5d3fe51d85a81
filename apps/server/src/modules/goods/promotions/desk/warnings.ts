import { type Fen, fen } from '#domain/money.ts'
import { type DeepTier, lowestAfter } from '#domain/pricing/depth.ts'
import type { Connection } from '../../../../platform/database.ts'
import { scopeOf } from '../scope.ts'
import { readScope } from '../scope-views.ts'
import { type PricedRow, pricedGoods, worthOf } from './look-views.ts'
import { goodsGiven, type Plan, type PlanTier } from './plan.ts'

/** Where an offer brings a price below cost or floor. */

export interface Below {
  id: number
  name: string
  price: Fen
  after: Fen
  /** Which of the plan's tiers. */
  tier: number
  below: 'cost' | 'floor'
  bound: Fen
  /** What stands there is made of cost: another goods is given along. */
  tellsCost: boolean
}

/**
 * Goods of a draft's scope, on the shelf or not: one clerk puts them there. A draft is read anew, what is remembered is kept for offers that run.
 * Null: every one.
 */
export async function goodsOfDraft(
  connection: Connection,
  { terms }: { terms: Pick<Plan['terms'], 'scope'> },
  now: Date,
): Promise<ReadonlySet<number> | null> {
  const scope = scopeOf(terms.scope)
  return scope.all && scope.excludedGoodsIds.length === 0 ? null : readScope(connection, scope, now, false)
}

export type Deep = DeepTier & { place: number }

export function deepTiers(tiers: readonly PlanTier[], worth: ReadonlyMap<number, Fen>): Deep[] {
  return tiers.map(({ measure, threshold, amount, percent, repeat, cap, choose, gifts }, place) => {
    const dear = gifts
      .map(({ goods_id: goodsId, number }) => ({ goodsId, number, worth: worth.get(goodsId) ?? (0 as Fen) }))
      .sort((one, other) => other.worth * other.number - one.worth * one.number)
    return { measure, threshold, amount, percent, repeat, cap, gifts: dear.slice(0, choose ?? dear.length), place }
  })
}

/** Steps of a price, in percent: as near as whoever may not see a cost comes to it, however often he tries. */
const COARSE_PERCENT = 5
/** At the next step above it, so that nothing that falls too low is missed; a few are told of that only come near. */
function coarse(bound: Fen | null, price: Fen): Fen | null {
  const step = Math.max(1, Math.round((price * COARSE_PERCENT) / 100))
  return bound === null ? null : fen(Math.ceil(bound / step) * step)
}

/** The bound that a price falls below; null: none. By coarse bounds where isExact is not said. */
export function boundBelow(
  { price, ...exact }: Pick<PricedRow, 'price' | 'cost' | 'floor'>,
  after: Fen,
  isExact: boolean,
): Pick<Below, 'below' | 'bound'> | null {
  const { cost, floor } = isExact ? exact : { cost: coarse(exact.cost, price), floor: coarse(exact.floor, price) }
  if (cost !== null && after < cost) return { below: 'cost', bound: cost }
  return floor !== null && after < floor ? { below: 'floor', bound: floor } : null
}

function lowered(row: PricedRow, after: Fen, tier: Deep, isExact: boolean): Below[] {
  const { id, name, price } = row
  const bound = boundBelow(row, after, isExact)
  return bound === null
    ? []
    : [{ id, name, price, after, tier: tier.place, ...bound, tellsCost: tier.gifts.some(({ goodsId }) => goodsId !== id) }]
}

/**
 * The deepest first. Of an exchange its goods at their exchange prices. isExact: for whoever may see costs; for others by coarse bounds and in the
 * order of the goods, for a draft may be tried as often as one likes. among: of these goods alone.
 */
export async function belowOf(
  connection: Connection,
  plan: Plan,
  isExact: boolean,
  now: Date,
  among: ReadonlySet<number> | null = null,
): Promise<Below[]> {
  const order = isExact ? deepest : (one: Below, other: Below) => one.id - other.id
  const { tiers, audience } = plan.terms
  const given = await worthOf(connection, goodsGiven(plan.terms))
  if (plan.kind === 'exchange') {
    const byId = new Map(given.map((row) => [row.id, row]))
    const rows = tiers.flatMap(({ exchanges }, place) =>
      exchanges.flatMap(({ goods_id, price }) => {
        const row = byId.get(goods_id)
        return row === undefined || among?.has(goods_id) === false ? [] : lowered(row, price, { ...EMPTY, place }, isExact)
      }),
    )
    return rows.sort(order)
  }
  const deep = deepTiers(tiers, new Map(given.map(({ id, worth }) => [id, worth])))
  const scope = await goodsOfDraft(connection, plan, now)
  const goods = among === null || scope === null ? (among ?? scope) : scope.intersection(among)
  const priced = await pricedGoods(connection, goods, audience.ranks ?? [])
  const rows = priced.flatMap((row) => {
    const lowest = lowestAfter({ kind: plan.kind, tiers: deep }, row.id, row.price)
    return lowest === null ? [] : lowered(row, lowest.after, lowest.tier, isExact)
  })
  return rows.sort(order)
}

const EMPTY: Omit<Deep, 'place'> = { measure: 'number', threshold: 1, amount: null, percent: null, cap: null, repeat: false, gifts: [] }
const deepest = (one: Below, other: Below): number => one.after / one.bound - other.after / other.bound || one.id - other.id

const NAMED = 3
/** 3 种商品：甲、乙、丙 */
export const someOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${names.length} 种商品：${names.slice(0, NAMED).join('、')}${names.length > NAMED ? ' 等' : ''}`

/** For whoever approves it, without figures of cost; empty: nothing falls so low. */
export const belowText = (below: readonly Pick<Below, 'name'>[]): string => someOf(below.map(({ name }) => name))
