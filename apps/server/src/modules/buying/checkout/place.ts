import type { BodyOf, DataOf } from '#contract/call.ts'
import type { orderPlace } from '#contract/checkout.ts'
import { beijingDate } from '#domain/dates.ts'
import { orderPaid, type Posting } from '#domain/ledger.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import type { PricingChoice, PricingRefusalCode } from '#domain/pricing/pricing.ts'
import { askedHash } from '../../../platform/asked.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { settingsFrom } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { refreshGoodsStock, reserveFefo, StockShort } from '../../goods/stock/public.ts'
import { postAll } from '../../money/wallet/public.ts'
import type { AddressRow } from '../../who/accounts/public.ts'
import { type CartRow, choiceOf, deleteLines, TERM_KEYS, termsFrom, type Within } from '../cart/public.ts'
import { insertBenefits, insertOrders } from '../orders/public.ts'
import { benefitsOfCheckout } from './benefits.ts'
import { changesSince } from './changes.ts'
import { type DraftLine, type DraftOrder, draftOrders } from './drafts.ts'
import { lockedCompany, lockedForStaff, type Prepared, prepareCheckout, refuseUndeliverable, wished } from './prepare.ts'
import { keepReductionTerms } from './reduction-terms.ts'
import { insertCheckout, type PlacedHead, placedBy, type Quote, readGrounds } from './store.ts'
import { refusedChoice, shortAnswer, takeQuotas } from './takes.ts'
import { refuseEndlessCancelling, refuseTooMuchUnpaid } from './unpaid.ts'

const GROUND_KEYS = [...TERM_KEYS, 'unpaid_limits'] as const

export interface PlacingBuyer {
  accountId: number
  companyId: number
  name: string
  /** Who orders by lines that stand in no cart, and what else is written of it in the same transaction. again: the key had placed them before. */
  entry?: {
    /** A clerk in the company's place, or the company's own system. */
    by: 'staff' | 'system'
    /** What is ordered, where it is no lines of the cart. */
    lines: readonly { goods_id: number; number: number }[]
    rowsFor: (connection: Connection, company: ViewerCompany) => Promise<readonly CartRow[]>
    done: (connection: Connection, orders: PlaceAnswer['orders'], again: boolean) => Promise<void>
  }
}
type PlaceBody = BodyOf<typeof orderPlace>
type PlaceAnswer = DataOf<typeof orderPlace>

const answerOf = (placed: readonly PlacedHead[]): PlaceAnswer => ({
  orders: placed.map((order) => ({ id: order.id, no: order.no, status: order.status, payable: yuan(order.payable) })),
})

/** What a submit asks for, whichever way it is written. */
function askedOf({ checkout_key: _key, ids, zps, coupons, remark, ...rest }: PlaceBody, { entry }: PlacingBuyer): string {
  const sorted = (list: readonly number[] | undefined) => list?.toSorted((a, b) => a - b)
  const lines = entry?.lines.map((line) => [line.goods_id, line.number])
  const { address_id, invoice_kind, balance, voucher, total } = rest
  return askedHash([sorted(ids), sorted(zps), sorted(coupons), remark ?? '', address_id, invoice_kind, balance, voucher, total, lines])
}

/** Were something else answered with what the key has placed, its buyer would believe that to be on its way. */
function refuseOtherAsk(placed: readonly { no: string; asked: string | null }[], asked: string): void {
  if (placed.every((order) => order.asked === null || order.asked === asked)) return
  const numbers = placed.map((order) => order.no).join('、')
  throw conflict(`这次提交已生成订单 ${numbers}，没有再次下单；如内容有改动，请到订单中核对，或刷新页面后重新提交`, {
    reason: 'KEY_USED',
  })
}

/**
 * Places the orders of a checkout, once for each key: the same submit answers the same orders, whatever is clicked, retried
 * or broken off. Everything happens in one transaction, with the data of this moment.
 */
