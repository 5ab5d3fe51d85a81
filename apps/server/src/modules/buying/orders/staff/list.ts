import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { ORDER_STATES } from '#contract/order.ts'
import {
  STAFF_ORDER_COUNT_MAX,
  STAFF_ORDER_EXPORT_MAX,
  STAFF_ORDER_PAST_MAX,
  type staffOrderCounts,
  staffOrderList,
} from '#contract/staff-orders.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { amountFault, type Fen, fenFromYuan, yuan } from '#domain/money.ts'
import { type OrderStatus, STATUS_NAMES } from '#domain/orders.ts'
import { fewNamed } from '../../../../platform/company-named.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../../platform/errors.ts'
import { type Exporter, keysetPages } from '../../../../platform/exporting.ts'
import type { FileAnswer } from '../../../../platform/http.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { type Cell, rowsOf, workbookAnswer } from '../../../../platform/workbook.ts'
import { dayOf } from '../screens.ts'
import {
  type BehindFigure,
  countOrders,
  goodsByWords,
  ordersNumbered,
  type StaffOrderFilter,
  type StaffOrderHead,
  staffOrderIdsOf,
  staffOrderPage,
  warehouseNames,
} from './list-views.ts'
import { headWire } from './wire.ts'

type Asked = QueryOf<typeof staffOrderCounts>

/** The word without which no amount is answered, nor asked for: a range of amounts found by trying is an amount told. */
export const seesPrices = ({ staff }: Viewer): boolean => staff?.permissions.has('orders.prices') ?? false

function amountOf(field: string, text: string | undefined): Fen | null {
  if (!text) return null
  const amount = fenFromYuan(text)
  if (amount === null) throw fieldErrors([{ field, message: amountFault(text) }])
  return amount
}

/** What a figure of a report asks for. */
function behindOf(query: Asked): BehindFigure | null {
  const asked: BehindFigure = {
    shippedFrom: dayOf('shipped_from', query.shipped_from, 0),
    shippedUntil: dayOf('shipped_to', query.shipped_to, 1),
    province: query.sold_province ?? '',
    city: query.sold_city ?? '',
    manager: query.sold_manager ?? '',
    type: query.sold_type ?? '',
    topCategoryId: query.top_category_id ?? null,
    makerId: query.maker_id ?? null,
    goodsId: query.goods_id ?? null,
    priceSource: query.price_source ?? '',
  }
  return Object.values(asked).every((one) => one === null || one === '') ? null : asked
}

async function filterOf(connection: Connection, viewer: Viewer, query: Asked): Promise<StaffOrderFilter> {
  const goods = query.goods?.trim() ?? ''
  const company = query.company?.trim() ?? ''
  const no = query.no?.trim() ?? ''
  const range = seesPrices(viewer) ? query : {}
  return {
    status: query.status ?? null,
    isHeld: query.held === 1,
    inAfterSale: query.after_sale === 1,
    companyId: query.company_id ?? null,
    company,
    companyIds: company ? await fewNamed(connection, company) : null,
    no,
    noIds: no ? await ordersNumbered(connection, no) : null,
    goodsIds: goods ? await goodsByWords(connection, goods) : null,
    from: dayOf('from', query.from, 0),
    until: dayOf('to', query.to, 1),
    warehouseId: query.warehouse_id ?? null,
    isEphedrine: query.is_hm === 1,
    min: amountOf('min', range.min),
    max: amountOf('max', range.max),
    ids: query.ids ?? null,
    behind: behindOf(query),
  }
}

/** All that the list finds under these filters, so many at most. */
export const staffOrderIds = async (db: Connection, viewer: Viewer, query: unknown, limit: number): Promise<number[]> =>
  staffOrderIdsOf(db, await filterOf(db, viewer, query as Asked), limit)

export async function staffOrderListOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  query: QueryOf<typeof staffOrderList>,
): Promise<DataOf<typeof staffOrderList>> {
  const { per_page: perPage = PAGE_SIZE, before } = query
  const rows = await staffOrderPage(db, await filterOf(db, viewer, query), before ?? null, perPage + 1)
  const list = rows.slice(0, perPage).map((row) => headWire(row, seesPrices(viewer)))
  return { list, next: rows.length > perPage ? (list.at(-1)?.id ?? null) : null }
}

