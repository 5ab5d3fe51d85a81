import type { BodyOf, DataOf } from '#contract/call.ts'
import type { orderPlace } from '#contract/cart.ts'
import { isOfferPrice } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { orderPaid } from '#domain/ledger.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { payBefore } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import { conflict, fieldErrors } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { type Chosen, deleteLines, noteOf } from '../cart/public.ts'
import { packageImage } from '../catalogue/public.ts'
import { type DraftLineRow, type DraftOrderRow, insertLines, insertOrders, type PlacedLine } from '../orders/public.ts'
import { refreshGoodsStock, reserveFefo, StockShort } from '../stock/public.ts'
import { post } from '../wallet/public.ts'
import { changesSince } from './changes.ts'
import { lineRefusal, type Prepared, prepareCheckout } from './prepare.ts'
import { type AddressRow, findAddress, findQuote, insertCheckout, type PlacedHead, placedBy, takeOffers } from './store.ts'

export interface PlaceDeps {
  database: DatabaseHandle
  jobs: Jobs
}
export interface PlacingBuyer {
  accountId: number
  companyId: number
  name: string
}
type PlaceBody = BodyOf<typeof orderPlace>
type PlaceAnswer = DataOf<typeof orderPlace>

const answerOf = (placed: readonly PlacedHead[]): PlaceAnswer => ({
  orders: placed.map((order) => ({ id: order.id, no: order.no, status: order.status, payable: yuan(order.payable) })),
})

/**
 * Places the orders of a checkout, once for each key: the same key answers the same orders, whatever is clicked, retried
 * or broken off. Everything happens in one transaction, with the data of this moment.
 */
export async function placeOrders(deps: PlaceDeps, buyer: PlacingBuyer, body: PlaceBody, now: Date): Promise<PlaceAnswer> {
  const { db } = deps.database
  const tried: { chosen: readonly Chosen[] } = { chosen: [] }
  try {
    return await db.transaction().execute((trx) => placeIn(trx, deps.jobs, buyer, body, tried, now))
  } catch (error) {
    if (!(error instanceof StockShort)) throw error
    if (error.isStale) {
      // Brought in line for whoever looks next.
      const goodsIds = error.goods.map((one) => one.goodsId)
      await db.transaction().execute((trx) => refreshGoodsStock(trx, goodsIds, now))
    }
    throw shortAnswer(error, tried.chosen)
  }
}

async function placeIn(
  trx: Connection,
  jobs: Jobs,
  buyer: PlacingBuyer,
  body: PlaceBody,
  tried: { chosen: readonly Chosen[] },
  now: Date,
): Promise<PlaceAnswer> {
  // A second submit of the key waits here for the first one to end, and then finds what it has placed.
  const checkoutId = await insertCheckout(trx, buyer, body.checkout_key, now)
  if (checkoutId === null) return answerOf(await placedBy(trx, buyer.companyId, body.checkout_key))
  const prepared = await prepareCheckout(trx, buyer, body, 'place', now)
  const chosen = prepared.draft.orders.flatMap((order) => order.lines)
  tried.chosen = chosen
  await refuseOtherTotal(trx, prepared, chosen, body)
  const address = await findAddress(trx, buyer.companyId, body.address_id)
  if (address === null) throw fieldErrors([{ field: 'address_id', message: '请选择收货地址' }])
  if (body.invoice_kind === 'special' && prepared.company.creditCode === '') {
    throw fieldErrors([{ field: 'invoice_kind', message: '开具专票需要税号，请先完善企业资料' }])
  }
  const { orders, lines } = await writeOrders(trx, buyer, { checkoutId, body, prepared, address }, now)
  const cartLineIds = chosen.map((line) => line.id)
  await deleteLines(trx, buyer.companyId, cartLineIds)
  for (const { id, payBefore: runAt } of orders) {
    if (runAt !== null) await jobs.enqueue(trx, 'orders.expire', { order_id: id }, { runAt })
  }
  await takeQuotas(trx, chosen, now)
  await reserve(trx, chosen, lines, now)
  for (const { id, no, balanceAmount } of orders) {
    if (balanceAmount === 0) continue
    const money = { companyId: buyer.companyId, orderId: id, channel: 'balance', amount: balanceAmount }
    await post(trx, orderPaid({ ...money, key: `order_balance:${id}`, memo: `订单 ${no} 余额支付` }), now)
  }
  return answerOf(orders.map(({ id, no, status, payableAmount }) => ({ id, no, status, payable: payableAmount })))
}

interface Writing {
  checkoutId: number
  body: PlaceBody
  prepared: Prepared
  address: AddressRow
}

async function writeOrders(trx: Connection, buyer: PlacingBuyer, { checkoutId, body, prepared, address }: Writing, now: Date) {
  const { receiver, phone, province, city, district, detail } = address
  const head = {
    checkoutId,
    companyId: buyer.companyId,
    accountId: buyer.accountId,
    receiver: { receiver, phone, province, city, district, detail },
    invoiceKind: body.invoice_kind,
    remark: body.remark ?? '',
    actor: buyer.name,
    today: beijingDate(now),
  }
  const drafts = prepared.draft.orders.map((order): DraftOrderRow => draftRow(order, prepared, now))
  const placed = new Map((await insertOrders(trx, head, drafts, now)).map((order) => [order.key, order]))
  const orders = drafts.map((draft) => {
    const own = placed.get(draft.key)
    if (!own) throw new Error(`order ${draft.key} was not written`)
    return { ...draft, id: own.id, no: own.no }
  })
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
  return { orders, lines: await insertLines(trx, buyer.companyId, lines) }
}