export async function placeOrders(database: DatabaseHandle, buyer: PlacingBuyer, body: PlaceBody, now: Date): Promise<PlaceAnswer> {
  const { db } = database
  const tried: { lines: readonly DraftLine[] } = { lines: [] }
  try {
    return await transact(db, (trx) => placeIn({ database, within: trx }, buyer, body, tried, now))
  } catch (error) {
    if (!(error instanceof StockShort)) throw error
    if (error.isStale) {
      // Brought in line for whoever looks next.
      const goodsIds = error.goods.map((one) => one.goodsId)
      await transact(db, (trx) => refreshGoodsStock(trx, goodsIds, now))
    }
    throw shortAnswer(error, tried.lines)
  }
}

async function placeIn(
  source: Within,
  buyer: PlacingBuyer,
  body: PlaceBody,
  tried: { lines: readonly DraftLine[] },
  now: Date,
): Promise<PlaceAnswer> {
  const trx = source.within
  // A second submit of the key waits here for the first one to end, and then finds what it has placed.
  const asked = askedOf(body, buyer)
  const checkoutId = await insertCheckout(trx, buyer, { key: body.checkout_key, asked }, now)
  if (checkoutId === null) {
    const heads = await placedBy(trx, buyer.companyId, body.checkout_key)
    refuseOtherAsk(heads, asked)
    const placed = answerOf(heads)
    await buyer.entry?.done(trx, placed.orders, true)
    return placed
  }
  const company = buyer.entry?.by === 'staff' ? await lockedForStaff(trx, buyer.companyId, now) : await lockedCompany(trx, buyer, now)
  if (buyer.entry?.by !== 'staff') await refuseEndlessCancelling(trx, company.id, now)
  const grounds = await readGrounds(trx, company.id, {
    addressId: body.address_id,
    key: body.checkout_key,
    settings: GROUND_KEYS,
  })
  const { address, quote } = grounds
  const place = address && { province: address.province, city: address.city, isReviewed: address.is_licence || address.review === 'passed' }
  const settings = settingsFrom(GROUND_KEYS, grounds.settings)
  const terms = { ...termsFrom(settings), shipTo: address?.province ?? company.province, place }
  const ask = {
    ids: body.ids,
    ...(buyer.entry && { rows: await buyer.entry.rowsFor(trx, company) }),
    choice: chosen(body, quote),
    balance: wished('balance', body.balance),
    voucher: wished('voucher', body.voucher),
  }
  const prepared = await prepareCheckout(source, company, ask, terms, false, now)
  refuseOtherTotal(prepared, quote, body)
  if (address === null) throw fieldErrors([{ field: 'address_id', message: '请选择收货地址' }])
  refuseUndeliverable(prepared)
  if (body.invoice_kind === 'special' && company.creditCode === '') {
    throw fieldErrors([{ field: 'invoice_kind', message: '开具专票需要税号，请先完善企业资料' }])
  }
  const drafts = draftOrders(prepared, now)
  keepReductionTerms(prepared, drafts)
  const lines = drafts.flatMap((draft) => draft.lines)
  tried.lines = lines
  const orders = await writeOrders(trx, buyer, { checkoutId, body, address, drafts }, now)
  await insertBenefits(trx, checkoutId, benefitsOfCheckout(prepared, orders.flatMap(writtenLines), now))
  await deleteLines(trx, buyer.companyId, body.ids)
  await takeQuotas(trx, prepared, lines, checkoutId, now)
  await reserveFefo(trx, orders.flatMap(reservations), now)
  const unpaid = orders.filter((order) => order.status === 'pending_payment').map((order) => order.id)
  await refuseTooMuchUnpaid(trx, company.id, unpaid, settings.unpaid_limits, now)
  await postAll(trx, orders.flatMap(fromPurses(buyer.companyId)), now)
  const answer = answerOf(orders.map(({ id, no, status, payableAmount }) => ({ id, no, status, payable: payableAmount })))
  await buyer.entry?.done(trx, answer.orders, false)
  return answer
}

/** What the submit names; what it leaves out is what step 2 was asked. */
function chosen(body: PlaceBody, quote: Quote | null): PricingChoice {
  const named = choiceOf(body)
  return {
    giftIds: body.zps === undefined ? (quote?.choice.zps ?? null) : named.giftIds,
    couponIds: body.coupons === undefined ? (quote?.choice.coupons ?? null) : named.couponIds,
  }
}

