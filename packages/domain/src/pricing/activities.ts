import type { Fen } from '../money.ts'
import { fen, ZERO } from '../money.ts'
import type { ActivityState, TierState } from './answer.ts'
import type { Field } from './assignment.ts'
import type { GiftStand } from './gifts.ts'
import { type GoodsGroup, type Measured, measure, measuredBy, reductionGain } from './reductions.ts'
import type { ExchangeActivity, FullReduction, GoodsFullReduction, Measure, ReductionTier } from './terms.ts'
import { exchangeTierText, giftTierText, money, quantity, reductionTierText } from './texts.ts'
import type { ExchangeItem, Item } from './unit.ts'

/** How each activity stands for the cart: reached tiers first, then the nearest. */

/** The next thing to reach: what is missing, and what reaching it would bring beyond what is had now. */
export interface NextStep {
  measure: Measure
  missing: number
  gain: Fen
  /** What all together would bring then. */
  total: Fen
}

/** An activity's state with its next step, from which hints are made. */
export interface Standing {
  state: ActivityState
  next: NextStep | null
}

interface Tier {
  id: number
  measure: Measure
  threshold: number
}

export function tierStates<One extends Tier>(tiers: readonly One[], measured: Measured, text: (tier: One) => string): TierState[] {
  const open = tiers.map((tier) => ({ tier, missing: Math.max(0, tier.threshold - measuredBy(tier.measure, measured)) }))
  const nearest = open
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => a.missing / a.tier.threshold - b.missing / b.tier.threshold || a.tier.id - b.tier.id)
  const reached = open.filter(({ missing }) => missing === 0).sort((a, b) => a.tier.threshold - b.tier.threshold)
  return [...reached, ...nearest].map(({ tier, missing }) => ({
    id: tier.id,
    text: text(tier),
    status: missing === 0 ? 'reached' : tier === nearest[0]?.tier ? 'next' : 'far',
    missing,
  }))
}

/** The nearest step at which a reduction takes off more than now; a repeating tier has one each time. */
export function nextReduction(tiers: readonly ReductionTier[], measured: Measured): NextStep | null {
  const now = reductionGain(tiers, measured)
  let best: NextStep | null = null
  let nearest = Number.POSITIVE_INFINITY
  for (const tier of tiers) {
    const have = measuredBy(tier.measure, measured)
    const times = tier.repeat && tier.percent === null ? Math.floor(have / tier.threshold) + 1 : 1
    const missing = tier.threshold * times - have
    if (missing <= 0) continue
    const total = reductionGain(tiers, {
      amount: measured.amount + (tier.measure === 'amount' ? missing : 0),
      number: measured.number + (tier.measure === 'number' ? missing : 0),
    })
    const distance = missing / tier.threshold
    if (total <= now || distance >= nearest) continue
    nearest = distance
    best = { measure: tier.measure, missing, gain: fen(total - now), total: fen(total) }
  }
  return best
}

/** 盒 where all lines count in it, else 件. */
function unitOf(items: readonly Item[], members: readonly number[]): string {
  let common: string | null = null
  for (const index of members) {
    const unit = items[index]?.line.unit ?? '件'
    if (common !== null && unit !== common) return '件'
    common = unit
  }
  return common ?? '件'
}

const sentence = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('；')

function reductionText(reduction: Fen, next: NextStep | null, unit: string): string {
  return sentence(
    reduction > 0 ? `已减 ${money(reduction)}` : '',
    next === null ? '' : `再买 ${quantity(next.measure, next.missing, unit)} 可减 ${money(next.total)}`,
  )
}

const idsOf = (items: readonly Item[], members: readonly number[]) => members.map((index) => items[index]?.line.id ?? 0)

function reductionStanding(
  promotion: FullReduction | GoodsFullReduction,
  items: readonly Item[],
  members: readonly number[],
  measured: Measured,
  reduction: Fen,
): Standing {
  const unit = unitOf(items, members)
  const next = measured.number === 0 ? null : nextReduction(promotion.tiers, measured)
  return {
    next,
    state: {
      promotionId: promotion.id,
      kind: promotion.kind,
      name: promotion.name,
      endsAt: promotion.endsAt,
      lineIds: idsOf(items, members),
      measured: { amount: fen(measured.amount), number: measured.number },
      tiers: tierStates(promotion.tiers, measured, (tier) => reductionTierText(tier, unit)),
      reduction,
      text: members.length === 0 ? '商品已参加更优惠的活动' : reductionText(reduction, next, unit),
      gifts: [],
      exchanges: [],
    },
  }
}

export function fullReductionStandings(field: Field, assignment: readonly number[]): Standing[] {
  const members = field.reductions.map((): number[] => [])
  for (const [index, reduction] of assignment.entries()) members[reduction]?.push(index)
  return field.reductions.flatMap((promotion, reduction) => {
    if ((field.candidates[reduction]?.length ?? 0) === 0) return []
    const own = members[reduction] ?? []
    const measured = measure(field.items, field.left, own)
    return [reductionStanding(promotion, field.items, own, measured, fen(reductionGain(promotion.tiers, measured)))]
  })
}

/** Each goods stands by itself; the activity shows the goods that has come furthest. */
export function goodsReductionStandings(items: readonly Item[], groups: readonly GoodsGroup[]): Standing[] {
  const byPromotion = new Map<GoodsFullReduction, GoodsGroup[]>()
  for (const group of groups) {
    const own = byPromotion.get(group.promotion)
    if (own) own.push(group)
    else byPromotion.set(group.promotion, [group])
  }
  return [...byPromotion].map(([promotion, all]) => {
    const members: number[] = []
    let furthest: GoodsGroup | null = null
    let reduction = 0
    for (const group of all) {
      if (!group.rules) continue
      members.push(...group.members)
      reduction += group.gain
      if (furthest === null || isFurther(group, furthest)) furthest = group
    }
    const measured = furthest?.measured ?? { amount: 0, number: 0 }
    return reductionStanding(
      promotion,
      items,
      members.sort((a, b) => a - b),
      measured,
      fen(reduction),
    )
  })
}