/** The price that the buyer saw is the price charged: another total places nothing and says what changed. */
async function refuseOtherTotal(trx: Connection, { draft, company }: Prepared, chosen: readonly Chosen[], body: PlaceBody): Promise<void> {
  const quote = await findQuote(trx, company.id, body.checkout_key)
  const changes = changesSince(quote, chosen)
  // Two changes may leave the same total and are changes all the same; a total other than the quoted one was agreed to anew.
  const agreed = fenFromYuan(body.total) === draft.total
  if (agreed && (changes.length === 0 || quote?.total !== draft.total)) return
  throw conflict('价格或库存有变化，请核对后重新提交', {
    reason: 'TOTAL_CHANGED',
    total_before: body.total,
    total_after: yuan(draft.total),
    changes,
  })
}

function draftRow(order: Prepared['draft']['orders'][number], { terms }: Prepared, now: Date): DraftOrderRow {
  const hasFlash = order.lines.some(({ line }) => line.price?.source === 'flash')
  const isPaid = order.payable === 0
  return {
    key: order.key,
    warehouseId: order.warehouseId,
    isEphedrine: order.isEphedrine,
    status: isPaid ? 'paid' : 'pending_payment',
    goodsAmount: order.goods,
    shippingAmount: order.shipping,
    balanceAmount: order.balance,
    payableAmount: order.payable,
    hasFlash,
    payBefore: isPaid ? null : payBefore({ hasFlash, isEphedrine: order.isEphedrine }, terms.deadlines, now),
    paidAt: isPaid ? now : null,
    lines: order.lines.map((line) => lineRow(line, now)),
  }
}

/** The goods as they were when ordered: what is printed on papers later must not follow the catalogue. */
function lineRow({ line }: Chosen, now: Date): DraftLineRow {
  const { row, facts, price, amount, offerId } = line
  if (price === null) throw new Error(`line ${row.id} without a price came to be placed`)
  const goods = {
    code: facts.code,
    name: facts.name,
    spec: facts.spec,
    unit: facts.unit,
    manufacturer: facts.manufacturer,
    approval_no: facts.approvalNo,
    dosage_form: facts.dosageForm,
    drug_class: facts.drugClass,
    image: facts.image ?? packageImage(facts.goodsId),
    whole_case: facts.wholeCase,
  }
  return {
    cartLineId: row.id,
    goodsId: facts.goodsId,
    goods,
    number: row.number,
    unitPrice: price.price,
    amount,
    priceSource: price.source,
    offerId: isOfferPrice(price.source) ? offerId : null,
    explanation: [{ kind: 'price', text: noteOf(line, now) }],
  }
}

async function takeQuotas(trx: Connection, chosen: readonly Chosen[], now: Date): Promise<void> {
  const wanted = new Map<number, number>()
  for (const { line } of chosen) if (line.offerId !== null) wanted.set(line.offerId, line.row.number + (wanted.get(line.offerId) ?? 0))
  if (wanted.size === 0) return
  const taken = new Set(await takeOffers(trx, wanted, now))
  const over = chosen.filter(({ line }) => line.offerId !== null && !taken.has(line.offerId))
  const [first] = over
  if (!first) return
  const reasons = [{ code: 'LIMIT_REACHED', message: '活动名额已被抢完，请返回购物车核对', action: null }]
  throw conflict(`${first.line.facts.name}：活动名额已被抢完`, {
    reason: 'LINES_REFUSED',
    lines: over.map(({ line }) => lineRefusal(line, reasons)),
  })
}

async function reserve(trx: Connection, chosen: readonly Chosen[], placed: readonly PlacedLine[], now: Date): Promise<void> {
  const byCartLine = new Map(placed.map((line) => [line.cartLineId, line]))
  const wanted = chosen.map(({ line }) => {
    const own = byCartLine.get(line.row.id)
    if (!own) throw new Error(`cart line ${line.row.id} was not placed`)
    return {
      orderId: own.orderId,
      orderLineId: own.id,
      goodsId: line.facts.goodsId,
      warehouseId: line.facts.warehouseId,
      number: line.row.number,
      batchId: line.batchId,
    }
  })
  await reserveFefo(trx, wanted, now)
}

function shortAnswer(short: StockShort, chosen: readonly Chosen[]) {
  const lines = chosen.flatMap(({ line }) => {
    const found = short.goods.find((one) => one.goodsId === line.facts.goodsId && one.warehouseId === line.facts.warehouseId)
    if (!found) return []
    const message = found.available > 0 ? `库存仅余 ${found.available} ${line.facts.unit}` : '已售完'
    return [lineRefusal(line, [{ code: 'NO_STOCK', message, action: null }])]
  })
  const [first] = lines
  return conflict(`${first?.name ?? '所选商品'}库存不足，请返回购物车核对`, { reason: 'LINES_REFUSED', lines })
}
