import type { BodyOf } from '#contract/call.ts'
import type { OrderEditPreviewWire, staffOrderEdit } from '#contract/order-edit.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Benefit } from '#domain/pricing/benefits.ts'
import { isEmptied, planEdit } from '#domain/pricing/edit.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { giveBackPart } from '../../goods/promotions/public.ts'
import { releasePart, swapBatch } from '../../goods/stock/public.ts'
import { channelName, type PaymentDeps, paymentEffects } from '../../money/payments/public.ts'
import {
  askGates,
  benefitRowsOf,
  editableHead,
  editableLines,
  insertLog,
  linesOfCheckout,
  lockOrder,
  lockSisters,
  type OrderRow,
  replaceBenefits,
  tellOfEdit,
  transition,
  writeHead,
  writeLines,
} from '../orders/public.ts'
import { allItems, type DeskItem, type DeskLine, deskLines, nameOf, rowsSummed, stepsOf, unitOf } from './edit-items.ts'
import { backText, moneyOf, OWN_NAMES, sendBack } from './edit-money.ts'
import { placeChosen, refuseWorsePlace } from './edit-place.ts'
import { hasClaimedTransfer, insertEdit, lastChange } from './edit-store.ts'
import { type Edited, logText, previewOf, shownOf } from './edit-wire.ts'
import { onlyShown, reasonOf, sameAsShown, stamped } from './preview.ts'

export type EditAsk = Omit<BodyOf<typeof staffOrderEdit>, 'stamp' | 'reason'>

/** Why nothing of an order can be changed any more; empty: it can. */
export async function editRefusal(connection: Connection, order: OrderRow): Promise<string> {
  if (order.status === 'picking') return '订单已开始拣货，不能修改；有缺货的，请仓库报缺后由售后退款'
  if (order.status !== 'pending_payment' && order.status !== 'paid') return `订单${STATUS_NAMES[order.status]}，不能修改`
  if (order.status === 'pending_payment' && (await hasClaimedTransfer(connection, order.id)))
    return '客户已上传转账凭证，请先由财务确认或退回，再修改订单'
  return ''
}

/** As it was read; the caller has locked what it is locked with. */
export async function orderAsRead(trx: Connection, id: number, version: number): Promise<OrderRow> {
  const order = await lockOrder(trx, id, null)
  if (order === null) throw notFound('订单')
  if (order.edits === version) return order
  const last = await lastChange(trx, id)
  throw changedMeanwhile(order.edits, [{ field: 'lines', theirs: last ? `${last.actor}：${last.reason}` : '' }])
}

async function lockedOrder(trx: Connection, id: number, version: number): Promise<OrderRow> {
  await lockSisters(trx, id, null)
  const order = await orderAsRead(trx, id, version)
  const why = await editRefusal(trx, order)
  if (why !== '') throw conflict(why)
  return order
}

/** What is asked for, held to what is there. */
function wishes(items: readonly DeskItem[], steps: ReadonlyMap<number, number>, asked: EditAsk['lines'] = []): Map<number, number> {
  const errors: FieldError[] = []
  const left = new Map<number, number>()
  for (const [at, { id, number }] of asked.entries()) {
    const item = items.find((one) => one.id === id)
    const step = steps.get(id) ?? 1
    const wrong = (message: string) => errors.push({ field: `lines.${at}.number`, message })
    if (item === undefined || left.has(id)) wrong(item ? '同一行不能重复填写' : '订单中没有这一行')
    else if (number > item.number) wrong(`${nameOf(item)} 最多 ${item.number} ${unitOf(item)}，改单不能加`)
    else if (number % step !== 0) wrong(`${nameOf(item)} 按 ${step} ${unitOf(item)}的倍数销售`)
    left.set(id, number)
  }
  if (errors.length > 0) throw fieldErrors(errors)
  return left
}

async function planned(trx: Connection, order: OrderRow, lines: readonly DeskLine[], left: Map<number, number>, cause: EditAsk['cause']) {
  const benefits = await benefitRowsOf(trx, order.checkoutId)
  const others = new Map(
    (await linesOfCheckout(trx, order.checkoutId)).map(({ id, number, status, givenUp }) => {
      const back = status === 'cancelled' ? number : givenUp
      return [id, { sold: number, back, givenUp: back }] as const
    }),
  )
  const plan = planEdit({ lines, benefits, others, left, cause })
  if (isEmptied(plan.kept)) throw conflict('商品全部去掉就是取消订单，请用“取消订单”')
  const [first] = plan.elsewhere
  if (first)
    throw conflict(
      `同次结算的另一订单中，${first.name} ${first.number} ${first.unit}因此不再满足“${first.benefit}”，请先修改或取消那张订单`,
    )
  return plan
}

