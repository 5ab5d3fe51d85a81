import { type Fen, fen, subtract, times, yuan } from './money.ts'
import { type OfferKind, type PriceInput, type PriceSource, type UnitPrice, unitPrice } from './price.ts'

/** Sentences and hints about the lines of a cart. Prices themselves come from price.ts. */

export const SOURCE_NOTES: Readonly<Record<PriceSource, string>> = {
  flash: '限时秒杀价',
  daily: '每日特价',
  near_expiry: '近效期特价',
  whole_case: '整件价',
  welfare: '福利专区价',
  ladder: '阶梯价',
  company: '您的专属价',
  rank: '您的等级价',
  base: '',
  bundle: '组合价',
  exchange: '换购价',
  gift: '赠品',
}

/** What the house calls them: where the price of a line comes from. */
export const SOURCE_NAMES: Readonly<Record<PriceSource, string>> = {
  ...SOURCE_NOTES,
  company: '企业专属价',
  rank: '等级价',
  base: '基础价',
}

const LINE_TAGS: Readonly<Partial<Record<PriceSource, string>>> = {
  flash: '秒',
  daily: '特',
  near_expiry: '特',
  welfare: '特',
  bundle: '组合',
  exchange: '换购',
  gift: '赠',
}
/** How lines of orders are marked; empty for ordinary ones. */
export const lineTag = (source: PriceSource): string => LINE_TAGS[source] ?? ''

export interface NextTier {
  /** Units to add. */
  missing: number
  /** Units the line would then hold. */
  number: number
  price: Fen
  /** Saved over the whole new quantity against today's unit price. */
  saving: Fen
  /** Paid more than now; negative where the larger quantity costs less. */
  extra: Fen
}

/** The nearest larger quantity, in whole steps, whose unit price is lower; null where buying more brings nothing. */
export function nextTier(input: PriceInput, number: number, step: number, now: Date): NextTier | null {
  const current = unitPrice(input, number, now)
  if (current === null || input.ladder === null || isOfferPrice(current.source)) return null
  const { type, steps } = input.ladder
  // A tier 'up to N' ends at N: the next one begins one unit later.
  const starts = steps.map((tier) => (type === 1 ? tier.number + 1 : tier.number)).sort((a, b) => a - b)
  for (const start of starts) {
    const candidate = Math.ceil(start / step) * step
    if (candidate <= number) continue
    const then = unitPrice(input, candidate, now)
    if (then === null || then.price >= current.price) continue
    return {
      missing: candidate - number,
      number: candidate,
      price: then.price,
      saving: times(subtract(current.price, then.price), candidate),
      extra: subtract(times(then.price, candidate), times(current.price, number)),
    }
  }
  return null
}

export function isOfferPrice(source: PriceSource): source is OfferKind {
  return OFFER_SOURCES.has(source)
}
const OFFER_SOURCES: ReadonlySet<PriceSource> = new Set<OfferKind>(['flash', 'daily', 'near_expiry', 'whole_case', 'welfare'])

/** Why this price, as a person reads it: 阶梯价：已享 20盒起 ¥8.30；再买 60 盒享 ¥7.90，每盒再省 ¥0.40 */
export function priceNote(input: PriceInput, price: UnitPrice, number: number, step: number, unit: string, now: Date): string {
  const parts: string[] = []
  const reached = price.source === 'ladder' ? reachedText(input, number, unit) : ''
  if (reached) parts.push(`已享 ${reached} ¥${yuan(price.price)}`)
  const next = nextTier(input, number, step, now)
  if (next) parts.push(nextTierText(next, price.price, unit))
  const title = SOURCE_NOTES[price.source]
  if (parts.length === 0) return title
  return `${title || '阶梯价'}：${parts.join('；')}`
}

function reachedText(input: PriceInput, number: number, unit: string): string {
  const { ladder } = input
  if (ladder === null) return ''
  const sorted = ladder.steps.map((tier) => tier.number).sort((a, b) => a - b)
  if (ladder.type === 1) {
    const bound = sorted.find((one) => number <= one)
    return bound === undefined ? '' : `${bound} ${unit}以内`
  }
  const bound = sorted.findLast((one) => number >= one)
  return bound === undefined ? '' : `${bound} ${unit}起`
}

/** 再买 60 盒享 ¥7.90，每盒再省 ¥0.40 */
export function nextTierText(next: NextTier, currentPrice: Fen, unit: string): string {
  return `再买 ${next.missing} ${unit}享 ¥${yuan(next.price)}，每${unit}再省 ¥${yuan(subtract(currentPrice, next.price))}`
}

export interface FilteredLine {
  canBuy: boolean
  /** Under an offer of its own, or in an activity. */
  isPromoted: boolean
  dropped: Fen | null
}

/** 99999 all, 1 can buy, 2 with an activity, 3 price dropped, 4 cannot buy; an unknown filter shows all. */
export function passesFilter(line: FilteredLine, filter: number): boolean {
  switch (filter) {
    case 1:
      return line.canBuy
    case 2:
      return line.isPromoted
    case 3:
      return line.dropped !== null
    case 4:
      return !line.canBuy
    default:
      return true
  }
}

export type CartGroupKey = 'flash' | 'daily' | 'near_expiry' | 'whole_case' | 'welfare' | 'bundle' | 'exchange' | 'ephedrine' | 'others'

/** Groups of lines that belong to no activity, in the order in which the cart shows them: after the activities. */
export const CART_GROUPS: readonly { key: CartGroupKey; tag: string; name: string; rule: string }[] = [
  { key: 'flash', tag: '秒', name: '限时秒杀', rule: '限量限时，含秒杀商品的订单请在 30 分钟内支付' },
  { key: 'daily', tag: '特', name: '每日特价', rule: '当日有效' },
  { key: 'near_expiry', tag: '特', name: '近效期特价', rule: '指定批号，售完即止' },
  { key: 'whole_case', tag: '', name: '整件优惠', rule: '按整件购买' },
  { key: 'welfare', tag: '特', name: '福利专区', rule: '在您的价格上再打折' },
  { key: 'bundle', tag: '组合', name: '组合购买', rule: '一套一起买，一仓发货' },
  { key: 'exchange', tag: '换购', name: '换购商品', rule: '勾选的商品达到条件后可换购' },
  { key: 'ephedrine', tag: '', name: '含特殊药品复方制剂', rule: '单独成单，仅限对公转账；收货后请上传盖章回执' },
  { key: 'others', tag: '', name: '其他商品', rule: '按阶梯价或您的专属价' },
]

/** The law's group comes before any activity: ephedrine goods are always shown, ordered and paid apart. */
export function groupOf(line: { isEphedrine: boolean; source: PriceSource | null }): CartGroupKey {
  if (line.isEphedrine) return 'ephedrine'
  const { source } = line
  return source !== null && (isOfferPrice(source) || source === 'bundle' || source === 'exchange') ? source : 'others'
}

/** What the price fell since the line was added; null where it did not. */
export function droppedBy(seenPrice: Fen | null, price: Fen | null): Fen | null {
  return seenPrice !== null && price !== null && price < seenPrice ? fen(seenPrice - price) : null
}
