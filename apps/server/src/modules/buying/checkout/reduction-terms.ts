import { subtract } from '#domain/money.ts'
import type { LineShare } from '#domain/pricing/pricing.ts'
import { type Measured, tierGain } from '#domain/pricing/reductions.ts'
import type { ShareTerms } from '#domain/pricing/shared-reductions.ts'
import type { DraftLine, DraftOrder } from './drafts.ts'
import type { Prepared } from './prepare.ts'

/**
 * Full reductions and coupons that several orders of a checkout reach together: their lines keep what it took, so that an order can be
 * asked whether it reaches it without the others (orders/unearned.ts). Of an order that stands alone nothing is kept.
 */

const BEFORE: Readonly<Record<LineShare['kind'], readonly string[]>> = {
  goods_full_reduction: [],
  full_reduction: ['goods_full_reduction'],
  coupon: ['goods_full_reduction', 'full_reduction'],
}

interface Part {
  order: DraftOrder
  line: DraftLine
  share: LineShare
}

/** Goods reductions are reached by each goods, or bundle, by itself. */
function keyOf({ line, share: { kind, id } }: Pick<Part, 'line' | 'share'>): string {
  if (kind !== 'goods_full_reduction') return `${kind}-${id}`
  return line.bundleId === null ? `${kind}-${id}-${line.goodsId}` : `${kind}-${id}-bundle-${line.bundleId}`
}

/** What a line counted with: the parts of a bundle count as so many bundles together, which the first one carries. */
function counted({ order, line, share }: Part): Measured {
  const before = line.shares.filter(({ kind }) => BEFORE[share.kind].includes(kind)).map(({ amount }) => amount)
  const isFirst = line.bundleNumber === null || order.lines.find((one) => one.cartLine === line.cartLine) === line
  return { amount: subtract(line.amount, ...before), number: isFirst ? (line.bundleNumber ?? line.number) : 0 }
}

type Terms = Pick<ShareTerms, 'measure' | 'threshold' | 'each'>

function termsOf(
  { promotions, coupons }: Pick<Prepared, 'promotions' | 'coupons'>,
  { kind, id }: LineShare,
  measured: Measured,
): Terms | null {
  if (kind === 'coupon') {
    const coupon = coupons.find((one) => one.id === id)
    return coupon === undefined || coupon.threshold === 0 ? null : { measure: 'amount', threshold: coupon.threshold, each: null }
  }
  const promotion = promotions.find((one) => one.kind === kind && one.id === id)
  if (promotion?.kind !== 'goods_full_reduction' && promotion?.kind !== 'full_reduction') return null
  const [best] = promotion.tiers.toSorted((a, b) => tierGain(b, measured) - tierGain(a, measured))
  if (best === undefined || tierGain(best, measured) === 0) return null
  return { measure: best.measure, threshold: best.threshold, each: best.repeat ? best.amount : null }
}

export function keepReductionTerms(prepared: Pick<Prepared, 'promotions' | 'coupons'>, orders: readonly DraftOrder[]): void {
  if (orders.length < 2) return
  const parts = orders.flatMap((order) =>
    order.lines.flatMap((line) => line.shares.map((share): Part => ({ order, line, share: share as LineShare }))),
  )
  for (const [key, together] of Map.groupBy(parts, keyOf)) {
    const [first] = together
    if (first === undefined || new Set(together.map(({ order }) => order)).size < 2) continue
    const each = together.map(counted)
    const measured = {
      amount: each.reduce((sum, { amount }) => sum + amount, 0),
      number: each.reduce((sum, { number }) => sum + number, 0),
    }
    const terms = termsOf(prepared, first.share, measured)
    if (terms === null) continue
    together.forEach(({ line, share }, at) => {
      const own: ShareTerms = { ...terms, key, amount: each[at]?.amount ?? 0, number: each[at]?.number ?? 0 }
      line.shares = line.shares.map((one) => (one.kind === share.kind && one.id === share.id ? { ...one, terms: own } : one))
    })
  }
}
