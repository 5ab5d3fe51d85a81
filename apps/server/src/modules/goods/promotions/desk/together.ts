import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Fen, portion } from '#domain/money.ts'
import { type DeepCoupon, type DeepOffer, type Depth, lowestTogether } from '#domain/pricing/depth.ts'
import { audiencesMeet } from '#domain/pricing/pricing.ts'
import type { Audience } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../../platform/database.ts'
import { audienceOf } from '../scope.ts'
import type { CouponPlan } from './coupon-plan.ts'
import { pricedGoods, worthOf } from './look-views.ts'
import { goodsGiven, type Plan } from './plan.ts'
import { plansAhead } from './plan-views.ts'
import { couponsStanding, pricesStanding } from './together-views.ts'
import { boundBelow, deepTiers, goodsOfDraft } from './warnings.ts'

/**
 * What goods come to by everything that runs meanwhile. Each offer, coupon and price was approved by itself, above cost; bought together
 * they may fall below it, and that is what nobody saw.
 */

export interface DealPrice {
  goodsId: number
  name: string
  price: Fen
  takesOffers: boolean
  takesCoupons: boolean
}
interface Span {
  from: Date | null
  until: Date | null
}
/** What is asked about, and not there yet. */
export type Draft =
  | { kind: 'offer'; plan: Plan; id: number }
  | { kind: 'coupon'; plan: CouponPlan }
  | { kind: 'prices'; prices: readonly DealPrice[]; span: Span; dealId: number }

interface Stand extends Span {
  audience: Audience
}
interface Part extends Stand {
  /** Its place among the others. */
  at: number
  /** Null: of every goods. */
  goods: ReadonlySet<number> | null
  offer?: DeepOffer
  coupon?: DeepCoupon
}
interface Price extends DealPrice, Stand {}

const EVERYBODY = audienceOf({})
const ALWAYS: Stand = { audience: EVERYBODY, from: null, until: null }
const overlap = (one: Span, other: Span): boolean =>
  (one.from === null || other.until === null || one.from < other.until) &&
  (other.from === null || one.until === null || other.from < one.until)
const meet = (one: Stand, other: Stand): boolean => overlap(one, other) && audiencesMeet(one.audience, other.audience)

async function offerPart(connection: Connection, plan: Plan, at: number, now: Date): Promise<Part> {
  const { kind, name, terms } = plan
  const worth = new Map((await worthOf(connection, goodsGiven(terms))).map((one) => [one.id, one.worth]))
  return {
    at,
    goods: await goodsOfDraft(connection, plan, now),
    audience: audienceOf(terms.audience),
    from: new Date(terms.starts_at),
    until: new Date(terms.ends_at),
    offer: { name: `活动“${name}”`, kind, tiers: deepTiers(terms.tiers, worth) },
  }
}

const tierOf = ({ threshold, amount, percent, cap }: { threshold: Fen; amount: Fen | null; percent: number | null; cap: Fen | null }) => ({
  measure: 'amount' as const,
  threshold,
  amount,
  percent,
  cap,
  repeat: false,
  gifts: [],
})
const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))

const DRAFT_AT = -1
async function draftCoupon(connection: Connection, plan: CouponPlan, now: Date): Promise<Part> {
  const { name, terms } = plan
  return {
    at: DRAFT_AT,
    goods: await goodsOfDraft(connection, plan, now),
    audience: audienceOf(terms.audience),
    from: instant(terms.take_from),
    until: instant(terms.valid_until),
    coupon: { name: `优惠券“${name}”`, tier: tierOf(terms), stackable: terms.stackable, each: terms.per_company },
  }
}

async function partsStanding(connection: Connection, offerId: number | null, withCoupons: boolean, now: Date): Promise<Part[]> {
  const parts: Part[] = []
  for (const plan of await plansAhead(connection, now))
    if (plan.id !== offerId && plan.kind !== 'exchange') parts.push(await offerPart(connection, plan, parts.length, now))
  if (!withCoupons) return parts
  for (const { name, scope, audience, stackable, each, from, until, ...terms } of await couponsStanding(connection, now)) {
    parts.push({
      at: parts.length,
      goods: await goodsOfDraft(connection, { terms: { scope } }, now),
      audience: audienceOf(audience),
      from,
      until,
      coupon: { name: `优惠券“${name}”`, tier: tierOf(terms), stackable, each },
    })
  }
  return parts
}

/** Goods of one price to which the same offers apply come to the same, and of twenty thousand most are such; where the goods itself is given it is not. */
type Known = Map<string, Depth | null>

const depthOf = (goodsId: number, price: Price, parts: readonly Part[], known: Known): Depth | null => {
  const taken = parts.filter(
    ({ offer, coupon }) => (offer !== undefined && price.takesOffers) || (coupon !== undefined && price.takesCoupons),
  )
  const isGiven = taken.some(({ offer }) => offer?.tiers.some(({ gifts }) => gifts.some((gift) => gift.goodsId === goodsId)))
  const key = `${price.price} ${isGiven ? goodsId : ''} ${taken.map(({ at }) => at).join(' ')}`
  let depth = known.get(key)
  if (depth === undefined) {
    depth = lowestTogether(goodsId, price.price, {
      offers: taken.flatMap(({ offer }) => offer ?? []),
      coupons: taken.flatMap(({ coupon }) => coupon ?? []),
    })
    known.set(key, depth)
  }
  return depth === null || price.name === '' ? depth : { ...depth, names: [price.name, ...depth.names], things: depth.things + 1 }
}
const lower = (one: Depth | null, other: Depth | null): Depth | null =>
  one === null || (other !== null && other.after < one.after) ? other : one

