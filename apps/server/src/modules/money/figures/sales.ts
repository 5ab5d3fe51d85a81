import type { QueryOf } from '#contract/call.ts'
import type { ReportWire, SalesGroup, staffFigureSales } from '#contract/figures.ts'
import { SOURCE_NOTES } from '#domain/cart.ts'
import { addDays, addMonths, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { ZERO } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type Column, DAYS_MAX, daysAsked, daysBefore, part, ROWS_MAX, reachFor, refuseNarrowed, reportWire } from './report.ts'
import { type SalesFilter, type SalesRow, type SalesSide, salesBy } from './sales-views.ts'

type Asked = QueryOf<typeof staffFigureSales>

const GROUPS: Readonly<Record<SalesGroup, { name: string; side: SalesSide | 'either' }>> = {
  day: { name: '日期', side: 'either' },
  month: { name: '月份', side: 'either' },
  province: { name: '省份', side: 'buyers' },
  city: { name: '城市', side: 'buyers' },
  manager: { name: '客户经理', side: 'buyers' },
  type: { name: '客户类型', side: 'buyers' },
  warehouse: { name: '发货仓', side: 'buyers' },
  category: { name: '分类', side: 'goods' },
  maker: { name: '生产厂家', side: 'goods' },
  goods: { name: '商品', side: 'goods' },
  source: { name: '价格与专区', side: 'goods' },
}

const net = ({ gross, reduction, returned, kept }: SalesRow): number => gross - reduction - returned + kept
const margin = (row: SalesRow): number => net(row) - row.uncosted - row.cost + row.costBack
const minus = (one: number | null, less: number | null): number | null => (one === null || less === null ? null : one - less)

const NET: Column<SalesRow> = {
  key: 'net',
  name: '净销售额',
  kind: 'yuan',
  note: '当天发货的商品金额，减去优惠，减去当天结算的退货，加上退款时扣下的赠品等；不含运费',
  charted: 'bar',
  of: net,
}
const UNITS: Column<SalesRow> = { key: 'units', name: '数量', kind: 'count', note: '当天发货的数量，含赠品', of: ({ units }) => units }
const ORDERS: Column<SalesRow> = {
  key: 'orders',
  name: '发货单数',
  kind: 'count',
  note: '当天发货的订单；拆出的订单各算一单',
  charted: 'line',
  of: ({ orders }) => orders,
}
const GROSS: Column<SalesRow> = { key: 'gross', name: '商品金额', kind: 'yuan', note: '优惠前', of: ({ gross }) => gross }
export const SALES: readonly Column<SalesRow>[] = [
  NET,
  ORDERS,
  UNITS,
  GROSS,
  { key: 'reduction', name: '优惠', kind: 'yuan', note: '满减与优惠券分摊到这些商品的', of: ({ reduction }) => reduction },
  {
    key: 'returned',
    name: '退货',
    kind: 'yuan',
    note: '当天结算的售后退回的商品金额，不论何时发的货',
    of: ({ returned }) => returned,
  },
  { key: 'kept', name: '扣下', kind: 'yuan', note: '退款时扣下的赠品、换购与运费；之后退还的为负', of: ({ kept }) => kept },
  // What only the table by buyers knows.
  {
    key: 'shipping',
    name: '运费',
    kind: 'yuan',
    note: '当天发货订单的运费，减去当天退回的',
    of: (row) => minus(row.shipping, row.returnedShipping),
  },
  {
    key: 'paid',
    name: '收款',
    kind: 'yuan',
    note: '当天为订单收到的款（含账期、余额与现金券），减去当天取消、改单退回的；退货不在其中',
    of: (row) => minus(row.paid, row.paidBack),
  },
  {
    key: 'booked',
    name: '入账销售',
    kind: 'yuan',
    note: '总账“销售”科目当天的发生额：订单完成时记，之后的退货冲减',
    of: ({ booked }) => booked,
  },
]
export const MARGIN: readonly Column<SalesRow>[] = [
  { ...NET, charted: 'bar' },
  {
    key: 'cost',
    name: '成本',
    kind: 'yuan',
    note: '发货数量 × 当天的成本价（赠品也算），减去退回商品的成本；仅退款不退货的成本不减',
    of: ({ cost, costBack }) => cost - costBack,
  },
  { key: 'margin', name: '毛利', kind: 'yuan', note: '净销售额减成本；没有录成本价的销售不算在内', charted: 'bar', of: margin },
  {
    key: 'rate',
    name: '毛利率',
    kind: 'percent',
    note: '毛利 ÷ 有成本价的净销售额',
    charted: 'line',
    of: (row) => part(margin(row), net(row) - row.uncosted),
  },
  { key: 'uncosted', name: '无成本价', kind: 'yuan', note: '没有录成本价的净销售额，不在毛利里', of: ({ uncosted }) => uncosted },
]

const sourceName = (source: string): string =>
  source === 'kept' ? '扣下的赠品等' : SOURCE_NOTES[source as keyof typeof SOURCE_NOTES] || '普通价'
const nameOf = (by: SalesGroup, { key, name }: SalesRow): string => {
  if (by === 'source') return sourceName(key ?? '')
  return (
    name || (by === 'manager' ? '没有客户经理' : by === 'goods' || by === 'category' || by === 'maker' ? '未归类、扣下的赠品等' : '未填写')
  )
}

const filterOf = (asked: Asked): SalesFilter => ({
  province: asked.province || null,
  city: asked.city || null,
  manager: asked.manager || null,
  type: asked.type || null,
  warehouseId: asked.warehouse_id ?? null,
  categoryId: asked.category_id ?? null,
  makerId: asked.maker_id ?? null,
  goodsId: asked.goods_id ?? null,
  source: asked.source || null,
})

