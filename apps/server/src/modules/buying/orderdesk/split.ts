import type { BodyOf, DataOf } from '#contract/call.ts'
import type { OrderSplitPreviewWire, SplitStage, staffOrderSplit } from '#contract/order-split.ts'
import { beijingDate } from '#domain/dates.ts'
import { add, subtract } from '#domain/money.ts'
import { type OrderStatus, STATUS_NAMES } from '#domain/orders.ts'
import { benefitsSplit, type DividedLine, planSplit, type SplitFault, type SplitPlan, splitSums } from '#domain/pricing/halves.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { divideHoldings, type LinePart, pickingRows } from '../../goods/stock/public.ts'
import { readPaid, splitPayments } from '../../money/payments/public.ts'
import {
  benefitRowsOf,
  editableHead,
  editableLines,
  insertLog,
  insertNote,
  insertParts,
  insertSplitOrder,
  lockCheckoutWith,
  moveLines,
  nextSplitNo,
  type OrderRow,
  replaceBenefits,
  tellOfSplit,
  writeHead,
  writeLines,
} from '../orders/public.ts'
import { orderAsRead } from './edit.ts'
import { allItems, type DeskItem, type DeskLine, deskLines, rowsSummed, stepsOf } from './edit-items.ts'
import { onlyShown, reasonOf, sameAsShown, stamped } from './preview.ts'
import { type SplitAsk, wantedOf } from './split-ask.ts'
import { insertSplit } from './split-store.ts'
import { goneText, type Halved, halfShown, splitPreview } from './split-wire.ts'

const IN: Readonly<Record<SplitStage, OrderStatus>> = { desk: 'paid', picking: 'picking' }

/** Why an order is not split at this stage; empty: it may be. */
export function splitRefusal({ status }: Pick<OrderRow, 'status'>, stage: SplitStage): string {
  if (status === IN[stage]) return ''
  if (status === 'pending_payment') return '订单还没有付款，不能拆单；可以改单，另下一单'
  if (status === 'picking') return '订单已开始拣货，请由仓库在拣货页“先发已有，其余拆出”'
  if (status === 'paid') return '订单还没有开始拣货，请在订单页拆单'
  return `订单${STATUS_NAMES[status]}，不能拆单`
}

const FAULTS: Readonly<Record<SplitFault, string>> = {
  nothing: '还没有选择拆出的商品',
  everything: '全部商品都拆出就是原来的订单，请至少留下一种',
  nothing_bought_goes: '只有赠品不能单独成为一张订单，请连同买的商品一起拆出',
  nothing_bought_stays: '留下的只有赠品，请至少留下一种买的商品',
}

const NOTED = '拆单'
const explained = ({ before }: DividedLine<DeskLine>, number: number): DeskLine['explanation'] => [
  ...before.explanation.filter(({ text }) => !text.startsWith(NOTED)),
  { kind: 'money', text: `${NOTED}：原 ${before.number} ${before.unit}，本单 ${number} ${before.unit}，单价与优惠按原来的分摊` },
]

/** A divided line as either order has it. */
const halfOf = (one: DividedLine<DeskLine>, half: 'kept' | 'moved'): DeskLine => ({
  ...one.before,
  ...one[half],
  bundleNumber: one.bundles?.[half] ?? null,
  explanation: explained(one, one[half].number),
})

interface Written {
  order: OrderRow
  plan: SplitPlan<DeskLine>
  halved: Halved
}

/** Lines to their orders; answers what of each line went where. */
async function writeBoth(trx: Connection, { order, plan, halved }: Written): Promise<{ toId: number; parts: LinePart[] }> {
  const head = await editableHead(trx, order.id)
  const moneyRows = rowsSummed(halved.kept)
  const toId = await insertSplitOrder(trx, order.id, { no: halved.newNo, ...halved.moved.money, moneyRows: rowsSummed(halved.moved) })
  await moveLines(
    trx,
    order.id,
    toId,
    plan.moved.map(({ id }) => id),
  )
  await writeLines(
    trx,
    order.id,
    plan.divided.map((one) => halfOf(one, 'kept')),
    [],
  )
  const fresh = await insertParts(
    trx,
    toId,
    plan.divided.map((one) => ({ ...halfOf(one, 'moved'), of: one.before.id })),
  )
  const newLine = (lineId: number): number => {
    const id = fresh.get(lineId)
    if (id === undefined) throw new Error(`the part of line ${lineId} was not written`)
    return id
  }
  await writeHead(trx, order.id, { ...halved.kept.money, moneyRows, receiver: head.receiver, remark: head.remark })
  const benefits = await benefitRowsOf(trx, order.checkoutId)
  if (benefits.length > 0) await replaceBenefits(trx, order.checkoutId, benefitsSplit(benefits, plan.divided, newLine))
  const whole = plan.moved.map(({ id, number }) => ({ lineId: id, toLineId: id, number }))
  const divided = plan.divided.map(({ before, moved }) => ({ lineId: before.id, toLineId: newLine(before.id), number: moved.number }))
  return { toId, parts: [...whole, ...divided] }
}

/**
 * The split itself, in the caller's transaction. Everything of the checkout is locked: what was given together is kept together. Then as
 * everybody locks: payments, stock, bill, ledger.
 */
