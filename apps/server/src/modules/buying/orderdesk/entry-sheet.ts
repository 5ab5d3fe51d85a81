import type { EntryLineWire, EntrySheetWire } from '#contract/order-entry.ts'
import { lineTag } from '#domain/cart.ts'
import { creditLeft, creditRefusal } from '#domain/credit.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { type Fen, yuan, ZERO } from '#domain/money.ts'
import type { PricedOrder } from '#domain/pricing/pricing.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { goodsFacts, judgeDelivery } from '../../goods/catalogue/public.ts'
import { readStanding } from '../../money/credit/public.ts'
import {
  type CartLineNow,
  type CartRow,
  evaluateRows,
  lawfulPrice,
  nameOf,
  noteOf,
  readOffers,
  readTerms,
  rowsWire,
  unitOf,
  warehousesOf,
} from '../cart/public.ts'

/** What an order would be, at the company's own prices and under its own gates. */

export interface EntryLine {
  goods_id: number
  number: number
}

/** Lines as a cart would hold them, each from the warehouse that the company is served from; none of them is kept anywhere. */
export async function entryRows(
  connection: Connection,
  company: ViewerCompany,
  lines: readonly EntryLine[],
  now: Date,
): Promise<CartRow[]> {
  const seen = new Set<number>()
  for (const [at, { goods_id: id }] of lines.entries()) {
    if (seen.has(id)) throw fieldErrors([{ field: `lines.${at}.goods_id`, message: '同一商品请合并为一行' }])
    seen.add(id)
  }
  const facts = await goodsFacts(
    connection,
    lines.map(({ goods_id: goodsId }) => ({ goodsId })),
    company,
    now,
  )
  return lines.map(({ goods_id: goodsId, number }, at): CartRow => {
    const one = facts[at]
    if (!one) throw fieldErrors([{ field: `lines.${at}.goods_id`, message: '没有这个商品，或该企业看不到它' }])
    return {
      id: at + 1,
      goodsId,
      warehouseId: one.warehouseId,
      offerId: null,
      wholeCase: false,
      bundleId: null,
      exchangeId: null,
      number,
      isSelected: true,
      seenPrice: null,
      fullReductionId: null,
    }
  })
}

/** A coupon that is used is gone: the company's own are used where it has asked for that, and not else. */
export const choiceFor = (useCoupons: boolean) => ({ couponIds: useCoupons ? null : [], giftIds: null })

const NOTHING = { held: ZERO, wished: ZERO }

export async function entrySheet(
  { db }: DatabaseHandle,
  company: ViewerCompany,
  ask: { lines: readonly EntryLine[]; addressId: number | null; useCoupons: boolean },
  now: Date,
): Promise<EntrySheetWire> {
  const rows = await entryRows(db, company, ask.lines, now)
  const terms = await readTerms(db, company, ask.addressId)
  const evaluated = await evaluateRows(db, rows, company, now)
  const offers = await readOffers(db, company, warehousesOf(rows), now)
  const price = { choice: choiceFor(ask.useCoupons), voucher: NOTHING, balance: NOTHING }
  const { lines, priced } = await lawfulPrice(db, evaluated, { ...offers, ...terms }, { company, place: terms.place }, price, now)
  const shown = lines.map((line) =>
    lineWire(line, company, terms.place, priced.lines.find((one) => one.id === line.row.id)?.net ?? null, now),
  )
  const against = companyRefusals(company, beijingDate(now))
  return {
    lines: shown,
    gifts: priced.gifts.map(({ name, number, unit }) => ({ name, number, unit })),
    orders: priced.orders.map(orderWire),
    rows: rowsWire(priced),
    total: yuan(priced.total),
    points: priced.points,
    coupons: offers.coupons.length,
    pays: await paysOf(db, company, priced.orders, priced.total, now),
    is_open: shown.length > 0 && against.length === 0 && shown.every((line) => line.reasons.length === 0) ? 1 : 0,
  }
}

function lineWire(line: CartLineNow, company: ViewerCompany, place: DeliveryPlace | null, net: Fen | null, now: Date): EntryLineWire {
  const { facts, row, price, bounds, amount } = line
  return {
    goods_id: facts.goodsId,
    name: nameOf(line),
    maker: facts.manufacturer,
    spec: facts.spec,
    unit: unitOf(line),
    code: facts.code,
    number: row.number,
    step: bounds.step,
    minimum: bounds.minimum,
    maximum: bounds.maximum,
    price: price === null ? '' : yuan(price.price),
    price_note: noteOf(line, now),
    tag: price === null ? '' : lineTag(price.source),
    amount: yuan(amount),
    net: yuan(net ?? amount),
    reasons: [...line.reasons, ...(line.reasons.length > 0 || place === null ? [] : judgeDelivery(facts, company, place))],
  }
}

const orderWire = (order: PricedOrder): EntrySheetWire['orders'][number] => ({
  key: order.key,
  warehouse: order.warehouseName,
  is_hm: order.isEphedrine ? 1 : 0,
  payable: yuan(order.payable),
  note: order.isEphedrine ? '含特殊药品复方制剂，单独成单，仅限对公转账' : '',
})

/** What needs no word of the company: credit that it was given, a transfer, or its own paying later. Never its wallet. */
async function paysOf(
  connection: Connection,
  company: ViewerCompany,
  orders: readonly PricedOrder[],
  total: PricedOrder['payable'],
  now: Date,
): Promise<EntrySheetWire['pays']> {
  const standing = await readStanding(connection, company.id, beijingDate(now))
  const onlyBank = orders.some((order) => order.isEphedrine)
  const why = onlyBank ? '含特殊药品复方制剂仅限对公转账' : creditRefusal(standing, total)
  return [
    { code: 'later', name: '客户自己付', note: '订单待付款，客户在网站上付', open: true, why: '' },
    { code: 'bank', name: '对公转账', note: '订单待付款，客户按页面上的账户转账', open: true, why: '' },
    ...(standing.limit > 0
      ? [{ code: 'credit' as const, name: '账期', note: `可用 ¥${yuan(creditLeft(standing))}，${standing.days} 天`, open: why === '', why }]
      : []),
  ]
}