/** The day's table knows either who bought or what was bought; one question asks for one of them. */
function sideOf(by: SalesGroup, filter: SalesFilter): SalesSide {
  const { province, city, manager, type, warehouseId, categoryId, makerId, goodsId, source } = filter
  const ofBuyers = [province, city, manager, type, warehouseId].some((one) => one !== null)
  const ofGoods = [categoryId, makerId, goodsId, source].some((one) => one !== null)
  const { side } = GROUPS[by]
  if ((ofBuyers && ofGoods) || (side === 'buyers' && ofGoods) || (side === 'goods' && ofBuyers))
    throw fieldErrors([{ field: 'by', message: '报表按客户或按商品统计，不能两者一起：请去掉另一边的筛选' }])
  return side === 'either' ? (ofGoods ? 'goods' : 'buyers') : side
}

const NOTHING = { orders: 0, units: 0, shipping: ZERO, returnedShipping: ZERO, paid: ZERO, paidBack: ZERO, booked: ZERO }

/** A day on which nothing happened is a day, too: up to the last of which there are figures. */
function everyDay(rows: readonly SalesRow[], side: SalesSide, days: { from: TradeDate; to: TradeDate }, today: TradeDate): SalesRow[] {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  const known =
    side === 'buyers'
      ? NOTHING
      : { units: 0, orders: null, shipping: null, returnedShipping: null, paid: null, paidBack: null, booked: null }
  const amounts = { gross: ZERO, reduction: ZERO, returned: ZERO, kept: ZERO, cost: ZERO, costBack: ZERO, uncosted: ZERO }
  const all: SalesRow[] = []
  for (let day = days.from; day <= days.to && day <= today; day = addDays(day, 1))
    all.push(byDay.get(day) ?? { key: day, name: day, ...amounts, ...known, net: ZERO, whole: 0, rows: 0 })
  return all
}

/** Of a row the orders that left the house in it: the list of orders with the same filters. */
function ordersBehind(by: SalesGroup, key: string, asked: Asked, days: { from: string; to: string }): string {
  if (key === '' || key === '0' || (by === 'source' && key === 'kept')) return ''
  const said: Record<string, string | number | undefined> = {
    shipped_from: days.from,
    shipped_to: days.to,
    sold_province: asked.province,
    sold_city: asked.city,
    sold_manager: asked.manager,
    sold_type: asked.type,
    warehouse_id: asked.warehouse_id,
    top_category_id: asked.category_id,
    maker_id: asked.maker_id,
    goods_id: asked.goods_id,
    price_source: asked.source,
  }
  if (by === 'day') Object.assign(said, { shipped_from: key, shipped_to: key })
  if (by === 'month') {
    const [first, last] = [`${key}-01`, addDays(addMonths(`${key}-01`, 1), -1)]
    if (first > days.from) said.shipped_from = first
    if (last < days.to) said.shipped_to = last
  }
  if (by === 'province') said.sold_province = key
  if (by === 'city') [said.sold_province, said.sold_city] = key.split(' ')
  if (by === 'manager') said.sold_manager = key
  if (by === 'type') said.sold_type = key
  if (by === 'warehouse') said.warehouse_id = key
  if (by === 'category') said.top_category_id = key
  if (by === 'maker') said.maker_id = key
  if (by === 'goods') said.goods_id = key
  if (by === 'source') said.price_source = key
  const query = Object.entries(said).filter(([, value]) => value !== undefined && value !== '')
  return `orders?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}

/** A day has a row for each goods; more of them than these are read by the month. */
const GOODS_DAYS_MAX = 100

async function salesReport(
  connection: Connection,
  viewer: Viewer,
  asked: Asked,
  columns: readonly Column<SalesRow>[],
  now: Date,
): Promise<ReportWire> {
  refuseNarrowed(viewer)
  const days = daysAsked(asked, now)
  const by = asked.by ?? 'day'
  const filter = filterOf(asked)
  const side = sideOf(by, filter)
  if (by === 'day' && side === 'goods' && daysBetween(days.from, days.to) >= GOODS_DAYS_MAX)
    throw fieldErrors([{ field: 'from', message: `按日看某些商品，一次最多 ${GOODS_DAYS_MAX} 天；更长请按月` }])
  const limit = by === 'day' ? DAYS_MAX : ROWS_MAX
  const [total, ...found] = await salesBy(connection, side, by, filter, await reachFor(connection, days, by === 'day'), limit)
  const rows = by === 'day' && found.length > 0 ? everyDay(found, side, days, beijingDate(now)) : found
  const former = daysBefore(days)
  const [before] = await salesBy(connection, side, 'month', filter, await reachFor(connection, former), 0)
  return reportWire(connection, {
    days,
    group: GROUPS[by].name,
    columns,
    rows: rows.map((row) => ({ key: row.key ?? '', name: nameOf(by, row), to: ordersBehind(by, row.key ?? '', asked, days), row })),
    total: total ?? null,
    before: before ?? null,
    more: (total?.rows ?? 0) - found.length,
  })
}

export const salesOf = ({ db }: DatabaseHandle, viewer: Viewer, asked: Asked, now: Date): Promise<ReportWire> =>
  salesReport(db, viewer, asked, SALES, now)

export const marginOf = ({ db }: DatabaseHandle, viewer: Viewer, asked: Asked, now: Date): Promise<ReportWire> =>
  salesReport(db, viewer, asked, MARGIN, now)
