import { type AfterSaleReason, isShopsFault, REASONS } from '#domain/aftersales.ts'
import { add, type Fen, fen, subtract, yuan, ZERO } from '#domain/money.ts'
import { type Benefit, keptBack, type Loss, lossesOf, lostAmount, type StateOf } from '#domain/pricing/benefits.ts'
import type { Connection } from '../../../platform/database.ts'
import { benefitsOf, type OrderRow } from '../orders/public.ts'
import { type KeptOfOrder, keptSoFar, type LineStanding, lineStandings } from './benefit-store.ts'
import type { BenefitRow } from './store.ts'
import type { Wanted } from './worth.ts'

/**
 * Gifts, exchange goods, bundles' prices and free shipping follow the goods that earned them: what a return leaves unearned comes back with
 * it, or its worth is kept out of the refund. Goods that come back for the shop's fault count as kept.
 */
export interface KeptBack {
  /** Out of the refund; negative: what was kept back before is paid, because it has come back. */
  amount: Fen
  /** As the buyer reads them; they sum to minus the amount. */
  rows: BenefitRow[]
  /** What has to come back, because the refund is not enough for it or because it has no price; empty: nothing. */
  missing: string[]
  /** Those of them that have no price: nothing can be kept out of a refund for them, so it waits until they are back. */
  unpriced: string[]
  before: readonly KeptOfOrder[]
  benefits: readonly Benefit[]
}

const OWN_REASONS = REASONS.filter((reason) => !isShopsFault(reason))
const NAMES: Readonly<Record<Benefit['kind'], string>> = {
  gift: '扣除赠品',
  exchange: '补足换购差价',
  bundle: '补足组合差价',
  shipping: '扣除运费',
}
const BACK_NAMES: Readonly<Record<Benefit['kind'], string>> = {
  gift: '退还已扣赠品',
  exchange: '退还换购差价',
  bundle: '退还组合差价',
  shipping: '退还已扣运费',
}
const KINDS = ['gift', 'exchange', 'bundle', 'shipping'] as const

const wordsOf = ({ benefit, parts }: Loss): string => {
  if (benefit.kind === 'shipping') return `${benefit.name}留下的商品不足 ¥${yuan(fen(benefit.threshold))}，不再免运费`
  const goods = parts.map(({ part, number }) => `${part.name} ${number} ${part.unit}`).join('、')
  if (benefit.kind === 'bundle') return `组合“${benefit.name}”不再完整，留下的按单独购买的价格计：${goods}`
  return `留下的商品不再满足“${benefit.name}”：${goods}`
}

const ofKind = (losses: readonly Loss[], kind: Benefit['kind']): Loss[] => losses.filter(({ benefit }) => benefit.kind === kind)
const minus = (amount: Fen): string => yuan(subtract(ZERO, amount))

/** A row a kind where they come to what is kept back; one row for all where a refund was too small for it, now or before. */
function rowsOf(before: readonly Loss[], after: readonly Loss[], amount: Fen): BenefitRow[] {
  const rows = KINDS.flatMap((kind) => {
    const own = ofKind(after, kind)
    const change = subtract(lostAmount(own), lostAmount(ofKind(before, kind)))
    return change === 0 ? [] : [{ kind, change, note: own.map(wordsOf).join('；') }]
  })
  if (rows.reduce((sum, row) => sum + row.change, 0) === amount)
    return rows.map(({ kind, change, note }) => ({
      key: kind,
      label: (change > 0 ? NAMES : BACK_NAMES)[kind],
      note,
      amount: minus(change),
    }))
  if (amount === 0) return []
  const note = after.map(wordsOf).join('；')
  return [{ key: 'benefits', label: amount > 0 ? '扣除赠品、换购、组合或运费' : '退还已扣款项', note, amount: minus(amount) }]
}

/** Units that come back now, over the lines' standing before. */
function stateAfter(before: StateOf, wanted: readonly Wanted[], reason: AfterSaleReason): StateOf {
  const now = new Map<number, number>()
  for (const { piece, number } of wanted) now.set(piece.orderLineId, number + (now.get(piece.orderLineId) ?? 0))
  return (lineId) => {
    const state = before(lineId)
    const number = now.get(lineId) ?? 0
    return { ...state, back: state.back + number, givenUp: state.givenUp + (isShopsFault(reason) ? 0 : number) }
  }
}

function stateOf(lines: readonly LineStanding[], of: 'taken' | 'accepted'): StateOf {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return (lineId) => {
    const line = byId.get(lineId)
    if (line === undefined) return { sold: 0, back: 0, givenUp: 0 }
    return { sold: line.sold, back: line[of], givenUp: line[`${of}Own`] }
  }
}

