import { createHash } from 'node:crypto'
import { type Fen, portion } from '#domain/money.ts'
import { type DeepCoupon, type DeepOffer, type Depth, lowestTogether } from '#domain/pricing/depth.ts'
import { audiencesMeet } from '#domain/pricing/pricing.ts'
import type { Audience, Zone } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../../platform/database.ts'
import { inTurns } from '../../../../platform/long-work.ts'
import { audienceOf, type ScopeJson, scopeOf, zoneOfDeal } from '../scope.ts'
import type { CouponPlan } from './coupon-plan.ts'
import { type PricedRow, pricedGoods, worthOf } from './look-views.ts'
import { goodsGiven, type Plan } from './plan.ts'
import { plansAhead } from './plan-views.ts'
import { couponsStanding, goodsInDeals, pricesStanding, type StandingPrice, stillThere } from './together-views.ts'
import { boundBelow, deepTiers, goodsOfDraft } from './warnings.ts'

/**
 * What goods come to by everything that runs meanwhile. Each offer, coupon and price was approved by itself, above cost; bought together
 * they may fall below it, and that is what nobody saw.
 */

/** Of a drafted deal: its own price, or the share of whatever is paid otherwise. */
export type DealPrice = Pick<StandingPrice, 'goodsId' | 'kind' | 'name' | 'price' | 'percent' | 'takesOffers' | 'takesCoupons'>
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
  /** Of deals: whatever is sold at such a price belongs to it as well, and at no other. */
  zones: readonly Zone[]
  except: ReadonlySet<number>
  offer?: DeepOffer
  coupon?: DeepCoupon
}
interface Price extends Stand {
  name: string
  zone: Zone | null
  price: Fen
  takesOffers: boolean
  takesCoupons: boolean
  /** How many things brought it there: a share of another price, where the other one is what has changed, is more than one. */
  things: number
}

const EVERYBODY = audienceOf({})
const ALWAYS: Stand = { audience: EVERYBODY, from: null, until: null }
const overlap = (one: Span, other: Span): boolean =>
  (one.from === null || other.until === null || one.from < other.until) &&
  (other.from === null || one.until === null || other.from < one.until)
const meet = (one: Stand, other: Stand): boolean =>
  overlap(one, other) && (one.audience === EVERYBODY || other.audience === EVERYBODY || audiencesMeet(one.audience, other.audience))

const DEAL_ZONES: readonly Zone[] = ['near_expiry', 'whole_case', 'welfare', 'bundle']
/** Where a part takes hold. */
async function placeOf(connection: Connection, scope: ScopeJson, now: Date): Promise<Pick<Part, 'goods' | 'zones' | 'except'>> {
  const { zones, excludedGoodsIds } = scopeOf(scope)
  const others = { ...scope, zones: zones.filter((zone) => !DEAL_ZONES.includes(zone)) }
  return {
    goods: await goodsOfDraft(connection, { terms: { scope: others } }, now),
    zones: zones.filter((zone) => DEAL_ZONES.includes(zone)),
    except: new Set(excludedGoodsIds),
  }
}
const covers = ({ goods, zones, except }: Part, goodsId: number, zone: Zone | null): boolean =>
  goods === null || goods.has(goodsId) || (zone !== null && zones.includes(zone) && !except.has(goodsId))

