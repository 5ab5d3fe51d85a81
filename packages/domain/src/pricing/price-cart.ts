import { add, type Fen, fen, subtract, yuan, ZERO } from '../money.ts'
import { exchangeStanding, fullReductionStandings, giftStanding, goodsReductionStandings, inOrder, type Standing } from './activities.ts'
import type { Priced, PricedLine, PricedOrder, PricedRow, PricingRefusal } from './answer.ts'
import { type Field, fieldOf } from './assignment.ts'
import { type Carriage, carriageOf, layOut, shippingRule } from './carriage.ts'
import { cashbackStanding } from './cashbacks.ts'
import { couponState, isValid, refuseCoupons } from './coupon-states.ts'
import { type ScopedCoupon, scopeCoupons } from './coupons.ts'
import { cashbackFields, cashbackOf } from './earnings.ts'
import { earningMembers } from './exchanges.ts'
import { explain, phrasesOf } from './explain.ts'
import { type GiftStep, giftsOf } from './gifts.ts'
import { hintsOf } from './hints.ts'
import { bundleParts, sharesOf } from './lines.ts'
import { isAlive } from './matching.ts'
import { Members } from './members.ts'
import { payOrders } from './purses.ts'
import { cheapest, type Outcome } from './reckon.ts'
import { type GoodsStep, takeGoodsReductions } from './reductions.ts'
import { splitOrders } from './split.ts'
import type { PricingContext, PricingLine, Promotion, PromotionKind } from './terms.ts'
import { byId, type Item, type Items, priceItems } from './unit.ts'

/**
 * What a cart costs (domain rule 'Price'): unit price → goods full reduction → full reductions → gifts and exchange
 * purchases unlocked → coupons → shipping per warehouse → cash vouchers → balance; then what the orders earn. Each step
 * reads what the former left. Which full reduction each line takes part in and which coupons are used is, unless the
 * buyer chose, what costs least. Lines, promotions and coupons are worked on in the order of their ids, so the order in
 * which they come never matters. Lines that cannot be priced are refused and count nowhere.
 */
export function price(lines: readonly PricingLine[], context: PricingContext, now: Date): Priced {
  const refusals: PricingRefusal[] = []
  const alive = byId(context.promotions).filter((promotion) => isAlive(promotion, context.buyer, now))
  const of = <Kind extends PromotionKind>(kind: Kind) => alive.filter((one): one is Extract<Promotion, { kind: Kind }> => one.kind === kind)
  const items = priceItems(lines, of('exchange'), now, refusals)
  const { ordinary } = items
  const members = new Members(ordinary)

  const left = ordinary.map((item): number => item.amount)
  const goodsStep = takeGoodsReductions(members, of('goods_full_reduction'), left)
  const field = fieldOf(members, left, of('full_reduction'), (item) => {
    refusals.push({ code: 'FULL_REDUCTION_OVER', message: '所选满减活动已结束或不适用于该商品', id: item.line.id })
  })
  const exchanges = of('exchange').map((activity) => ({ activity, members: earningMembers(members, activity) }))
  const coupons = scopeCoupons(members, byId(context.coupons))
  const { couponIds, giftIds } = context.choice
  const offered = coupons.filter(({ coupon }) => isValid(coupon, now) && (couponIds === null || couponIds.includes(coupon.id)))
  const rule = shippingRule(context.shipping, context.shipTo)
  const outcome = cheapest({
    field,
    exchange: { items: items.exchange, members: new Map(exchanges.map((one) => [one.activity, one.members])) },
    coupons: offered,
    couponsChosen: couponIds !== null,
    rule,
    freight: layOut([...ordinary, ...items.exchange]),
  })
  for (const { item, code } of outcome.exchangeRefusals) {
    const message =
      code === 'EXCHANGE_LOCKED'
        ? '未达到换购条件'
        : `换购限购 ${item.offer.left === null ? item.offer.limit : Math.min(item.offer.limit, item.offer.left)} ${item.offer.unit}`
    refusals.push({ code, message, id: item.line.id })
  }
  const giftStep = giftsOf(
    of('gift').map((activity) => ({ activity, members: earningMembers(members, activity) })),
    ordinary,
    outcome.afterReductions,
    { ids: giftIds, refuse: (refusal) => refusals.push(refusal) },
  )
  if (couponIds !== null) refusals.push(...refuseCoupons(couponIds, coupons, outcome.coupons, outcome.afterReductions, now))

  const priced = pricedLines(items, outcome, goodsStep, field)
  const inInputOrder = lines.flatMap((line) => priced.get(line.id) ?? [])
  const drafts = splitOrders(inInputOrder.map((one) => ({ line: one.line, priced: one.priced })))
  const carriages = outcome.loads.map((load) => carriageOf(load, rule))
  const cashbackField = cashbackFields(of('cashback'), members, drafts)
  const cashbacks = new Map(drafts.map((draft, index) => [draft.key, cashbackOf(index, cashbackField)]))
  const orders = payOrders(drafts, carriages, giftStep.gifts, cashbacks, context)
  const standings = inOrder([
    ...goodsReductionStandings(ordinary, goodsStep.groups),
    ...fullReductionStandings(field, outcome.assignment),
    ...giftStandings(giftStep, ordinary),
    ...exchanges.flatMap(({ activity, members }) =>
      members.length === 0 ? [] : exchangeStanding(activity, ordinary, members, outcome.afterReductions, outcome.exchange),
    ),
    ...cashbackField.flatMap((own) => cashbackStanding(own, drafts, cashbacks)),
  ])
  return {
    lines: inInputOrder.map((one) => one.priced),
    gifts: giftStep.gifts,
    activities: standings.map((standing) => standing.state),
    coupons: coupons.map((scoped) => couponState(scoped, outcome.coupons, outcome.afterReductions, now)),
    usedCouponIds: outcome.coupons.map((taken) => taken.id),
    orders,
    ...totals(
      inInputOrder.map((one) => one.priced),
      orders,
      outcome,
      goodsStep,
      carriages,
    ),
    refusals,
    hints: hints(ordinary, standings, coupons, outcome, carriages, now),
  }
}

