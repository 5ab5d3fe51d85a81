import type { staffAfterSaleRefund } from '#contract/aftersales.ts'
import type { BodyOf } from '#contract/call.ts'
import {
  type AfterSaleActor,
  type AfterSaleKind,
  type AfterSaleReason,
  type AfterSaleStatus,
  decideAfterSale,
  REASON_NAMES,
  resaleOf,
} from '#domain/aftersales.ts'
import { cashbackTakenBack, type Posting, returnRefunded } from '#domain/ledger.ts'
import { pointsTakenBack } from '#domain/ledger-points.ts'
import { add, type Fen, subtract, yuan, ZERO } from '#domain/money.ts'
import { refundSplit } from '#domain/pricing/returns.ts'
import { type Settlement, settle } from '#domain/pricing/settlement.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { owePoints } from '../../goods/points/public.ts'
import { takeBack } from '../../goods/stock/public.ts'
import {
  confirmRefundSent,
  countPending,
  type PaymentDeps,
  type RefundArrived,
  readPaid,
  refundPartThroughGateway,
  type SentRefunds,
  sendRefunds,
} from '../../money/payments/public.ts'
import { postAll, readPurses } from '../../money/wallet/public.ts'
import { releaseReceipt } from '../../papers/ephedrine/public.ts'
import { askRedInvoice } from '../../papers/invoices/public.ts'
import { addReturned, insertLog, lockOrder, type OrderRow } from '../orders/public.ts'
import { insertKept, type KeptOfOrder, lockCheckoutOf } from './benefit-store.ts'
import { byOrder, keptBackOf } from './benefits.ts'
import { allowed, audit, lock, move, statusAfter } from './commands.ts'
import { askReturnNote } from './return-note.ts'
import {
  type AfterSaleRow,
  acceptedByPiece,
  appliedPieces,
  type BenefitRow,
  type InspectedLine,
  insertAfterSaleLog,
  lockAfterSale,
  reasonsRefunded,
  type SoldPiece,
  soldPieces,
  writeInspection,
} from './store.ts'
import { goodsNet, isWholeBack, shippingBack, sumOf, type Wanted, worthOf } from './worth.ts'

export type Inspection = BodyOf<typeof staffAfterSaleRefund>

/** amount null: it was refunded before. */
export interface Refunded {
  status: AfterSaleStatus
  amount: Fen | null
}

function neverText(kind: AfterSaleKind, reason: AfterSaleReason, coldChain: boolean): string {
  if (kind === 'refund_only') return '商品没有寄回，不能回库存'
  return coldChain ? '冷链商品退回后不能再销售' : `因${REASON_NAMES[reason]}退回的商品不能再销售`
}

interface Inspected extends Wanted {
  lineId: number
  applied: number
  sellable: boolean
}

/** What staff say of each line, beside what was applied for; a line that is not named is accepted in full. */
function inspected(
  { kind, reason }: Pick<AfterSaleRow, 'kind' | 'reason'>,
  applied: readonly { id: number; orderLineBatchId: number; number: number }[],
  pieces: readonly SoldPiece[],
  { lines = [], note = '' }: Inspection,
): Inspected[] {
  const errors: FieldError[] = []
  const known = new Set(applied.map((line) => line.id))
  const seen = new Set<number>()
  for (const [index, { id }] of lines.entries()) {
    if (!known.has(id) || seen.has(id))
      errors.push({ field: `lines.${index}.id`, message: known.has(id) ? '同一行不能重复填写' : '申请中没有这一行' })
    seen.add(id)
  }
  const all = applied.flatMap((line): Inspected[] => {
    const piece = pieces.find((one) => one.id === line.orderLineBatchId)
    const said = lines.find((one) => one.id === line.id)
    const number = said?.accepted ?? line.number
    if (number > line.number) errors.push({ field: 'lines', message: `验收数量不能超过申请的 ${line.number}` })
    if (!piece) return []
    const resale = resaleOf(kind, reason, piece.coldChain)
    if (resale === 'never' && said?.sellable === 1) errors.push({ field: 'lines', message: neverText(kind, reason, piece.coldChain) })
    const sellable = said?.sellable === undefined ? resale === 'unless_said' : said.sellable === 1
    return [{ piece, number, lineId: line.id, applied: line.number, sellable }]
  })
  if (errors.length === 0 && all.every((line) => line.number === 0))
    errors.push({ field: 'lines', message: '没有验收合格的商品，请改为驳回' })
  if (errors.length === 0 && all.some((line) => line.number < line.applied) && note.trim() === '')
    errors.push({ field: 'note', message: '验收数量少于申请数量时，请填写原因' })
  if (errors.length > 0) throw fieldErrors(errors)
  return all
}

