import type { DataOf } from '#contract/call.ts'
import type { OwnRecallWire, recallList, recallReturn } from '#contract/recalls.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { documentHeads } from '../../papers/documents/public.ts'
import { appliedBefore, applyIn } from '../aftersales/public.ts'
import { noticeSubject } from './service.ts'
import { findRecall, insertLog, type RecallRow } from './store.ts'
import { type BuyerRow, buyerOf, orderParts, piecesLeft, recallsOfCompany } from './views.ts'
import { ownRecallWire, whyNoReturn } from './wire.ts'

const RECALLS_A_PAGE = 10

async function wiresOf(
  { db }: DatabaseHandle,
  companyId: number,
  recalls: readonly RecallRow[],
  buyers: readonly BuyerRow[],
  now: Date,
): Promise<OwnRecallWire[]> {
  const ids = recalls.map((recall) => recall.id)
  const [orders, papers] = await Promise.all([
    orderParts(db, ids, [companyId]),
    documentHeads(
      db,
      ids.map((id) => noticeSubject(id, companyId)),
    ),
  ])
  return recalls.flatMap((recall) => {
    const buyer = buyers.find((one) => one.recallId === recall.id)
    if (!buyer) return []
    const notice = papers.find((paper) => paper.subject === noticeSubject(recall.id, companyId)) ?? null
    const own = orders.filter((order) => order.recallId === recall.id)
    return [ownRecallWire(recall, buyer, own, notice, now)]
  })
}

export async function recallsOf(
  database: DatabaseHandle,
  companyId: number,
  { page = 1 }: { page?: number },
  now: Date,
): Promise<DataOf<typeof recallList>> {
  const found = await recallsOfCompany(database.db, companyId, (page - 1) * RECALLS_A_PAGE, RECALLS_A_PAGE)
  const { recalls, buyers, total, waiting } = found
  return { list: await wiresOf(database, companyId, recalls, buyers, now), total, page, per_page: RECALLS_A_PAGE, waiting }
}

/** A recall that a company was not told of is as if there were none. */
export async function ownRecall(database: DatabaseHandle, companyId: number, id: number, now: Date): Promise<OwnRecallWire> {
  const recall = await findRecall(database.db, id)
  const buyers = await buyerOf(database.db, [id], companyId)
  const [wire] = recall === null ? [] : await wiresOf(database, companyId, [recall], buyers, now)
  if (!wire) throw notFound('召回')
  return wire
}

/** Sends some of the batch back, as an after-sale for its quality: whatever its age, and without pictures. */
export async function returnRecalled(
  { db }: DatabaseHandle,
  buyer: { companyId: number; accountId: number; name: string },
  id: number,
  wish: { order_id: number; number: number; key: string },
  now: Date,
): Promise<DataOf<typeof recallReturn>> {
  return transact(db, async (trx) => {
    const recall = await findRecall(trx, id)
    const own = await orderParts(trx, [id], [buyer.companyId])
    const order = own.find((one) => one.orderId === wish.order_id)
    const told = await buyerOf(trx, [id], buyer.companyId)
    if (recall === null || told.length === 0 || !order) throw notFound('召回订单')
    const what = { ...wish, kind: 'return', reason: 'quality' } as const
    const earlier = await appliedBefore(
      trx,
      buyer.companyId,
      what,
      (applied) => applied.reduce((sum, piece) => sum + piece.number, 0) === wish.number,
    )
    if (earlier !== null) return { after_sale_id: earlier.id, no: earlier.no }
    const why = whyNoReturn(recall, order)
    if (why !== '') throw conflict(why)
    const lines: { id: number; number: number }[] = []
    let open = wish.number
    for (const piece of await piecesLeft(trx, id, order.orderId)) {
      const number = Math.min(open, piece.left)
      if (number > 0) lines.push({ id: piece.id, number })
      open -= number
    }
    const application = {
      order_id: order.orderId,
      kind: 'return' as const,
      reason: 'quality' as const,
      description: `召回退回（${recall.no}）：${recall.reason}`.slice(0, 500),
      lines,
      key: wish.key,
    }
    if (open > 0) throw fieldErrors([{ field: 'number', message: `最多可退回 ${wish.number - open} ${recall.goods.unit}` }])
    const made = await applyIn(trx, buyer, application, now, { recalled: true })
    const text = `申请退回 ${wish.number} ${recall.goods.unit}（订单 ${order.orderNo}，售后 ${made.no}）`
    await insertLog(trx, { recallId: id, companyId: buyer.companyId, actor: buyer.name, event: 'return', text }, now)
    return { after_sale_id: made.id, no: made.no }
  })
}