async function swapped(trx: Connection, order: OrderRow, asked: EditAsk['batches'] = [], now: Date): Promise<string[]> {
  const texts: string[] = []
  for (const { piece_id: pieceId, batch_id: batchId, number } of asked) {
    const one = await swapBatch(trx, order.id, { pieceId, batchId, number }, now)
    texts.push(`${one.goodsName} ${one.number} ${one.unit}换批号：${one.from} 换为 ${one.to}`)
  }
  return texts
}

const summed = (lines: readonly DeskLine[], cut: ReadonlyMap<number, number>, idOf: (line: DeskLine) => number | null) => {
  const units = new Map<number, number>()
  for (const line of lines) {
    const [id, number] = [idOf(line), cut.get(line.id) ?? 0]
    if (id !== null && number > 0) units.set(id, number + (units.get(id) ?? 0))
  }
  return units
}

/** Quotas of what goes; every part of a bundle carries the number of bundles. */
const quotasOf = (lines: readonly DeskLine[], cut: ReadonlyMap<number, number>) => ({
  offers: summed(lines, cut, (line) => line.offerId),
  gifts: summed(lines, cut, (line) => line.giftId),
  exchanges: summed(lines, cut, (line) => line.exchangeId),
  bundles: new Map(
    lines.flatMap((line) => {
      const number = ((line.bundleNumber ?? 0) * (cut.get(line.id) ?? 0)) / line.number
      return line.bundleId !== null && number > 0 ? [[line.bundleId, number] as const] : []
    }),
  ),
})

const NOTED = '改单后'
const explained = (line: DeskLine, number: number): DeskLine['explanation'] => [
  ...line.explanation.filter(({ text }) => !text.startsWith(NOTED)),
  { kind: 'money', text: `${NOTED} ${number} ${line.unit}，单价与优惠按原来的分摊，不重新计算` },
]

/**
 * The change itself, in the caller's transaction. Locks as everybody takes them: the checkout's orders, payments, quotas, stock, bill,
 * ledger.
 */
async function editIn(
  trx: Connection,
  deps: PaymentDeps,
  staff: StaffActor,
  id: number,
  ask: EditAsk,
  reason: string,
  now: Date,
): Promise<Edited> {
  const order = await lockedOrder(trx, id, ask.version)
  const lines = deskLines(await editableLines(trx, id))
  const head = await editableHead(trx, id)
  const items = allItems(lines)
  const left = wishes(items, await stepsOf(trx, order, items, now), ask.lines)
  const plan = await planned(trx, order, lines, left, ask.cause)
  const place = await placeChosen(trx, order, head.receiver, ask.address_id)
  const remark = { before: head.remark, after: ask.remark?.trim() ?? head.remark }
  if (plan.cut.size === 0 && !place.isOther && remark.after === remark.before && (ask.batches ?? []).length === 0)
    throw conflict('没有改动')
  const worse = place.isOther ? await refuseWorsePlace(trx, order, now) : null
  if (order.status === 'pending_payment') await paymentEffects(deps).closeOpen(trx, id)
  const kept = plan.kept.map((one) => one.after)
  const found = await moneyOf(trx, order, { ...plan, kept })
  await giveBackPart(trx, quotasOf(lines, plan.cut))
  const swaps = await swapped(trx, order, ask.batches, now)
  if (plan.cut.size > 0) await releasePart(trx, id, plan.cut, now)
  const patches = plan.kept.map(({ before, after, bundleNumber }) => {
    const explanation = after.number === before.number ? before.explanation : explained(before, after.number)
    return { ...before, ...after, bundleNumber, explanation }
  })
  const changed = patches
    .filter((one) => plan.cut.has(one.id))
    .map(({ id: line, number, bundleNumber, amount, reduction, shares, explanation }) => {
      return { id: line, number, bundleNumber, amount, reduction, shares, explanation }
    })
  await writeLines(
    trx,
    id,
    changed,
    plan.gone.map((line) => line.id),
  )
  const itemsAfter = allItems(patches)
  const moneyRows = rowsSummed({ items: itemsAfter, money: found.money })
  await writeHead(trx, id, { ...found.money, moneyRows, receiver: place.receiver, remark: remark.after })
  if (plan.cut.size > 0) await replaceBenefits(trx, order.checkoutId, plan.benefits as (Benefit & { id: number })[])
  const after: OrderRow = { ...order, ...found.money, edits: order.edits + 1 }
  const shown = { lines: [...items], order, money: order, receiver: place.before.text, remark: remark.before }
  const becomes = { lines: itemsAfter, order, money: found.money, receiver: place.after.text, remark: remark.after }
  const [was, is] = [shownOf(shown), shownOf(becomes)]
  const editId = await insertEdit(trx, staff, { orderId: id, cause: ask.cause, reason, back: found.back, before: was, after: is }, now)
  const refunds = await sendBack(trx, deps, order, editId, found, now)
  const edited: Edited = {
    before: order,
    after,
    cause: ask.cause,
    items,
    itemsAfter,
    plan,
    refunds,
    place,
    remark,
    swaps,
    rows: { before: head.moneyRows, after: moneyRows },
  }
  await worse?.()
  await tellEverybody(trx, deps, staff, edited, { editId, reason, was, is }, now)
  await settleIfPaid(trx, deps, staff, after, now)
  return edited
}

