import type { DataOf, QueryOf } from '#contract/call.ts'
import type { StaffRefundWire, staffRefunds } from '#contract/refunds.ts'
import { yuan } from '#domain/money.ts'
import { isExpected, STANDING_NAMES, STANDING_NEXT } from '#domain/refund-standing.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type RefundView, refundPage, refundsMeant } from './refund-views.ts'

const PER_PAGE = 40

const SOURCES: Readonly<Record<RefundView['source'], string>> = {
  after_sale: '售后',
  edit: '改单',
  cancel: '订单取消',
  payment: '订单退款',
  purse: '订单取消',
}

const rowOf = (row: RefundView, channelName: (channel: string) => string): StaffRefundWire => ({
  key: `${row.source}:${row.no}`,
  source: row.source,
  source_name: SOURCES[row.source],
  no: row.no,
  after_sale_id: row.afterSaleId,
  after_sale_no: row.afterSaleNo,
  order_id: row.orderId,
  order_no: row.orderNo,
  company_id: row.companyId,
  company: row.company,
  channel_name: row.channel === '' ? '' : channelName(row.channel),
  amount: yuan(row.amount),
  is_final: !isExpected(row.standing),
  standing: row.standing,
  standing_name: STANDING_NAMES[row.standing],
  next: STANDING_NEXT[row.standing],
  at: row.at.toISOString(),
  done_at: row.doneAt?.toISOString() ?? null,
})

export async function refundsPage(
  { db }: DatabaseHandle,
  { standing, keywords = '', company_id, page = 1, per_page = PER_PAGE }: NonNullable<QueryOf<typeof staffRefunds>>,
  channelName: (channel: string) => string,
): Promise<DataOf<typeof staffRefunds>> {
  const words = keywords.trim()
  const of = company_id ? { orders: [], companies: [company_id] } : words === '' ? null : await refundsMeant(db, words)
  const { rows, total } = await refundPage(db, { of, standing: standing ?? null }, (page - 1) * per_page, per_page)
  return { list: rows.map((row) => rowOf(row, channelName)), total, page, per_page }
}