async function offerPart(connection: Connection, plan: Plan, at: number, now: Date): Promise<Part> {
  const { kind, name, terms } = plan
  const worth = new Map((await worthOf(connection, goodsGiven(terms))).map((one) => [one.id, one.worth]))
  return {
    at,
    ...(await placeOf(connection, plan.terms.scope, now)),
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
    ...(await placeOf(connection, plan.terms.scope, now)),
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
      ...(await placeOf(connection, scope, now)),
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
  let depth = taken.length === 0 ? null : known.get(key)
  if (depth === undefined) {
    depth = lowestTogether(goodsId, price.price, {
      offers: taken.flatMap(({ offer }) => offer ?? []),
      coupons: taken.flatMap(({ coupon }) => coupon ?? []),
    })
    known.set(key, depth)
  }
  // By itself, where that is more than one thing.
  if (depth === null && price.things > 1) return { after: price.price, names: [price.name], things: price.things }
  return depth === null || price.name === ''
    ? depth
    : { ...depth, names: [price.name, ...depth.names], things: depth.things + price.things }
}

export interface Low {
  id: number
  name: string
  after: Fen
  /** What brings it there, together. */
  by: string
}

interface Field {
  /** Where there is a draft, those that it meets. */
  parts: readonly Part[]
  draft: Part | null
  prices: readonly Price[]
  meeting: (anchor: Part) => ReadonlySet<Part>
  known: Known
  turn: () => Promise<void> | null
}

/**
 * The lowest of what falls below cost or floor; of a draft only what is lower with it: what stood as low at this price without it is not of its making,
 * which is asked only where it matters.
 */
async function lowestOf(row: PricedRow, { parts, draft, prices, meeting, known, turn }: Field): Promise<Depth | null> {
  const { id } = row
  const byZone = new Map<Zone | null, Part[]>()
  let lowest: Depth | null = null
  const take = (depth: Depth | null, without: () => Depth | null): void => {
    if (depth === null || (lowest !== null && lowest.after <= depth.after) || boundBelow(row, depth.after, true) === null) return
    const other = without()
    if (other === null || depth.after < other.after) lowest = depth
  }
  for (const price of prices) {
    const inZone = byZone.get(price.zone) ?? parts.filter((part) => covers(part, id, price.zone))
    byZone.set(price.zone, inZone)
    const own = inZone.filter((one) => meet(one, price))
    if (draft === null) take(depthOf(id, price, [], known), () => null)
    else if (!covers(draft, id, price.zone) || !meet(draft, price)) continue
    for (const anchor of draft === null ? own : [draft]) {
      const others = turn()
      if (others !== null) await others
      if (draft === null) {
        const met = meeting(anchor)
        const beside = own.filter((one) => met.has(one))
        take(depthOf(id, price, beside, known), () => null)
      } else take(depthOf(id, price, [...own, draft], known), () => depthOf(id, price, own, known))
    }
  }
  return lowest
}

async function draftPart(connection: Connection, draft: Draft | null, now: Date): Promise<Part | null> {
  if (draft === null || draft.kind === 'prices') return null
  return draft.kind === 'offer' ? offerPart(connection, draft.plan, DRAFT_AT, now) : draftCoupon(connection, draft.plan, now)
}

/** Asked once of each: parts that name a thousand companies are long in being compared, and goods are many. */
function meetingOf(parts: readonly Part[]): Field['meeting'] {
  const found = new Map<Part, ReadonlySet<Part>>()
  return (anchor) => {
    const met = found.get(anchor) ?? new Set(parts.filter((one) => meet(one, anchor)))
    found.set(anchor, met)
    return met
  }
}

/** Of companies that the same parts name, the one that pays least stands for all. */
const pricesByReach = (prices: readonly StandingPrice[], namedIn: ReadonlyMap<number, string>): StandingPrice[] => {
  const lowest = new Map<string, StandingPrice>()
  for (const one of prices) {
    const reach = namedIn.get(one.companyId ?? 0) ?? ''
    const other = lowest.get(reach)
    if (other === undefined || (one.price ?? 0) < (other.price ?? 0)) lowest.set(reach, one)
  }
  return [...lowest.values()]
}

/** By which parts each company is named. */
function companiesNamed(parts: readonly Part[]): ReadonlyMap<number, string> {
  const named = new Map<number, string>()
  for (const { at, audience } of parts) for (const id of audience.companyIds) named.set(id, `${named.get(id) ?? ''} ${at}`)
  return named
}

/** What a goods is sold at, to whom and when. A share is one of whatever is paid otherwise: by the ladder, by a company alone, or by everybody. */
function pricesOf(
  row: PricedRow,
  standing: readonly StandingPrice[],
  drafted: readonly DealPrice[] | null,
  { namedIn, span, shareThings }: { namedIn: ReadonlyMap<number, string>; span: Span; shareThings: number },
): Price[] {
  const stands = (one: StandingPrice): Price => ({
    ...one,
    zone: zoneOfDeal(one.kind),
    price: one.price ?? row.price,
    audience: one.companyId === null ? EVERYBODY : audienceOf({ companies: [one.companyId] }),
    things: 1,
  })
  const own = standing.filter(({ companyId, price }) => companyId !== null && price !== null && price < row.price)
  const ordinary: Price = { ...ALWAYS, name: '', zone: null, price: row.price, takesOffers: true, takesCoupons: true, things: 0 }
  const whole = standing.filter(({ companyId, percent }) => companyId === null && percent === null)
  const without = [ordinary, ...whole.filter(({ kind }) => kind === 'ladder').map(stands), ...pricesByReach(own, namedIn).map(stands)]
  const shareOf = ({ name, kind, percent, takesOffers, takesCoupons }: DealPrice, times: Span, things: number): Price[] =>
    without.map((one) => ({
      name: one.name === '' ? name : `${one.name}、${name}`,
      zone: zoneOfDeal(kind),
      price: portion(one.price, percent ?? 0, 100),
      audience: one.audience,
      from: times.from,
      until: times.until,
      takesOffers,
      takesCoupons,
      things,
    }))
  if (drafted !== null)
    return drafted.flatMap((one) =>
      one.percent === null
        ? [{ ...one, zone: zoneOfDeal(one.kind), price: one.price ?? row.price, audience: EVERYBODY, ...span, things: 1 }]
        : shareOf(one, span, 1),
    )
  const deals = whole.filter(({ kind }) => kind !== 'ladder').map(stands)
  return [...without, ...deals, ...standing.filter(({ percent }) => percent !== null).flatMap((one) => shareOf(one, one, shareThings))]
}

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
  const drafted = draft?.kind === 'prices' ? Map.groupBy(draft.prices, ({ goodsId }) => goodsId) : null
  const asked = drafted ? new Set(drafted.keys()) : (among ?? (part && (await goodsOfPart(connection, part, now))))
  // A coupon on everything brings whatever has a small margin below cost by itself: whoever approved it was told, and not every price is his matter.
  const parts = await partsStanding(connection, draft?.kind === 'offer' ? draft.id : null, draft !== null, now)
  const namedIn = companiesNamed(part ? [...parts, part] : parts)
  const dealId = draft?.kind === 'prices' ? draft.dealId : null
  const rows = await pricedGoods(connection, asked, [])
  const prices = await pricesStanding(connection, { goods: asked, reaches: namedIn, dealId }, now)
  const ofGoods = Map.groupBy(prices, ({ goodsId }) => goodsId)
  const known: Known = new Map()
  const turn = inTurns(() => stillThere(connection))
  // After a change of prices a share of one is more than was approved.
  const how = { namedIn, span: draft?.kind === 'prices' ? draft.span : ALWAYS, shareThings: draft === null ? 2 : 1 }
  const beside = part ? parts.filter((one) => meet(one, part)) : parts
  const meeting = meetingOf(parts)
  const lows: Low[] = []
  for (const row of rows) {
    await turn()
    const sold = pricesOf(row, ofGoods.get(row.id) ?? [], drafted && (drafted.get(row.id) ?? []), how)
    const depth = await lowestOf(row, { parts: beside, draft: part, prices: sold, meeting, known, turn })
    // What one does by itself is said of it elsewhere.
    if (depth !== null && depth.things > 1)
      lows.push({ id: row.id, name: row.name, after: depth.after, by: [...new Set(depth.names)].join('、') })
  }
  return lows
}

async function goodsOfPart(connection: Connection, { goods, zones, except }: Part, now: Date): Promise<ReadonlySet<number> | null> {
  if (goods === null || zones.length === 0) return goods
  return goods.union(new Set(await goodsInDeals(connection, zones, now))).difference(except)
}

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