async function tellEverybody(
  trx: Connection,
  deps: PaymentDeps,
  staff: StaffActor,
  edited: Edited,
  { editId, reason, was, is }: { editId: number; reason: string; was: object; is: object },
  now: Date,
): Promise<void> {
  const { before: order, refunds } = edited
  const back = backText(refunds, (channel) => OWN_NAMES[channel] ?? channelName(deps.providers, channel))
  const text = `${logText(edited)}${back === '' ? '' : `；退款：${back}`}（${reason}）`
  await insertLog(trx, { orderId: order.id, actor: staff.name, event: 'edit', text }, now)
  await tellOfEdit(trx, order, text, editId, now)
  const after = { ...is, reason, cause: edited.cause, ...(edited.swaps.length > 0 && { batches: edited.swaps }) }
  await writeAudit(trx, staff, { action: 'order.edit', subject: `order:${order.id}`, before: was, after }, now)
}

/** What was paid from the purses is enough for what is left. */
async function settleIfPaid(trx: Connection, deps: PaymentDeps, staff: StaffActor, order: OrderRow, now: Date): Promise<void> {
  if (order.status !== 'pending_payment' || order.payableAmount > 0) return
  const paid = [order.voucherAmount > 0 ? '现金券' : '', order.balanceAmount > 0 ? '余额' : ''].filter(Boolean).join('和') || '应付为零，'
  const by = { kind: 'staff' as const, name: staff.name }
  const decision = await transition(trx, order, { type: 'settle', channelName: `${paid} ` }, by, paymentEffects(deps), now)
  if (decision.kind === 'move') await askGates(trx, { ...order, status: decision.to }, { accountId: null, name: staff.name }, now)
}

const previewText = (edited: Edited, deps: PaymentDeps): OrderEditPreviewWire => {
  const nameOfChannel = (channel: string) => OWN_NAMES[channel] ?? channelName(deps.providers, channel)
  return stamped(previewOf(edited, nameOfChannel))
}

export const previewEdit = (deps: PaymentDeps, staff: StaffActor, id: number, ask: EditAsk, now: Date): Promise<OrderEditPreviewWire> =>
  onlyShown(deps.database.db, async (trx) => previewText(await editIn(trx, deps, staff, id, ask, '预览', now), deps))

export async function editOrder(
  deps: PaymentDeps,
  staff: StaffActor,
  id: number,
  { stamp, reason: given, ...ask }: BodyOf<typeof staffOrderEdit>,
  now: Date,
): Promise<OrderEditPreviewWire> {
  const reason = reasonOf(given, '修改')
  return transact(deps.database.db, async (trx) => {
    const shown = previewText(await editIn(trx, deps, staff, id, ask, reason, now), deps)
    sameAsShown(shown, stamp)
    return shown
  })
}