const giftStandings = (step: GiftStep, items: readonly Item[]): Standing[] =>
  step.stands.flatMap((stand) => (stand.members.length === 0 ? [] : giftStanding(stand, items)))

const hints = (
  items: readonly Item[],
  standings: readonly Standing[],
  coupons: readonly ScopedCoupon[],
  outcome: Outcome,
  carriages: readonly Carriage[],
  now: Date,
) => hintsOf({ items, standings, coupons, used: outcome.coupons, afterReductions: outcome.afterReductions, carriages, now })

interface LineWithPrice {
  line: PricingLine
  priced: PricedLine
}

function pricedLines(items: Items, outcome: Outcome, goodsStep: GoodsStep, field: Field): Map<number, LineWithPrice> {
  const steps = [
    { kind: 'goods_full_reduction', taken: goodsStep.taken },
    { kind: 'full_reduction', taken: outcome.reductions },
    { kind: 'coupon', taken: outcome.coupons },
  ] as const
  const shares = sharesOf(items.ordinary.length, steps)
  const phrases = phrasesOf(steps)
  const made = new Map<number, LineWithPrice>()
  const put = (item: Item, index: number | null) => {
    const { line, unit, amount, takesFullReduction, takesCoupon } = item
    const own = index === null ? [] : (shares[index] ?? [])
    let reduction = ZERO
    for (const share of own) reduction = fen(reduction + share.amount)
    const net = subtract(amount, reduction)
    const assigned = index === null ? -1 : (outcome.assignment[index] ?? -1)
    const idOf = (place: number) => field.reductions[place]?.id ?? 0
    made.set(line.id, {
      line,
      priced: {
        id: line.id,
        number: line.number,
        unit,
        amount,
        shares: own,
        reduction,
        net,
        takesFullReduction,
        takesCoupon,
        fullReductionId: idOf(assigned),
        fullReductionIds: index === null ? [] : (field.inScope[index] ?? []).map(idOf),
        explanation: explain(item, own, phrases, net),
        parts: line.sale.kind === 'bundle' ? bundleParts(line.sale.parts, line.number, own) : [],
      },
    })
  }
  for (const [index, item] of items.ordinary.entries()) put(item, index)
  for (const item of outcome.exchange) put(item, null)
  return made
}

function totals(
  lines: readonly PricedLine[],
  orders: readonly PricedOrder[],
  outcome: Outcome,
  goodsStep: GoodsStep,
  carriages: readonly Carriage[],
) {
  const sum = (pick: (order: PricedOrder) => Fen) => add(...orders.map(pick))
  const goods = sum((order) => order.goods)
  const shipping = sum((order) => order.shipping)
  const voucher = sum((order) => order.voucher)
  const balance = sum((order) => order.balance)
  const shippingNote = carriages.flatMap((one) => (one.note === '' ? [] : one.note)).join('；')
  const charged = carriages.find((one) => one.fee > 0)
  const units = lines.reduce((number, line) => number + line.number, 0)
  const off = (key: PricedRow['key'], label: string, taken: readonly { name: string; amount: Fen }[]): PricedRow[] => {
    if (taken.length === 0) return []
    const note = [...new Set(taken.map((one) => one.name))].join('、')
    return [{ key, label, note, amount: negative(add(...taken.map((one) => one.amount))) }]
  }
  const rows: PricedRow[] = [
    { key: 'goods', label: '商品金额', note: `${lines.length} 种 ${units} 件`, amount: goods },
    ...off('goods_full_reduction', '单品满减', goodsStep.taken),
    ...off('full_reduction', '满减', outcome.reductions),
    ...off('coupon', '优惠券', outcome.coupons),
    { key: 'shipping', label: '运费', note: shippingNote, amount: shipping },
  ]
  if (voucher > 0) rows.push({ key: 'voucher', label: '现金券', note: `现金券抵扣 ¥${yuan(voucher)}`, amount: negative(voucher) })
  if (balance > 0) rows.push({ key: 'balance', label: '余额', note: `余额抵扣 ¥${yuan(balance)}`, amount: negative(balance) })
  return {
    goods,
    reduction: sum((order) => order.reduction),
    shipping,
    shippingNote,
    freeShippingFrom: charged?.freeFrom ?? ZERO,
    freeShippingMissing: charged?.missing ?? ZERO,
    voucher,
    balance,
    total: sum((order) => order.payable),
    cashback: sum((order) => order.cashback),
    points: orders.reduce((number, order) => number + order.points, 0),
    rows,
  }
}

const negative = (amount: Fen): Fen => (amount === 0 ? ZERO : fen(-amount))
