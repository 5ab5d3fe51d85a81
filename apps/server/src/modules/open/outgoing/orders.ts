import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { OpenOrderLine, openOrder, openOrderAck, staffOpenWaiting } from '#contract/open-orders.ts'
import { subtract } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { OpenRefusal } from '../../../platform/open-problems.ts'
import { actorOf, momentOf } from '../incoming/public.ts'
import { headOf } from './stream.ts'
import { lockOrderByNo, takeOver } from './takeover-store.ts'
import { type OpenLineRow, type OpenOrderRow, openLines, openOrderByNo, waitingOrders } from './views.ts'

const MINUTE_MS = 60_000
/** How far the ERP's clock may go before ours. */
const AHEAD_MS = 5 * MINUTE_MS

export const lineOf = (row: OpenLineRow): OpenOrderLine => ({
  line_id: row.id,
  goods_code: row.code,
  name: row.goods.name ?? '',
  spec: row.goods.spec ?? '',
  unit: row.goods.unit ?? '',
  manufacturer: row.goods.manufacturer ?? '',
  approval_no: row.goods.approval_no ?? '',
  number: row.number,
  unit_price: row.unitPrice,
  amount: row.amount,
  reduction: row.reduction,
  net: subtract(row.amount, row.reduction),
  reductions: row.shares.map(({ kind, name, amount }) => ({ kind, name, amount })),
  price_source: row.priceSource,
  returned: row.returned,
  batches: row.batches,
})

function receiverOf({ receiver: place }: OpenOrderRow) {
  const { receiver: name = '', phone = '', province = '', city = '', district = '', detail = '' } = place
  return { name, phone, address: [province, city, district, detail].join('') }
}

/** As it was placed; a buyer's own systems are told so too. */
export const placedOf = (row: OpenOrderRow) => ({
  goods_amount: row.goodsAmount,
  reduction_amount: row.reductionAmount,
  shipping_amount: row.shippingAmount,
  voucher_amount: row.voucherAmount,
  balance_amount: row.balanceAmount,
  receiver: receiverOf(row),
  invoice_kind: row.invoiceKind,
  remark: row.remark,
})

export async function orderOf({ db }: DatabaseHandle, no: string): Promise<DataOf<typeof openOrder>> {
  const row = await openOrderByNo(db, no, null)
  if (row === null) throw notFound('订单')
  return {
    ...headOf(row),
    ...placedOf(row),
    payments: row.payments.map(({ no: paymentNo, channel, amount, paidAt }) => ({
      no: paymentNo,
      channel,
      amount,
      paid_at: new Date(paidAt).toISOString(),
    })),
    lines: (await openLines(db, row.id)).map(lineOf),
  }
}

/** From here on the ERP has it in its own books: its figures of stock are without what this order holds. */
export async function acknowledge({
  database: { db },
  integration,
  params,
  body,
  now,
}: OpenAsk<typeof openOrderAck>): Promise<DataOf<typeof openOrderAck>> {
  const sheetNo = body.sheet_no.trim()
  if (sheetNo === '') throw fieldErrors([{ field: 'sheet_no', message: '请填写此项' }])
  const said = body.taken_over_at === undefined ? now : momentOf(body.taken_over_at)
  if (said === null) throw fieldErrors([{ field: 'taken_over_at', message: '不是 RFC 3339 的时间，应像 2026-11-28T08:30:00+08:00' }])
  if (said.getTime() > now.getTime() + AHEAD_MS) throw fieldErrors([{ field: 'taken_over_at', message: '晚于现在：请核对时钟和时区' }])
  const order = await lockOrderByNo(db, params.no)
  if (order === null) throw notFound('订单')
  if (order.sheetNo !== null && order.takenOverAt !== null) {
    if (order.sheetNo !== sheetNo) throw new OpenRefusal('TAKEN_OVER', `订单已由单据 ${order.sheetNo} 接收`)
    return { no: params.no, sheet_no: sheetNo, taken_over_at: order.takenOverAt.toISOString(), again: true }
  }
  if (order.status === 'pending_payment') throw new OpenRefusal('NOT_PAYABLE_YET')
  if (order.status === 'cancelled') throw new OpenRefusal('ORDER_CANCELLED')
  await takeOver(db, { orderId: order.id, sheetNo, takenOverAt: said, keyId: integration.keyId }, now)
  const after = { sheet_no: sheetNo, taken_over_at: said.toISOString() }
  const entry = { action: 'order.taken_over' as const, subject: `order:${order.id}`, before: null, after }
  await writeAudit(db, actorOf(integration), entry, now)
  return { no: params.no, ...after, again: false }
}

export async function waitingOf(
  { db }: DatabaseHandle,
  { keywords = '', page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffOpenWaiting>,
  now: Date,
): Promise<DataOf<typeof staffOpenWaiting>> {
  const { rows, total } = await waitingOrders(db, { keywords: keywords.trim(), offset: (page - 1) * perPage, limit: perPage })
  const list = rows.map((row) => ({
    id: row.id,
    no: row.no,
    status: row.status,
    status_name: STATUS_NAMES[row.status],
    held: row.heldAt === null ? 0 : 1,
    company_id: row.companyId,
    company: row.company,
    company_code: row.companyCode,
    since: row.since.toISOString(),
    minutes: Math.max(0, Math.floor((now.getTime() - row.since.getTime()) / MINUTE_MS)),
  }))
  return { list, page, per_page: perPage, total }
}
