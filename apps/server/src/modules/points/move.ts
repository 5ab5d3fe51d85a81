import { type Posting, pointsBack, pointsOrderRefunded } from '#domain/ledger.ts'
import { decidePointsOrder, type PointsCommand } from '#domain/points.ts'
import { type StaffActor, writeAudit } from '../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { postAll } from '../wallet/public.ts'
import { findReceiver, giveStockBack, lockPointsOrder, type PointsOrderRow, type Receiver, setPointsOrder } from './store.ts'
import { factsOf } from './wire.ts'

interface Asked {
  /** Null: staff, who act on any company's order. */
  companyId: number | null
  staff: StaffActor | null
}

async function command(database: DatabaseHandle, id: number, what: PointsCommand, asked: Asked, now: Date): Promise<PointsOrderRow> {
  return database.db.transaction().execute(async (trx) => {
    const order = await lockPointsOrder(trx, id, asked.companyId)
    if (order === null) throw notFound('积分订单')
    const decision = decidePointsOrder(factsOf(order), what, asked.staff === null ? 'buyer' : 'staff')
    if (decision.kind === 'refuse') throw decision.reason === 'NOT_ALLOWED' ? forbidden(decision.message) : conflict(decision.message)
    if (decision.kind === 'replay') return order
    const receiver = decision.to === 'shipped' ? await receiverForShipping(trx, order) : order.receiver
    await setPointsOrder(trx, id, decision.to, receiver, now)
    if (decision.giveBack) await giveBack(trx, order, now)
    if (asked.staff) {
      const change = { before: { status: order.status }, after: { status: decision.to } }
      await writeAudit(trx, asked.staff, { action: `points_order.${what}`, subject: `points_order:${id}`, ...change }, now)
    }
    return { ...order, status: decision.to, receiver }
  })
}

/** A prize may have been won before the company had an address. */
async function receiverForShipping(trx: Connection, order: PointsOrderRow): Promise<Receiver> {
  const receiver = order.receiver ?? (await findReceiver(trx, order.companyId, null))
  if (receiver === null) throw conflict('该企业还没有收货地址，不能发货')
  return receiver
}

/** Stock before ledger: everybody takes locks in this order. */
async function giveBack(trx: Connection, order: PointsOrderRow, now: Date): Promise<void> {
  if (order.pointsGoodsId !== null) await giveStockBack(trx, order.pointsGoodsId, order.number)
  const of = { companyId: order.companyId, orderId: null, memo: `积分订单 ${order.no} 取消，退回` }
  const postings: Posting[] = []
  if (order.points > 0) postings.push(pointsBack({ ...of, key: `points_order:${order.id}:points_back`, points: order.points }))
  if (order.money > 0) postings.push(pointsOrderRefunded({ ...of, key: `points_order:${order.id}:money_back`, amount: order.money }))
  await postAll(trx, postings, now)
}

export const cancelByBuyer = (database: DatabaseHandle, companyId: number, id: number, now: Date) =>
  command(database, id, 'cancel', { companyId, staff: null }, now)

export const receiveByBuyer = (database: DatabaseHandle, companyId: number, id: number, now: Date) =>
  command(database, id, 'receive', { companyId, staff: null }, now)

/** For the console: sending, completing, cancelling by staff, each on record. Answers the order as it is afterwards. */
export const pointsOrderByStaff = (
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  what: 'ship' | 'complete' | 'cancel',
  now: Date,
): Promise<PointsOrderRow> => command(database, id, what, { companyId: null, staff }, now)