export interface Low {
  id: number
  name: string
  after: Fen
  /** What brings it there, together. */
  by: string
}

interface Field {
  parts: readonly Part[]
  draft: Part | null
  prices: readonly Price[]
  anchors: readonly Stand[]
  known: Known
}

/** Only with the draft where there is one: what stood as low without it is not of its making. */
function lowestOf(goodsId: number, { parts, draft, prices, anchors, known }: Field): Depth | null {
  const own = parts.filter(({ goods }) => goods === null || goods.has(goodsId))
  let lowest: Depth | null = null
  let without: Depth | null = null
  for (const anchor of anchors)
    for (const price of prices) {
      if (!meet(anchor, price)) continue
      const beside = own.filter((one) => meet(one, anchor))
      lowest = lower(lowest, depthOf(goodsId, price, draft === null ? beside : [...beside, draft], known))
      if (draft !== null) without = lower(without, depthOf(goodsId, price, beside, known))
    }
  return lowest && without && without.after <= lowest.after ? null : lowest
}

async function draftPart(connection: Connection, draft: Draft | null, now: Date): Promise<Part | null> {
  if (draft === null || draft.kind === 'prices') return null
  return draft.kind === 'offer' ? offerPart(connection, draft.plan, DRAFT_AT, now) : draftCoupon(connection, draft.plan, now)
}

const IN_ONE_GO = 20

/**
 * Goods that fall below cost or floor by all that is at work, beside the draft where there is one; of these goods alone where they are named. Exact
 * bounds: only for whoever approves, and without figures.
 */
export async function lowsTogether(
  connection: Connection,
  draft: Draft | null,
  among: ReadonlySet<number> | null,
  now: Date,
): Promise<Low[]> {
  const part = await draftPart(connection, draft, now)
  const asked = draft?.kind === 'prices' ? new Set(draft.prices.map(({ goodsId }) => goodsId)) : (among ?? part?.goods ?? null)
  // A coupon on everything brings whatever has a small margin below cost by itself: whoever approved it was told, and not every price is his matter.
  const parts = await partsStanding(connection, draft?.kind === 'offer' ? draft.id : null, draft !== null, now)
  const rows = await pricedGoods(connection, asked, [], among === null)
  const prices = await pricesStanding(connection, asked, draft?.kind === 'prices' ? draft.dealId : null, now)
  const ofGoods = Map.groupBy(prices, ({ goodsId }) => goodsId)
  const known: Known = new Map()
  const lows: Low[] = []
  for (const [at, row] of rows.entries()) {
    if (at % IN_ONE_GO === 0) await setImmediate()
    const ordinary: Price = { ...ALWAYS, goodsId: row.id, name: '', price: row.price, takesOffers: true, takesCoupons: true }
    const others = (ofGoods.get(row.id) ?? []).map(
      (one): Price => ({
        ...one,
        audience: one.companyId === null ? EVERYBODY : audienceOf({ companies: [one.companyId] }),
        price: one.price ?? portion(row.price, one.percent ?? 0, 100),
      }),
    )
    const drafted = draft?.kind === 'prices' ? draft.prices.filter(({ goodsId }) => goodsId === row.id) : null
    const sold = drafted?.map((one): Price => ({ ...one, audience: EVERYBODY, ...draftSpan(draft) })) ?? [ordinary, ...others]
    const anchors = part ? [part] : drafted ? [{ ...ALWAYS, ...draftSpan(draft) }] : anchorsOf(row.id, parts, others)
    const depth = lowestOf(row.id, { parts, draft: part, prices: sold, anchors, known })
    // What one does by itself is said of it elsewhere.
    if (depth !== null && depth.things > 1 && boundBelow(row, depth.after, true) !== null)
      lows.push({ id: row.id, name: row.name, after: depth.after, by: [...new Set(depth.names)].join('、') })
  }
  return lows
}

const draftSpan = (draft: Draft | null): Span => (draft?.kind === 'prices' ? draft.span : ALWAYS)
const anchorsOf = (goodsId: number, parts: readonly Part[], prices: readonly Stand[]): Stand[] => [
  ...parts.filter(({ goods }) => goods === null || goods.has(goodsId)),
  ...prices,
]

/** What a row of an approval is called. */
export const BELOW_TOGETHER = '与别的优惠同用时低于成本或底价'
/**
 * What an approval rests on: also what falls below cost, and how far. Two drafts handed in side by side did not know of each other, and a price
 * may be cut while one waits.
 */
export function standsText(version: number, lows: readonly Pick<Low, 'id' | 'after'>[]): string {
  if (lows.length === 0) return `${version}`
  const said = lows.map(({ id, after }) => `${id}:${after}`).sort()
  return `${version} ${createHash('sha256').update(said.join(' ')).digest('base64url')}`
}
const NAMED = 3
/** 2 种商品：甲（活动“一”、优惠券“二”） */
export function togetherText(lows: readonly Low[]): string {
  if (lows.length === 0) return ''
  const named = lows.slice(0, NAMED).map(({ name, by }) => `${name}（${by}）`)
  return `${lows.length} 种商品：${named.join('；')}${lows.length > NAMED ? ' 等' : ''}`
}
