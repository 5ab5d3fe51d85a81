import type { DataOf } from '#contract/call.ts'
import type { ReceivingRecordWire, receivingForm } from '#contract/receiving.ts'
import { lineTag } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { PriceSource } from '#domain/price.ts'
import { receivingRefusal } from '#domain/receiving.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { documentHeads, documentWire } from '../../papers/documents/public.ts'
import { findOrder } from '../orders/public.ts'
import { applicationsWire, dueOf } from './service.ts'
import { deliveryOf, type ReceivingRow, receivedLines, receivingOf, type SentBatch, sentBatches } from './store.ts'

const batchWire = (batch: SentBatch) => ({
  id: batch.id,
  goods_id: batch.goodsId,
  name: batch.goods.name ?? '',
  sccj: batch.goods.manufacturer ?? '',
  ypgg: batch.goods.spec ?? '',
  bzdw: batch.goods.unit ?? '',
  image: batch.goods.image ?? '',
  tag: batch.isGift ? '赠' : lineTag(batch.priceSource as PriceSource),
  batch_no: batch.batchNo,
  production_date: batch.productionDate,
  expiry_date: batch.expiryDate,
  cold_chain: batch.coldChain ? 1 : 0,
  number: batch.number,
})

export const recordSubject = (receivingId: number): string => `receiving:${receivingId}`

async function recordWire(connection: Connection, record: ReceivingRow, sent: readonly SentBatch[]): Promise<ReceivingRecordWire> {
  const lines = await receivedLines(connection, record.id)
  const [document] = await documentHeads(connection, [recordSubject(record.id)])
  return {
    received_by: record.receivedBy,
    inspected_by: record.inspectedBy,
    arrived_on: record.arrivedOn,
    temperature: record.temperature,
    remark: record.remark,
    created_at: record.createdAt.toISOString(),
    summary: record.summary,
    lines: sent.flatMap((batch) => {
      const line = lines.find((one) => one.id === batch.id)
      if (!line) return []
      const { accepted, short, damaged, wrong, refused, claimed, note } = line
      return [{ ...batchWire(batch), accepted, short, damaged, wrong, refused, claimed, note }]
    }),
    after_sales: await applicationsWire(connection, record.id),
    document: document ? documentWire(document) : null,
  }
}

export async function receivingFormOf(
  { db }: DatabaseHandle,
  buyer: { companyId: number; name: string },
  orderId: number,
  now: Date,
): Promise<DataOf<typeof receivingForm>> {
  const order = await findOrder(db, orderId, buyer.companyId)
  if (order === null) throw notFound('订单')
  const [sent, delivery, record] = await Promise.all([sentBatches(db, orderId), deliveryOf(db, orderId), receivingOf(db, orderId)])
  const nothing = sent.every((batch) => batch.claimed >= batch.number) ? '订单商品已全部申请售后，无需登记收货' : ''
  return {
    order_id: order.id,
    order_no: order.no,
    status_name: STATUS_NAMES[order.status],
    why: record === null ? receivingRefusal(order.status) || nothing : '',
    shipped_at: delivery?.shippedAt.toISOString() ?? null,
    carrier: delivery?.carrier ?? '',
    waybill: delivery?.waybill ?? '',
    cold_chain: sent.some((batch) => batch.coldChain) ? 1 : 0,
    person: buyer.name,
    today: beijingDate(now),
    lines: sent.map((batch) => ({ ...batchWire(batch), claimed: batch.claimed, due: dueOf(batch).due })),
    record: record === null ? null : await recordWire(db, record, sent),
  }
}