/** Nobody's work, and most of all orders: these are behind, or everything. */
const PAST: ReadonlySet<string> = new Set(['all', 'received', 'completed', 'cancelled'])
const countedOf = (key: string) => (PAST.has(key) ? STAFF_ORDER_PAST_MAX : STAFF_ORDER_COUNT_MAX)

/** Each tab under the other filters; a tab's own word stands instead of the one that is asked. */
export async function staffOrderCountsOf({ db }: DatabaseHandle, viewer: Viewer, query: Asked): Promise<DataOf<typeof staffOrderCounts>> {
  const filter = { ...(await filterOf(db, viewer, query)), status: null, isHeld: false, inAfterSale: false }
  const tabs: [key: string, name: string, filter: StaffOrderFilter][] = [
    ...ORDER_STATES.map((status): [string, string, StaffOrderFilter] => [
      status,
      STATUS_NAMES[status],
      { ...filter, status: status as OrderStatus },
    ]),
    ['held', '暂停', { ...filter, isHeld: true }],
    ['after_sale', '售后中', { ...filter, inAfterSale: true }],
  ]
  const [warehouses, counts] = await Promise.all([
    warehouseNames(db),
    countOrders(
      db,
      tabs.map(([key, , one]) => [one, countedOf(key)]),
    ),
  ])
  // An order is in one state, and of each at least as many are counted as of all.
  const all = counts.slice(0, ORDER_STATES.length).reduce((sum, count) => sum + count, 0)
  const ofTab = (key: string, name: string, count: number): DataOf<typeof staffOrderCounts>['counts'][number] => {
    const most = countedOf(key)
    return { key, name, count: Math.min(count, most), is_more: count > most ? 1 : 0 }
  }
  return { counts: [ofTab('all', '全部', all), ...tabs.map(([key, name], at) => ofTab(key, name, counts[at] ?? 0))], warehouses }
}

const COLUMNS = (
  [
    ['订单号', 18],
    ['下单时间', 17],
    ['状态', 9],
    ['企业', 30],
    ['地区', 16],
    ['发货仓', 12],
    ['商品', 40],
    ['品种数', 8],
    ['件数', 8],
    ['金额', 12],
    ['含麻', 6],
    ['暂停', 30],
    ['买家备注', 24],
  ] as const
).map(([title, width]) => ({ title, width }))

const cellsOf = (row: StaffOrderHead): Cell[] => {
  const wire = headWire(row, true)
  return [
    wire.no,
    beijingMinute(row.createdAt),
    wire.status_name,
    wire.company,
    wire.place,
    wire.warehouse,
    wire.goods,
    wire.line_count,
    wire.number,
    { yuan: yuan(row.total) },
    wire.is_hm ? '是' : '',
    wire.hold_text,
    wire.remark,
  ]
}

/** Too many are refused rather than cut off without a word. */
export async function staffOrderExportOf({ db }: DatabaseHandle, viewer: Viewer, query: Asked, now: Date): Promise<FileAnswer> {
  const rows = await staffOrderPage(db, await filterOf(db, viewer, query), null, STAFF_ORDER_EXPORT_MAX + 1)
  if (rows.length > STAFF_ORDER_EXPORT_MAX) throw conflict(`一次最多导出 ${STAFF_ORDER_EXPORT_MAX} 张订单，请用日期或状态缩小范围后再导出`)
  return workbookAnswer(`订单_${beijingDate(now)}.xlsx`, [{ name: '订单', columns: COLUMNS, rows: rowsOf(rows, cellsOf) }])
}

/** The same rows as a file made by the queue, however many. */
export const orderExporter: Exporter = {
  title: '订单',
  call: staffOrderList,
  words: ['orders.prices'],
  columns: COLUMNS,
  async *pages({ database: { db } }, viewer, query) {
    const filter = await filterOf(db, viewer, query as Asked)
    yield* keysetPages(
      (before, limit) => staffOrderPage(db, filter, before, limit),
      (row) => row.id,
      cellsOf,
    )
  },
}