/**
 * Staff have inspected what came back, or agreed that it never arrived: what was accepted is refunded, in the caller's
 * transaction.
 * Locks as everybody takes them: order, after-sale, payments, stock, bill, what is owed, ledger. Asked again, it is a replay.
 */
export async function refundIn(
  trx: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  staff: StaffActor,
  id: number,
  inspection: Inspection,
  now: Date,
): Promise<Refunded> {
  const by: AfterSaleActor = { kind: 'staff', name: staff.name }
  await lockCheckoutOf(trx, id)
  const { order, row } = await lock(trx, id, null)
  // Asked before anything is done: who may not refund now changes nothing, who asks again gets the same answer.
  if (allowed(decideAfterSale(row, { type: 'refund', text: '', waits: false }, by, now)).kind === 'replay')
    return { status: row.status, amount: null }
  const pieces = await soldPieces(trx, order.id)
  const lines = inspected(row, await appliedPieces(trx, id), pieces, inspection)
  const { settlement, benefitRows, worths, due, shares } = await giveBack(trx, deps, { order, row, pieces, lines }, now)
  const accepted = lines.map((line, index): InspectedLine => {
    return { id: line.lineId, accepted: line.number, sellable: line.sellable, worth: worths[index] ?? ZERO }
  })
  const note = inspection.note?.trim() ?? ''
  await writeInspection(trx, id, accepted, { ...settlement, benefitRows, note })
  await askReturnNote(trx, row, { inspector: staff.name, refund: amountOf(settlement) }, now)
  await addReturned(trx, order.id, settlement.goods, settlement.shipping)
  if (order.isEphedrine) await releaseReceipt(trx, order, now)
  await askRedInvoices(trx, order, id, takenBack(lines, worths, settlement.shipping), shares, now)
  const text = refundText(row, settlement, note, due > 0)
  const decision = await move(trx, row, { type: 'refund', text, waits: due > 0 }, by, {}, now)
  await insertLog(trx, { orderId: order.id, actor: staff.name, event: 'after_sale', text: `售后 ${row.no}：${text}` }, now)
  const shown = accepted.map(({ id: line, accepted: number, sellable }) => ({ id: line, number, sellable }))
  await audit(trx, staff, 'refund', row, decision, { refund: yuan(amountOf(settlement)), lines: shown, note }, now)
  return { status: statusAfter(row, decision), amount: amountOf(settlement) }
}

/** Papers follow the money to the fen: also of the checkout's other orders, where what was withheld of them is paid out now. */
async function askRedInvoices(
  connection: Connection,
  order: OrderRow,
  afterSaleId: number,
  parts: ReturnType<typeof takenBack>,
  shares: readonly KeptOfOrder[],
  now: Date,
): Promise<void> {
  const reason = '退货退款'
  const withheld = shares.find((one) => one.orderId === order.id)?.amount ?? ZERO
  await askRedInvoice(connection, order, { key: `after_sale:${afterSaleId}`, reason, parts, withheld }, now)
  for (const { orderId, amount } of shares.filter((one) => one.orderId !== order.id)) {
    const other = { id: orderId, companyId: order.companyId }
    await askRedInvoice(connection, other, { key: `after_sale:${afterSaleId}:${orderId}`, reason, parts: [], withheld: amount }, now)
  }
}