/** By what is taken off, then by amount, then the goods that comes first. */
function isFurther(group: GoodsGroup, than: GoodsGroup): boolean {
  const difference = group.gain - than.gain || group.measured.amount - than.measured.amount
  return difference > 0 || (difference === 0 && (group.members[0] ?? 0) < (than.members[0] ?? 0))
}

function nextTier<One extends Tier>(tiers: readonly One[], measured: Measured): (NextStep & { tier: One }) | null {
  const [nearest] = tiers
    .map((tier) => ({ tier, missing: tier.threshold - measuredBy(tier.measure, measured) }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => a.missing / a.tier.threshold - b.missing / b.tier.threshold || a.tier.id - b.tier.id)
  return nearest ? { ...nearest, measure: nearest.tier.measure, gain: ZERO, total: ZERO } : null
}

export function giftStanding(stand: GiftStand, items: readonly Item[]): Standing {
  const { activity, measured, members, states } = stand
  const unit = unitOf(items, members)
  const next = nextTier(
    withOffers(activity.tiers, (tier) => tier.gifts),
    measured,
  )
  const given = states.filter((state) => state.selected).map((state) => `${state.offer.name} ${state.number} ${state.offer.unit}`)
  const more = next === null ? '' : `再买 ${quantity(next.measure, next.missing, unit)} 可得 ${names(open(next.tier.gifts))}`
  return {
    next,
    state: {
      promotionId: activity.id,
      kind: activity.kind,
      name: activity.name,
      endsAt: activity.endsAt,
      lineIds: idsOf(items, members),
      measured: { amount: fen(measured.amount), number: measured.number },
      tiers: tierStates(activity.tiers, measured, (tier) => giftTierText(tier, unit)),
      reduction: ZERO,
      text: sentence(
        given.length > 0 ? `已赠 ${given.join('、')}` : stand.reached && open(stand.reached.gifts).length > 0 ? '可领取赠品' : '',
        more,
      ),
      gifts: states.map(({ tier, offer, number, selected, open, why }) => ({
        id: offer.id,
        tierId: tier.id,
        goodsId: offer.goodsId,
        name: offer.name,
        unit: offer.unit,
        number,
        selected,
        open,
        why,
      })),
      exchanges: [],
    },
  }
}

/** What this buyer may have at all; a tier that has nothing for it is no step to reach. */
const open = <One extends { barred?: string }>(offers: readonly One[]): One[] => offers.filter((offer) => !offer.barred)
const withOffers = <One>(tiers: readonly One[], offersOf: (tier: One) => readonly { barred?: string }[]): One[] =>
  tiers.filter((tier) => open(offersOf(tier)).length > 0)

const names = (offers: readonly { name: string }[]): string => offers.map((offer) => offer.name).join('、')

export function exchangeStanding(
  activity: ExchangeActivity,
  items: readonly Item[],
  members: readonly number[],
  left: readonly number[],
  unlocked: readonly ExchangeItem[],
): Standing {
  const unit = unitOf(items, members)
  const measured = measure(items, left, members)
  const next = nextTier(
    withOffers(activity.tiers, (tier) => tier.offers),
    measured,
  )
  const more = next === null ? '' : `再买 ${quantity(next.measure, next.missing, unit)} 可换购 ${names(open(next.tier.offers))}`
  const reached = activity.tiers.filter((tier) => measuredBy(tier.measure, measured) >= tier.threshold)
  const unlocks = open(reached.flatMap((tier) => tier.offers)).filter((offer) => offer.left === null || offer.left > 0)
  const taken = (offerId: number) => unlocked.filter((item) => item.offer.id === offerId).reduce((sum, item) => sum + item.line.number, 0)
  return {
    next,
    state: {
      promotionId: activity.id,
      kind: activity.kind,
      name: activity.name,
      endsAt: activity.endsAt,
      lineIds: idsOf(items, members),
      measured: { amount: fen(measured.amount), number: measured.number },
      tiers: tierStates(activity.tiers, measured, (tier) => exchangeTierText(tier, unit)),
      reduction: ZERO,
      text: sentence(unlocks.length > 0 ? `可换购 ${names(unlocks)}` : '', more),
      gifts: [],
      exchanges: activity.tiers.flatMap((tier) =>
        tier.offers.map((offer) => {
          const { id, goodsId, name, unit: own, price, limit } = offer
          const isOpen = unlocks.includes(offer)
          const missing = tier.threshold - measuredBy(tier.measure, measured)
          const why = isOpen ? '' : offer.barred ? offer.barred : missing > 0 ? `还差 ${quantity(tier.measure, missing, unit)}` : '已换完'
          return { id, tierId: tier.id, goodsId, name, unit: own, price, limit, taken: taken(id), open: isOpen, why }
        }),
      ),
    },
  }
}

/** Activities with a tier reached first, then the nearest. */
export function inOrder(standings: readonly Standing[]): Standing[] {
  const distance = ({ state, next }: Standing) => {
    if (state.tiers[0]?.status === 'reached') return -1
    return next === null || state.lineIds.length === 0 ? 2 : next.missing / (next.missing + measuredBy(next.measure, state.measured))
  }
  const keyed = standings.map((standing) => ({ standing, key: distance(standing) }))
  return keyed.sort((a, b) => a.key - b.key || a.standing.state.promotionId - b.standing.state.promotionId).map((one) => one.standing)
}
