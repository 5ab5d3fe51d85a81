import type { Posting } from '#domain/ledger.ts'
import { pointsBack, pointsOrderRefunded } from '#domain/ledger-points.ts'
import { decidePointsOrder, type PointsCommand } from '#domain/points.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { postAll } from '../../money/wallet/public.ts'
import { isReviewedPlace } from '../../who/accounts/public.ts'
import { holdGoods } from '../stock/public.ts'
import { refusalFor } from './place.ts'
import { type Destination, findReceiver, giveStockBack, lockPointsOrder, type PointsOrderRow, setPointsOrder } from './store.ts'
import { factsOf } from './wire.ts'

/** Who brings it; empty: the shop's own drivers. */
export interface Parcel {
  carrier: string
  waybill: string
}
type Asked = { by: 'buyer'; companyId: number } | { by: 'staff'; staff: StaffActor; parcel?: Parcel }

/** Moves an order in the caller's transaction; answers it as it is afterwards. Staff act on any company's order, on record. */
export async function moveOrderIn(trx: Connection, id: number, what: PointsCommand, asked: Asked, now: Date): Promise<PointsOrderRow> {
  const order = await lockPointsOrder(trx, id, asked.by === 'buyer' ? asked.companyId : null)
  if (order === null) throw notFound('积分订单')
  const decision = decidePointsOrder(factsOf(order), what, asked.by)
  if (decision.kind === 'refuse') throw decision.reason === 'NOT_ALLOWED' ? forbidden(decision.message) : conflict(decision.message)
  if (decision.kind === 'replay') return order
  const to = decision.to === 'shipped' ? await destinationOf(trx, order) : null
  if (to !== null) await refuseBarred(trx, order, to, now)
  const receiver = to?.receiver ?? order.receiver
  const parcel = (decision.to === 'shipped' && asked.by === 'staff' ? asked.parcel : null) ?? {
    carrier: order.carrier,
    waybill: order.waybill,
  }
  await setPointsOrder(trx, id, decision.to, { receiver, ...parcel }, now)
  if (decision.giveBack) await giveBack(trx, order, now)
  if (asked.by === 'staff') {
    const change = { before: { status: order.status }, after: { status: decision.to } }
    await writeAudit(trx, asked.staff, { action: `points_order.${what}`, subject: `points_order:${id}`, ...change }, now)
  }
  return { ...order, status: decision.to, receiver, ...parcel }
}

/** A prize may have been won before the company had an address. */
async function destinationOf(trx: Connection, { companyId, receiver }: PointsOrderRow): Promise<Destination> {
  if (receiver !== null) return { receiver, isReviewed: await isReviewedPlace(trx, companyId, receiver) }
  const to = await findReceiver(trx, companyId, null)
  if (to === null) throw conflict('该企业还没有收货地址，不能发货')
  return to
}

/** Drugs and devices leave the house only for who may have them now, whatever they were paid with. */
async function refuseBarred(trx: Connection, order: PointsOrderRow, to: Destination, now: Date): Promise<void> {
  if (order.goodsId === null) return
  await holdGoods(trx, [order.goodsId])
  const company = await loadCompany(trx, order.companyId)
  const refusal = company && (await refusalFor(trx, company, order.goodsId, to, now))
  if (refusal) throw conflict(`暂不能发货：${refusal.message}`, { reason: 'ORDER_HELD', reasons: [{ ...refusal, goods: order.name }] })
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

const move = ({ db }: DatabaseHandle, id: number, what: PointsCommand, asked: Asked, now: Date) =>
  transact(db, (trx) => moveOrderIn(trx, id, what, asked, now))

export const moveByBuyer = (database: DatabaseHandle, companyId: number, id: number, what: 'cancel' | 'receive', now: Date) =>
  move(database, id, what, { by: 'buyer', companyId }, now)

/** For the console: sending, completing, cancelling. */
export const pointsOrderByStaff = (
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  what: 'ship' | 'complete' | 'cancel',
  now: Date,
  parcel?: Parcel,
): Promise<PointsOrderRow> => move(database, id, what, { by: 'staff', staff, ...(parcel && { parcel }) }, now)