/** By how much the order's invoice is taken back. */
const takenBack = (lines: readonly Inspected[], worths: readonly Fen[], shipping: Fen) => [
  ...lines.map(({ piece, number }, index) => ({ orderLineId: piece.orderLineId, number, gross: worths[index] ?? ZERO })),
  { orderLineId: null, number: null, gross: shipping },
]

interface Back {
  order: OrderRow
  row: AfterSaleRow
  pieces: readonly SoldPiece[]
  lines: readonly Inspected[]
}

/** Goods to their batches, money to its sources, earnings taken back. */
async function giveBack(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  { order, row, pieces, lines }: Back,
  now: Date,
): Promise<{ settlement: Settlement; benefitRows: BenefitRow[]; worths: Fen[]; due: Fen; shares: KeptOfOrder[] }> {
  const { paid, refunded, parts } = await readPaid(connection, order)
  const returned = lines.filter((line) => line.number > 0)
  await takeBack(
    connection,
    returned.map(({ piece, number, sellable }) => ({ batchId: piece.stockBatchId, number, sellable })),
    { orderId: order.id, afterSaleId: row.id },
    now,
  )
  const worths = worthOf(lines, (piece) => piece.lineAccepted)
  // Of the pieces themselves only what was accepted counts as back.
  const acceptedBefore = await acceptedByPiece(connection, order.id)
  const isWhole = isWholeBack(pieces, returned, (piece) => acceptedBefore.get(piece.id) ?? 0)
  const reasons = isWhole ? await reasonsRefunded(connection, order.id) : []
  const goods = { goods: sumOf(worths), shipping: shippingBack(order, isWhole, [row.reason, ...reasons]) }
  const asked = { wanted: returned, reason: row.reason, refund: add(goods.goods, goods.shipping) }
  const kept = await keptBackOf(connection, order, 'accepted', asked)
  if (kept.unpriced.length > 0) throw conflict(unpricedText(kept.unpriced), { reason: 'GIFT_MISSING' })
  const shares = byOrder(kept, order.id)
  const back = { ...goods, benefitsKept: shares.find((one) => one.orderId === order.id)?.amount ?? ZERO }
  const purses = await readPurses(connection, order.companyId)
  const isCompleted = order.status === 'completed'
  const account = { goods: goodsNet(order), shipping: order.shippingAmount, cashback: order.cashbackAmount, points: order.points }
  const settlement = settle({ ...account, isCompleted, paid, returnedGoods: order.returnedGoods, refunded }, back, purses)
  const own = await sendRefunds(connection, deps, { order, cause: { afterSaleId: row.id }, split: settlement.refund, parts, from: 0 }, now)
  const others = await payOthers(
    connection,
    deps,
    row,
    shares.filter((one) => one.orderId !== order.id),
    own.count,
    now,
  )
  await insertKept(connection, row.id, shares)
  if (settlement.pointsOwed > 0) await owePoints(connection, order.companyId, settlement.pointsOwed)
  await postAll(connection, [...postings(order, row, settlement, isCompleted, own), ...others.postings], now)
  const due = add(own.due, others.due)
  return { settlement: { ...settlement, benefitsKept: kept.amount }, benefitRows: kept.rows, worths, due, shares }
}

const unpricedText = (names: readonly string[]): string =>
  `${names.join('、')}没有单独定价，无法从退款中扣除：请先验收它的退货，再办理本单退款；买家不退回的，请驳回本申请`

/**
 * What was kept out of another order of the checkout for what has come back now is paid where that order was paid from. Each has a
 * posting of its own: the money is that order's, as its bill, its refund and its red invoice say.
 */