/** Refusals of what the submit names. A full reduction that a line was put into and that is over shows in the price. */
const CHOSEN_HERE: ReadonlySet<PricingRefusalCode> = new Set([
  'GIFT_LOCKED',
  'GIFT_GONE',
  'GIFT_BARRED',
  'GIFT_TOO_MANY',
  'COUPON_UNKNOWN',
  'COUPON_EXPIRED',
  'COUPON_NOT_REACHED',
  'COUPON_NOT_STACKABLE',
])

/** The price that the buyer saw is the price charged: another one places nothing and says what changed. */
function refuseOtherTotal(prepared: Prepared, quote: Quote | null, body: PlaceBody): void {
  const { priced } = prepared
  const changes = changesSince(quote, prepared)
  const total = yuan(priced.total)
  const named = fenFromYuan(body.total)
  if (named === null) throw fieldErrors([{ field: 'total', message: '请填写正确的金额' }])
  const refusals = priced.refusals.filter((refusal) => CHOSEN_HERE.has(refusal.code))
  if (refusals.length > 0) {
    throw refusedChoice(refusals, { total_before: body.total, total_after: total, changes })
  }
  // Two changes may leave the same total and are changes all the same; a total other than the quoted one was agreed to anew.
  const agreed = named === priced.total
  if (agreed && (changes.length === 0 || quote?.total !== priced.total)) return
  throw conflict('价格或库存有变化，请核对后重新提交', { reason: 'TOTAL_CHANGED', total_before: body.total, total_after: total, changes })
}

type WrittenOrder = DraftOrder & { id: number; no: string; lineIds: readonly number[] }

async function writeOrders(
  trx: Connection,
  buyer: PlacingBuyer,
  { checkoutId, body, address, drafts }: { checkoutId: number; body: PlaceBody; address: AddressRow; drafts: readonly DraftOrder[] },
  now: Date,
): Promise<WrittenOrder[]> {
  const { id, receiver, phone, province, city, district, detail } = address
  const head = {
    checkoutId,
    companyId: buyer.companyId,
    accountId: buyer.accountId,
    enteredBy: buyer.entry?.by === 'staff' ? buyer.accountId : null,
    // The address itself may change or go; which one it was tells whether it was rejected meanwhile.
    receiver: { address_id: id, receiver, phone, province, city, district, detail },
    invoiceKind: body.invoice_kind,
    remark: body.remark ?? '',
    actor: buyer.name,
    today: beijingDate(now),
  }
  const rows = drafts.map((draft) => ({ ...draft, lines: draft.lines.map(({ cartLine: _line, gift: _gift, ...row }) => row) }))
  const placed = new Map((await insertOrders(trx, head, rows, now)).map((order) => [order.key, order]))
  return drafts.map((draft) => {
    const own = placed.get(draft.key)
    if (!own) throw new Error(`order ${draft.key} was not written`)
    return { ...draft, ...own }
  })
}

const writtenLines = (order: WrittenOrder) =>
  order.lines.map((line, index) => {
    const id = order.lineIds[index]
    if (id === undefined) throw new Error(`a line of order ${order.no} was not written`)
    return { id, line }
  })

const reservations = (order: WrittenOrder) =>
  writtenLines(order).map(({ id: orderLineId, line: { goodsId, warehouseId, number, batchId } }) => {
    return { orderId: order.id, orderLineId, goodsId, warehouseId, number, batchId }
  })

const fromPurses =
  (companyId: number) =>
  ({ id, no, voucherAmount, balanceAmount }: WrittenOrder): Posting[] => {
    const paid = (channel: 'voucher' | 'balance', amount: typeof balanceAmount, name: string): Posting[] => {
      const money = { companyId, orderId: id, channel, amount, key: `order_${channel}:${id}`, memo: `订单 ${no} ${name}支付` }
      return amount === 0 ? [] : [orderPaid(money)]
    }
    return [...paid('voucher', voucherAmount, '现金券'), ...paid('balance', balanceAmount, '余额')]
  }