/**
 * What is lost once the lines stand so. An order that came to nothing, or that nobody has paid for, earns no gift and no exchange goods.
 * What of them left the house all the same without being earned, staff let go (orders/unearned): no return takes it back. Free shipping
 * is not asked for again at a cancelling, so not here.
 */
function lossesAmong(lines: readonly LineStanding[], benefits: readonly Benefit[]): (state: StateOf) => Loss[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const without =
    (state: StateOf): StateOf =>
    (lineId) => {
      const { sold, isUnbought } = byId.get(lineId) ?? { sold: 0, isUnbought: true }
      return isUnbought ? { sold, back: sold, givenUp: sold } : state(lineId)
    }
  const goods = benefits.filter(({ kind }) => kind !== 'shipping')
  const untouched: StateOf = (lineId) => ({ sold: byId.get(lineId)?.sold ?? 0, back: 0, givenUp: 0 })
  const letGo = new Map(lossesOf(goods, without(untouched)).flatMap(unitsLost))
  const ofGoods =
    (state: StateOf): StateOf =>
    (lineId) => {
      const line = without(state)(lineId)
      return { ...line, back: line.back + (letGo.get(lineId) ?? 0) }
    }
  return (state) => benefits.flatMap((benefit) => lossesOf([benefit], benefit.kind === 'shipping' ? state : ofGoods(state)))
}

const unitsLost = ({ parts }: Loss) => parts.map(({ part, number }) => [part.lineId, number] as const)

/** What is newly lost and can only come back. */
function withoutPrice(before: readonly Loss[], after: readonly Loss[]): string[] {
  const units = new Map(before.flatMap(unitsLost))
  return after.flatMap(({ parts }) =>
    parts.flatMap(({ part, number }) => {
      const more = number - (units.get(part.lineId) ?? 0)
      return part.worth === null && more > 0 ? [`${part.name} ${more} ${part.unit}`] : []
    }),
  )
}

/**
 * What a return keeps back of a refund of so much. taken: counting what is applied for elsewhere, for applying; accepted:
 * counting what has come back, for the refund itself. The caller has the orders of the checkout locked where it is relied on.
 */
export async function keptBackOf(
  connection: Connection,
  order: OrderRow,
  of: 'taken' | 'accepted',
  { wanted, reason, refund }: { wanted: readonly Wanted[]; reason: AfterSaleReason; refund: Fen },
): Promise<KeptBack> {
  const benefits = await benefitsOf(connection, order.checkoutId)
  if (benefits.length === 0) return { amount: ZERO, rows: [], missing: [], unpriced: [], before: [], benefits }
  const lines = await lineStandings(connection, order.checkoutId, OWN_REASONS)
  const before = await keptSoFar(connection, order.checkoutId)
  const state = stateOf(lines, of)
  const lossesWith = lossesAmong(lines, benefits)
  const lossesBefore = lossesWith(state)
  const losses = lossesWith(stateAfter(state, wanted, reason))
  // Applications under way will keep back theirs.
  const onTheWay = subtract(lostAmount(lossesBefore), lostAmount(lossesWith(stateOf(lines, 'accepted'))))
  const keptBefore = add(...before.map((one) => one.amount), of === 'taken' ? onTheWay : ZERO)
  const amount = keptBack(lostAmount(losses), keptBefore, refund)
  const goods = losses.filter(({ benefit }) => benefit.kind !== 'shipping')
  const isShort = subtract(lostAmount(goods), keptBefore) > refund
  const missing = isShort ? goods.flatMap(({ parts }) => parts.map(({ part, number }) => `${part.name} ${number} ${part.unit}`)) : []
  const unpriced = withoutPrice(lossesBefore, losses)
  return {
    amount,
    rows: rowsOf(lossesBefore, losses, amount),
    missing: missing.length > 0 ? missing : unpriced,
    unpriced,
    before,
    benefits,
  }
}

/** Out of which orders it is kept, or paid back: the returned one first, then the others that something was kept out of. */
export function byOrder({ amount, before }: Pick<KeptBack, 'amount' | 'before'>, orderId: number): KeptOfOrder[] {
  if (amount >= 0) return amount === 0 ? [] : [{ orderId, amount }]
  let rest: number = -amount
  return [...before]
    .sort((a, b) => Number(b.orderId === orderId) - Number(a.orderId === orderId))
    .flatMap((one) => {
      const share = Math.min(rest, one.amount)
      rest -= share
      return share > 0 ? [{ orderId: one.orderId, amount: fen(-share) }] : []
    })
}
