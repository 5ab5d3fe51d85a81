import { CART_GROUPS, groupOf } from '#domain/cart.ts'
import {
  type ActivityState,
  isAlive,
  type Priced,
  type PricingBuyer,
  type Promotion,
  type PromotionKind,
  saleInScope,
} from '#domain/pricing/pricing.ts'
import { promotionTag } from '../../goods/promotions/public.ts'
import { type CartLineNow, piecesOf } from './evaluate.ts'
import { pricingLine } from './price.ts'

/** Lines under what binds them together; every line is in exactly one group. */
export interface LineGroup {
  key: string
  tag: string
  name: string
  rule: string
  endsAt: Date | null
  activityId: number
  lines: CartLineNow[]
}

/** Under which of its activities a line stands. Cashback counts everything, so it groups nothing. */
const GROUPING: readonly PromotionKind[] = ['full_reduction', 'gift', 'exchange', 'goods_full_reduction']

export interface Grouping {
  priced: Priced
  promotions: readonly Promotion[]
  buyer: PricingBuyer
}

/** Activities with a tier that is reached first, then the others, offers, ephedrine goods, the rest. */
export function groupLines(lines: readonly CartLineNow[], grouping: Grouping, now: Date): LineGroup[] {
  const byLine = activitiesByLine(grouping.priced)
  const placed = Map.groupBy(lines, (line) => activityOf(line, grouping, byLine, now))
  const states = new Map(grouping.priced.activities.map((state) => [state.promotionId, state]))
  const activities = grouping.promotions.flatMap((promotion): (LineGroup & { isReached: boolean })[] => {
    const own = placed.get(promotion.id)
    return own ? [activityGroup(promotion, states.get(promotion.id), own)] : []
  })
  const alone = placed.get(0) ?? []
  const others = CART_GROUPS.flatMap(({ key, tag, name, rule }): LineGroup[] => {
    const own = alone.filter((line) => groupOf({ isEphedrine: line.facts.isEphedrine, source: line.price?.source ?? null }) === key)
    return own.length === 0 ? [] : [{ key, tag, name, rule, endsAt: endOf(own), activityId: 0, lines: own }]
  })
  return [...activities.filter((group) => group.isReached), ...activities.filter((group) => !group.isReached), ...others]
}

function activityGroup(promotion: Promotion, state: ActivityState | undefined, lines: CartLineNow[]): LineGroup & { isReached: boolean } {
  return {
    key: `activity-${promotion.id}`,
    tag: promotionTag(promotion.kind),
    name: promotion.name,
    rule: state?.text ?? '',
    endsAt: promotion.endsAt,
    activityId: promotion.id,
    lines,
    isReached: state?.tiers.some((tier) => tier.status === 'reached') ?? false,
  }
}

type Place = Pick<Promotion, 'id' | 'kind'>

function activitiesByLine(priced: Priced): Map<number, Place[]> {
  const byLine = new Map<number, Place[]>()
  for (const { promotionId: id, kind, lineIds } of priced.activities) {
    for (const lineId of lineIds) {
      const own = byLine.get(lineId)
      if (own) own.push({ id, kind })
      else byLine.set(lineId, [{ id, kind }])
    }
  }
  return byLine
}

/** 0: none. A line that counts stands where the engine put it, any other where it would come to stand. */
function activityOf(line: CartLineNow, { promotions, buyer }: Grouping, byLine: ReadonlyMap<number, readonly Place[]>, now: Date): number {
  const { sale, row } = line
  if (piecesOf(line).some((piece) => piece.facts.isEphedrine)) return 0
  if (sale.kind === 'exchange') return promotions.find((one) => one.id === sale.terms?.promotionId && isAlive(one, buyer, now))?.id ?? 0
  const own: readonly Place[] = line.counts
    ? (byLine.get(row.id) ?? [])
    : promotions.filter((one) => isAlive(one, buyer, now) && couldTake(line, one, now))
  for (const kind of GROUPING) {
    const found = own.find((one) => one.kind === kind)
    if (found) return found.id
  }
  return 0
}

/** A line whose offer keeps it out of full reductions takes part in no activity. */
function couldTake(line: CartLineNow, promotion: Promotion, now: Date): boolean {
  const { sale, row, offerId, facts } = line
  if (sale.kind === 'exchange' || (sale.kind === 'bundle' && !sale.terms?.fullReductionOk)) return false
  if (sale.kind === 'goods' && offerId !== null && !facts.price.offer?.fullReductionOk) return false
  const elsewhere = promotion.kind === 'full_reduction' && row.fullReductionId !== null && row.fullReductionId !== promotion.id
  return !elsewhere && saleInScope(pricingLine(line, now).sale, promotion.scope)
}

/** The first moment at which an offer of the group ends; null where none does. */
function endOf(lines: readonly CartLineNow[]): Date | null {
  const ends = lines.flatMap((line) => {
    if (line.sale.kind === 'bundle') return line.sale.terms?.endsAt.getTime() ?? []
    return line.offerId === null || line.facts.price.offer === null ? [] : line.facts.price.offer.endsAt.getTime()
  })
  const first = Math.min(...ends)
  return first < Date.UTC(9000, 0) ? new Date(first) : null
}
