import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/call.ts'
import type { CheckoutSheetWire, cartCheckout } from '#contract/checkout.ts'
import { lineTag } from '#domain/cart.ts'
import { beijingDate, daysBetween, isValidOn, type TradeDate } from '#domain/dates.ts'
import { lacksEnd } from '#domain/eligibility.ts'
import { type Fen, yuan, ZERO } from '#domain/money.ts'
import { PAPER_WARNING_DAYS } from '#domain/papers.ts'
import type { PricedGift, PricedOrder } from '#domain/pricing/pricing.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import type { GoodsFacts } from '../../goods/catalogue/public.ts'
import { packageImage } from '../../goods/pictures/public.ts'
import { previewBatches } from '../../goods/stock/public.ts'
import { addressWire, listAddresses } from '../../who/accounts/public.ts'
import {
  activitiesWire,
  type CartLineNow,
  choiceOf,
  nameOf,
  noteOf,
  piecesOf,
  readCouponsWire,
  readTerms,
  rowsWire,
  unitOf,
} from '../cart/public.ts'
import { quoteOf } from './changes.ts'
import { freshCompany, type Prepared, prepareCheckout, type Who, wished } from './prepare.ts'
import { saveQuote } from './store.ts'

type LineWire = CheckoutSheetWire['orders'][number]['lines'][number]

/** Step 2: what would be ordered, from which batches, at what price; kept under its key to compare with at the submit. */
export async function checkoutSheet(
  database: DatabaseHandle,
  who: Who,
  body: BodyOf<typeof cartCheckout>,
  now: Date,
): Promise<CheckoutSheetWire> {
  const { db } = database
  const company = await freshCompany(db, who, now)
  const terms = await readTerms(db, company, body.address_id ?? null)
  const choice = choiceOf(body)
  const ask = { ids: body.ids, choice, balance: wished('balance', body.balance), voucher: wished('voucher', body.voucher) }
  const prepared = await prepareCheckout(database, company, ask, terms, true, now)
  const { priced, purses } = prepared
  const [addresses, batches, coupons] = await Promise.all([
    listAddresses(db, company.id),
    batchesOf(database, prepared, now),
    readCouponsWire(db, priced, prepared.coupons),
  ])
  const key = randomUUID()
  await saveQuote(db, company.id, key, quoteOf(prepared, { zps: choice.giftIds, coupons: choice.couponIds }), now)
  return {
    checkout_key: key,
    orders: priced.orders.map((order) => orderWire(order, prepared, batches, now)),
    addresses: addresses.map(addressWire),
    papers: papersOf(company, beijingDate(now)),
    invoice: { title: company.name, tax_no: company.creditCode },
    rows: rowsWire(priced),
    goods_amount: yuan(priced.goods),
    activities: activitiesWire(priced, prepared.promotions, prepared.shown),
    coupons,
    zps: [...new Set(priced.gifts.map((gift) => gift.id))],
    coupon_ids: [...priced.usedCouponIds],
    balance: yuan(purses.balance),
    voucher: yuan(purses.voucher),
    cashback: yuan(priced.cashback),
    points: priced.points,
    total: yuan(priced.total),
    notice: noticeOf(prepared),
    undeliverable: prepared.undeliverable.map((line) => ({ ...line, reasons: [...line.reasons] })),
  }
}

type Batches = ReadonlyMap<string, LineWire['batches']>

function orderWire(order: PricedOrder, prepared: Prepared, batches: Batches, now: Date): CheckoutSheetWire['orders'][number] {
  const byId = new Map(prepared.lines.map((line) => [line.row.id, line]))
  const lines = order.lineIds.flatMap((id) => {
    const line = byId.get(id)
    return line ? [lineWire(line, prepared, batches, now)] : []
  })
  return {
    key: order.key,
    ck_id: order.warehouseId,
    ck_name: order.warehouseName,
    is_hm: order.isEphedrine ? 1 : 0,
    note: order.isEphedrine ? '含特殊药品复方制剂，单独成单，仅限对公转账；收货后 7 日内上传盖章回执' : '',
    goods_amount: yuan(order.goods),
    reduction_amount: yuan(order.reduction),
    shipping_amount: yuan(order.shipping),
    payable: yuan(order.payable),
    cashback: yuan(order.cashback),
    points: order.points,
    lines: [...lines, ...order.gifts.map((gift) => giftWire(gift, prepared.shown.goods.get(gift.goodsId), batches))],
  }
}