async function splitIn(
  trx: Connection,
  staff: StaffActor,
  { id, stage }: { id: number; stage: SplitStage },
  ask: SplitAsk,
  reason: string,
  now: Date,
): Promise<Halved & { newId: number }> {
  await lockCheckoutWith(trx, id)
  const order = await orderAsRead(trx, id, ask.version)
  const why = splitRefusal(order, stage)
  if (why !== '') throw conflict(why)
  const paid = await readPaid(trx, order)
  const lines = deskLines(await editableLines(trx, id))
  const items = allItems(lines)
  const held = await pickingRows(trx, id, beijingDate(now), now)
  const wanted = wantedOf(items, await stepsOf(trx, order, items, now), held, ask)
  const plan = planSplit(lines, wanted.items)
  if (typeof plan === 'string') throw conflict(FAULTS[plan])
  const halved: Halved = { ...halvedOf(order, lines, items, plan), newNo: await nextSplitNo(trx, order.no), whys: wanted.whys, stage }
  const { toId, parts } = await writeBoth(trx, { order, plan, halved })
  const to = { id: toId, no: halved.newNo }
  const { moved } = halved
  const total = subtract(add(moved.money.goodsAmount, moved.money.shippingAmount), moved.money.reductionAmount)
  await divideHoldings(trx, { from: order, to, parts, asked: wanted.pieces, staff: staff.name }, now)
  await splitPayments(trx, { order, parts: paid.parts, to, channel: moved.money.payableAmount, total }, now)
  await keepAndTell(trx, staff, { order, halved, to, reason }, now)
  return { ...halved, newId: toId }
}

function halvedOf(order: OrderRow, lines: readonly DeskLine[], items: DeskItem[], plan: SplitPlan<DeskLine>) {
  const gone = new Set(plan.moved.map(({ id }) => id))
  const divided = new Map(plan.divided.map((one) => [one.before.id, one]))
  const kept = lines.flatMap((line) => {
    const one = divided.get(line.id)
    return gone.has(line.id) ? [] : [one ? halfOf(one, 'kept') : line]
  })
  const moved = lines.flatMap((line) => {
    const one = divided.get(line.id)
    return one ? [halfOf(one, 'moved')] : gone.has(line.id) ? [line] : []
  })
  const sums = splitSums(order, {
    goods: add(...moved.map((line) => line.amount)),
    reduction: add(...moved.map((line) => line.reduction)),
  })
  return { order, items, kept: { items: allItems(kept), money: sums.kept }, moved: { items: allItems(moved), money: sums.moved } }
}

interface Told {
  order: OrderRow
  halved: Halved
  to: { id: number; no: string }
  reason: string
}

async function keepAndTell(trx: Connection, staff: StaffActor, { order, halved, to, reason }: Told, now: Date): Promise<void> {
  const [before, kept, moved] = [
    halfShown(halved, order),
    halfShown(halved.kept, halved.kept.money),
    halfShown(halved.moved, halved.moved.money),
  ]
  const { stage } = halved
  await insertSplit(trx, staff, { orderId: order.id, newOrderId: to.id, stage, reason, before, kept, moved }, now)
  const what = goneText(halved)
  const text = stage === 'picking' ? `部分商品先发，其余拆为订单 ${to.no} 随后发出：${what}` : `拆出订单 ${to.no}：${what}`
  const log = { actor: staff.name, event: 'split' }
  await insertLog(trx, { ...log, orderId: order.id, text: `${text}（${reason}）` }, now)
  await insertLog(trx, { ...log, orderId: to.id, text: `由订单 ${order.no} 拆出：${what}（${reason}）` }, now)
  if (stage === 'picking') await insertNote(trx, { orderId: to.id, kind: 'short', staff, text: `拣货时拆出待发：${reason}` }, now)
  await tellOfSplit(trx, order, to, `${text}（${reason}）。两张订单的金额与已付款合计不变，无需另行付款`, now)
  const action = 'order.split'
  await writeAudit(trx, staff, { action, subject: `order:${order.id}`, before, after: { ...kept, new_order: to.no, reason, stage } }, now)
  await writeAudit(trx, staff, { action, subject: `order:${to.id}`, before: { of: order.no }, after: { ...moved, reason, stage } }, now)
}

const shownOf = (halved: Halved, seesPrices: boolean): OrderSplitPreviewWire => stamped(splitPreview(halved, seesPrices))

interface Which {
  id: number
  stage: SplitStage
  seesPrices: boolean
}

export const previewSplit = (
  { db }: DatabaseHandle,
  staff: StaffActor,
  of: Which,
  ask: SplitAsk,
  now: Date,
): Promise<OrderSplitPreviewWire> => onlyShown(db, async (trx) => shownOf(await splitIn(trx, staff, of, ask, '预览', now), of.seesPrices))

export async function splitOrder(
  { db }: DatabaseHandle,
  staff: StaffActor,
  of: Which,
  { stamp, reason: given, version, lines = [], pieces = [] }: BodyOf<typeof staffOrderSplit>,
  now: Date,
): Promise<DataOf<typeof staffOrderSplit>> {
  const reason = reasonOf(given, '拆单')
  return transact(db, async (trx) => {
    const halved = await splitIn(trx, staff, of, { version, lines, pieces }, reason, now)
    sameAsShown(shownOf(halved, of.seesPrices), stamp)
    return { id: halved.newId, no: halved.newNo }
  })
}
