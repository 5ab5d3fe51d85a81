import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { OrderDetailWire, orderExport, orderList, orderReorder } from '#contract/order.ts'
import type { staffHeldOrders } from '#contract/staff.ts'
import { addDays } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { addWishes } from '../cart/public.ts'
import { shipmentOf } from '../shipments/public.ts'
import { heldOrders } from './hold-store.ts'
import {
  afterSaleOrderCount,
  type OrderFilter,
  orderCounts,
  orderDetail,
  orderEdits,
  orderLines,
  orderLog,
  orderPage,
  orderPayments,
  orderSplits,
  reorderLines,
} from './views.ts'
import { countsOf, detailOf, rowsOf } from './wire.ts'

/** A row of the list shows this many lines; the rest is on the order's own page. */
const LINES_IN_LIST = 3

export async function orderListOf(
  database: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof orderList>,
  now: Date,
): Promise<DataOf<typeof orderList>> {
  const { page = 1, per_page: perPage = PAGE_SIZE } = query
  const filter = filterOf(companyId, query)
  const { db } = database
  const [orders, counts, inAfterSale] = await Promise.all([
    orderPage(db, filter, (page - 1) * perPage, perPage),
    orderCounts(db, filter),
    afterSaleOrderCount(db, filter),
  ])
  const lines =
    orders.length === 0
      ? []
      : await orderLines(
          db,
          orders.map((order) => order.id),
          LINES_IN_LIST,
        )
  const shown = countsOf(counts, inAfterSale)
  const total = shown.find((one) => one.status === (filter.status ?? 'all'))?.count ?? 0
  return { list: rowsOf(orders, lines, now), total, page, per_page: perPage, counts: shown }
}

export function filterOf(companyId: number, query: QueryOf<typeof orderExport>): OrderFilter {
  const { status = 'all', keywords = '' } = query
  return {
    companyId,
    status: status === 'all' ? null : status,
    keywords: keywords.trim(),
    from: dayOf('start_time', query.start_time, 0),
    until: dayOf('end_time', query.end_time, 1),
  }
}

/** Midnight in Beijing of a day that may not exist: 2026-02-30 has the right form and is no date. */
export function dayOf(field: string, text: string | undefined, plusDays: number): Date | null {
  if (!text) return null
  const at = startOfDay(text)
  if (Number.isNaN(at.getTime()) || addDays(text, 0) !== text) throw fieldErrors([{ field, message: '日期不存在' }])
  return plusDays === 0 ? at : startOfDay(addDays(text, plusDays))
}

export async function orderInfoOf(
  database: DatabaseHandle,
  companyId: number,
  id: number,
  channelName: (channel: string) => string,
  now: Date,
): Promise<OrderDetailWire> {
  const { db } = database
  const order = await orderDetail(db, companyId, id)
  if (order === null) throw notFound('订单')
  const [lines, log, payments, shipment, edits, splits] = await Promise.all([
    orderLines(db, [id], null),
    orderLog(db, id),
    orderPayments(db, id),
    shipmentOf(db, id),
    orderEdits(db, id),
    orderSplits(db, id),
  ])
  return detailOf({ order, lines, log, payments, edits, splits, shipment, channelName }, now)
}

export async function heldOrdersOf(
  { db }: DatabaseHandle,
  { page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffHeldOrders>,
): Promise<DataOf<typeof staffHeldOrders>> {
  const { rows, total } = await heldOrders(db, (page - 1) * perPage, perPage)
  const list = rows.map(({ companyId, heldAt, ...row }) => ({ ...row, company_id: companyId, held_at: heldAt.toISOString() }))
  return { list, total, page, per_page: perPage }
}

/** Puts an order's goods in the cart again, under today's prices and rules; offers of then are not named. */
export async function reorder(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number,
  now: Date,
): Promise<DataOf<typeof orderReorder>> {
  const lines = await reorderLines(database.db, company.id, id)
  if (lines === null) throw notFound('订单')
  const answer = await addWishes(
    database,
    company,
    lines.map((line) => ({ ...line, seen: null })),
    now,
  )
  const refused = answer.lines.flatMap((added, index) =>
    added.id > 0 ? [] : [{ goods_id: added.goods_id, name: lines[index]?.name ?? '', message: added.reasons[0]?.message ?? '暂不能购买' }],
  )
  return { added: answer.lines.length - refused.length, refused, line_count: answer.line_count }
}