function lineWire(line: CartLineNow, { shares }: Prepared, batches: Batches, now: Date): LineWire {
  const { row, facts, price, amount, sale } = line
  const own = shares.get(row.id)
  const isBundle = sale.kind === 'bundle'
  return {
    id: row.id,
    goods_id: facts.goodsId,
    name: nameOf(line),
    sccj: isBundle ? '' : facts.manufacturer,
    ypgg: isBundle ? sale.parts.map((part) => `${part.facts.name} ${part.number} ${part.facts.unit}`).join(' + ') : facts.spec,
    bzdw: unitOf(line),
    image: facts.image ?? packageImage(facts.goodsId),
    price: price === null ? '' : yuan(price.price),
    number: row.number,
    amount: yuan(amount),
    reduction: yuan(own?.reduction ?? ZERO),
    net: yuan(own?.net ?? amount),
    shares: (own?.shares ?? []).map((share) => ({ name: share.name, amount: yuan(share.amount) })),
    tag: price === null ? '' : lineTag(price.source),
    price_note: noteOf(line, now),
    batches: batches.get(`line-${row.id}`) ?? [],
  }
}

/** A gift has no line in the cart; its line of the sheet is numbered above all of those. */
const GIFT_LINES = 4_000_000_000_000_000

function giftWire(gift: PricedGift, facts: GoodsFacts | undefined, batches: Batches): LineWire {
  const free = yuan(0 as Fen)
  return {
    id: GIFT_LINES + gift.id,
    goods_id: gift.goodsId,
    name: gift.name,
    sccj: facts?.manufacturer ?? '',
    ypgg: facts?.spec ?? '',
    bzdw: gift.unit,
    image: facts?.image ?? packageImage(gift.goodsId),
    price: free,
    number: gift.number,
    amount: free,
    reduction: free,
    net: free,
    shares: [],
    tag: lineTag('gift'),
    price_note: '赠品',
    batches: batches.get(`gift-${gift.id}-${gift.warehouseId}`) ?? [],
  }
}

/** Which batches the lines, and the gifts after them, would get now. */
async function batchesOf(database: DatabaseHandle, { lines, priced }: Prepared, now: Date): Promise<Batches> {
  const wanted = [
    ...lines.flatMap((line) =>
      piecesOf(line).map(({ facts, number }) => ({
        key: `line-${line.row.id}`,
        goodsId: facts.goodsId,
        warehouseId: facts.warehouseId,
        number: number * line.row.number,
        batchId: line.batchId,
      })),
    ),
    ...priced.gifts.map(({ id, goodsId, warehouseId, number }) => ({
      key: `gift-${id}-${warehouseId}`,
      goodsId,
      warehouseId,
      number,
      batchId: null,
    })),
  ]
  const batches = new Map<string, LineWire['batches']>()
  for (const piece of await previewBatches(database.db, wanted, beijingDate(now), now)) {
    const key = wanted[piece.ord - 1]?.key ?? ''
    const own = batches.get(key) ?? []
    own.push({ batch_no: piece.batchNo, expiry_date: piece.expiryDate, number: piece.number })
    batches.set(key, own)
  }
  return batches
}

function papersOf(company: ViewerCompany, today: TradeDate): CheckoutSheetWire['papers'] {
  return company.qualifications.map(({ kind, name, expiresOn, status }) => {
    if (status !== 2) return { name, expires_on: expiresOn, state: 'bad' as const, text: '尚未通过审核' }
    if (lacksEnd({ kind, expiresOn })) return { name, expires_on: null, state: 'bad' as const, text: '未登记有效期' }
    if (expiresOn === null) return { name, expires_on: null, state: 'ok' as const, text: '长期有效' }
    if (!isValidOn(expiresOn, today)) return { name, expires_on: expiresOn, state: 'bad' as const, text: `已于 ${expiresOn} 到期` }
    return daysBetween(today, expiresOn) <= PAPER_WARNING_DAYS
      ? { name, expires_on: expiresOn, state: 'soon' as const, text: `${expiresOn} 到期，请尽快更新` }
      : { name, expires_on: expiresOn, state: 'ok' as const, text: `有效期至 ${expiresOn}` }
  })
}

function noticeOf({ priced, terms }: Prepared): string {
  const { ordinaryMinutes, flashMinutes } = terms.deadlines
  const hasFlash = priced.lines.some((line) => line.unit.source === 'flash')
  const flash = hasFlash ? `；含秒杀商品的订单为 ${spoken(flashMinutes)}` : ''
  // What was chosen and cannot be had is left out of the sheet, and said.
  const refused = priced.refusals.map((refusal) => `${refusal.message}，未计入。`).join('')
  return `${refused}提交后 ${spoken(ordinaryMinutes)}内未支付将自动取消${flash}。价格或库存如有变化，会先列出变化再请您确认。`
}

const spoken = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`)
