import type { DataOf, QueryOf } from '#contract/call.ts'
import type { OpenReturnWire, openReturn, openReturns } from '#contract/open-returns.ts'
import { AFTER_SALE_STATUS_NAMES, REASON_NAMES } from '#domain/aftersales.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type ReturnRow, returnByNo, returnsOf } from './return-views.ts'
import { readOn } from './stream.ts'

const wireOf = (row: ReturnRow): OpenReturnWire => ({
  no: row.no,
  order_no: row.orderNo,
  sheet_no: row.sheetNo ?? '',
  kind: row.kind,
  reason: row.reason,
  reason_name: REASON_NAMES[row.reason],
  status: row.status,
  status_name: AFTER_SALE_STATUS_NAMES[row.status],
  company: { code: row.companyCode, name: row.companyName },
  asked_at: row.askedAt.toISOString(),
  inspected_at: row.inspectedAt?.toISOString() ?? null,
  refunded_at: row.refundedAt?.toISOString() ?? null,
  carrier: row.carrier,
  waybill: row.waybill,
  expected: row.expected,
  goods_amount: row.goodsAmount,
  shipping_amount: row.shippingAmount,
  lines: row.lines,
  refunds: row.refunds.map(({ no, channel, amount, doneAt }) => ({
    no,
    channel,
    amount,
    done_at: doneAt === null ? null : new Date(doneAt).toISOString(),
  })),
})

export async function changedReturns(database: DatabaseHandle, query: QueryOf<typeof openReturns>): Promise<DataOf<typeof openReturns>> {
  const { ids, cursor, more } = await readOn(database, 'return', query)
  const byId = new Map((await returnsOf(database.db, ids)).map((row) => [row.id, row]))
  return { returns: ids.flatMap((id) => byId.get(id) ?? []).map(wireOf), cursor, more }
}

export async function returnOf({ db }: DatabaseHandle, no: string): Promise<DataOf<typeof openReturn>> {
  const row = await returnByNo(db, no)
  if (row === null) throw notFound('退货单')
  return wireOf(row)
}
