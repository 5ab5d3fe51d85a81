import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffPicking, staffPickingBatch, staffShipmentCorrect, staffTraceCodes } from '#contract/picking.ts'
import { beijingDate } from '#domain/dates.ts'
import { type OrderStatus, type ShippingSlip, STATUS_NAMES } from '#domain/orders.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type PickingRow, pickingRows, swapBatch } from '../../goods/stock/public.ts'
import { correctShipment, takeTraceCodes } from '../shipments/public.ts'
import { gatherAnew } from './staff/store.ts'
import { findOrder, insertLog, lockOrder, type OrderRow } from './store.ts'

/** What the warehouse does with an order beside picking and shipping it. */

const pieceWire = (row: PickingRow) => ({
  id: row.id,
  line_id: row.lineId,
  goods_id: row.goodsId,
  code: row.code,
  barcode: row.barcode,
  name: row.name,
  maker: row.maker,
  spec: row.spec,
  unit: row.unit,
  storage: row.storage,
  cold_chain: row.coldChain ? 1 : 0,
  batch_id: row.batchId,
  batch_no: row.batchNo,
  expiry_date: row.expiryDate,
  number: row.number,
  locked_reason: row.lockedReason ?? '',
  place: row.place,
  trace_codes: row.traceCodes,
  others: row.others,
})

export async function pickingOf({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffPicking>> {
  const order = await findOrder(db, id, null)
  if (order === null) throw notFound('订单')
  const rows = await pickingRows(db, id, beijingDate(now), now)
  return { status: order.status, list: rows.map(pieceWire) }
}

const IN_HOUSE: readonly OrderStatus[] = ['paid', 'picking']
const ON_ITS_WAY: readonly OrderStatus[] = ['picking', 'shipped']
const HAS_LEFT: readonly OrderStatus[] = ['shipped', 'received', 'completed']

async function lockIn(trx: Connection, id: number, states: readonly OrderStatus[], what: string): Promise<OrderRow> {
  const order = await lockOrder(trx, id, null)
  if (order === null) throw notFound('订单')
  if (!states.includes(order.status)) throw conflict(`订单${STATUS_NAMES[order.status]}，不能${what}`)
  return order
}

/** Also while the order waits: a batch that quality holds is often why. */
export async function changeBatch(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffPickingBatch>,
  now: Date,
): Promise<OrderStatus> {
  const reason = body.reason.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写换批号的原因' }])
  return transact(db, async (trx) => {
    const order = await lockIn(trx, id, IN_HOUSE, '换批号')
    const swap = { pieceId: body.piece_id, batchId: body.batch_id, number: body.number ?? null }
    const { goodsName, unit, from, to, number } = await swapBatch(trx, id, swap, now)
    await gatherAnew(trx, id, staff.accountId)
    const text = `${goodsName} ${number} ${unit}换批号：${from} 换为 ${to}（${reason}）`
    await insertLog(trx, { orderId: id, actor: staff.name, event: 'batch', text }, now)
    const change = { before: { batch_no: from }, after: { batch_no: to, goods: goodsName, number, reason } }
    await writeAudit(trx, staff, { action: 'order.batch', subject: `order:${id}`, ...change }, now)
    return order.status
  })
}

export async function collectTraceCodes(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffTraceCodes>,
  now: Date,
): Promise<number> {
  return transact(db, async (trx) => {
    const order = await lockIn(trx, id, ON_ITS_WAY, '采集追溯码')
    const wish = { pieceId: body.piece_id, codes: body.codes, otherGoods: body.other_goods === 1 }
    const { piece, before, taken } = await takeTraceCodes(trx, order, wish, staff.name, now)
    const change = { before: { number: before }, after: { number: taken, goods: piece.goodsName, batch_no: piece.batchNo } }
    await writeAudit(trx, staff, { action: 'order.trace_codes', subject: `order:${id}`, ...change }, now)
    return taken
  })
}

export async function correctPapers(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  given: ShippingSlip,
  { change, version }: Pick<BodyOf<typeof staffShipmentCorrect>, 'change' | 'version'>,
  now: Date,
): Promise<OrderStatus> {
  const why = change.trim()
  if (why === '') throw fieldErrors([{ field: 'change', message: '请写明更正了什么' }])
  return transact(db, async (trx) => {
    const order = await lockIn(trx, id, HAS_LEFT, '更正发货单据')
    const { before, after } = await correctShipment(trx, id, given, { change: why, version: version ?? null }, staff.name, now)
    await insertLog(trx, { orderId: id, actor: staff.name, event: 'papers', text: `发货单据更正：${why}，已重新出具` }, now)
    await writeAudit(trx, staff, { action: 'order.papers', subject: `order:${id}`, before, after: { ...after, change: why } }, now)
    return order.status
  })
}