async function payOthers(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  row: AfterSaleRow,
  shares: readonly KeptOfOrder[],
  from: number,
  now: Date,
): Promise<{ postings: Posting[]; due: Fen }> {
  const made: Posting[] = []
  let [due, count] = [ZERO, from]
  for (const { orderId, amount } of shares) {
    const order = await lockOrder(connection, orderId, null)
    if (order === null) throw new Error(`order ${orderId} is gone`)
    const { paid, refunded, parts } = await readPaid(connection, order)
    const split = refundSplit(paid, refunded, subtract(ZERO, amount))
    const sent = await sendRefunds(connection, deps, { order, cause: { afterSaleId: row.id }, split, parts, from: count }, now)
    const of = { companyId: order.companyId, orderId, key: `after_sale:${row.id}:order:${orderId}`, memo: memoOf(order, row) }
    const nothing = { isCompleted: false, goods: ZERO, shipping: ZERO, withheld: ZERO }
    const refund = returnRefunded({ ...of, memo: `${of.memo} 退还所扣`, ...nothing, sold: amount, ...sent })
    if (refund !== null) made.push(refund)
    due = add(due, sent.due)
    count += sent.count
  }
  return { postings: made, due }
}

const memoOf = (order: OrderRow, row: AfterSaleRow): string => `订单 ${order.no} 售后 ${row.no}`

function postings(order: OrderRow, row: AfterSaleRow, settlement: Settlement, isCompleted: boolean, sent: SentRefunds): Posting[] {
  const of = { companyId: order.companyId, orderId: order.id }
  const { goods, shipping, benefitsKept: sold, cashbackTaken, cashbackWithheld: withheld, pointsTaken } = settlement
  const memo = memoOf(order, row)
  const key = `after_sale:${row.id}`
  const refund = returnRefunded({ ...of, key, memo: `${memo} 退款`, isCompleted, goods, shipping, withheld, sold, ...sent })
  return [
    ...(refund === null ? [] : [refund]),
    ...(cashbackTaken > 0 ? [cashbackTakenBack({ ...of, key: `${key}:cashback`, memo: `${memo} 收回返现`, amount: cashbackTaken })] : []),
    ...(pointsTaken > 0 ? [pointsTakenBack({ ...of, key: `${key}:points`, memo: `${memo} 收回积分`, points: pointsTaken })] : []),
  ]
}

export const amountOf = ({ goods, shipping, benefitsKept, cashbackWithheld }: Settlement): Fen =>
  subtract(add(goods, shipping), benefitsKept, cashbackWithheld)

function refundText(row: AfterSaleRow, settlement: Settlement, note: string, waits: boolean): string {
  const checked = row.kind === 'return' ? '验收完成' : '核定完成'
  const kept = settlement.benefitsKept > 0 ? `，已扣除不再满足条件的赠品、换购或运费 ¥${yuan(settlement.benefitsKept)}` : ''
  const withheld = `${kept}${settlement.cashbackWithheld > 0 ? `，已扣除返现 ¥${yuan(settlement.cashbackWithheld)}` : ''}`
  const way = amountOf(settlement) === 0 ? '，无需退款' : `，退款 ¥${yuan(amountOf(settlement))}${waits ? ' 将原路退回' : ' 已原路退回'}`
  return `${checked}${way}${withheld}${note ? `。${note}` : ''}`
}

/** A refund has arrived: it is said in the after-sale's log, and with the last one the after-sale is over. */
export const refundArrival =
  (now: Date): RefundArrived =>
  async (connection, refund, text) => {
    // Of a change before picking, or a cancelling: there is nothing that waits for it.
    if (refund.afterSaleId === null) return
    const row = await lockAfterSale(connection, refund.afterSaleId)
    if (row === null) throw new Error(`after-sale ${refund.afterSaleId} of refund ${refund.no} is gone`)
    await insertAfterSaleLog(connection, { afterSaleId: row.id, actor: '系统', event: 'arrived', text }, now)
    if ((await countPending(connection, row.id)) > 0) return
    await move(connection, row, { type: 'settle' }, { kind: 'system', name: '系统' }, {}, now)
  }

/** The task returnRefund. */
export const refundByJob = (deps: PaymentDeps, refundNo: string, now: Date): Promise<void> =>
  refundPartThroughGateway(deps, refundNo, refundArrival(now), now)

/** Finance has sent a transfer back. */
export const refundSentByStaff = (deps: PaymentDeps, staff: StaffActor, refundNo: string, now: Date): Promise<'pending' | 'done'> =>
  confirmRefundSent(deps, refundNo, staff, refundArrival(now), now)
