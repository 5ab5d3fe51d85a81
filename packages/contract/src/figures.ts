import { type Static, type TProperties, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, Paged, Paging, Version, Yuan } from './shapes.ts'

/** 报表: figures of the shop by day, kept by jobs (never counted at the click), each report one table with its total. */

/** How a value is written: a count, 元, per cent, so many for one, days, minutes. */
export type FigureKind = 'count' | 'yuan' | 'percent' | 'ratio' | 'days' | 'minutes'

const Values = Type.Array(NullableText, { description: 'in the order of the columns; null: there is none' })
const Report = Type.Object({
  from: Type.String(),
  to: Type.String(),
  made_at: { ...NullableText, description: 'when the figures of the last of these days were made; null: not yet' },
  group: Type.String({ description: 'what a row is: 日期, 客户经理' }),
  columns: listOf({
    key: Type.String(),
    name: Type.String(),
    kind: Type.Unsafe<FigureKind>({ type: 'string' }),
    note: Type.String({ description: 'what is counted, in words' }),
    charted: Type.Unsafe<'bar' | 'line' | ''>({ type: 'string', description: 'how it stands in the chart; empty: not at all' }),
  }),
  list: listOf({
    key: Type.String(),
    name: Type.String(),
    values: Values,
    to: Type.String({ description: 'the orders behind it, below /console; empty: there are none to show' }),
  }),
  total: Values,
  before: Type.Array(NullableText, { description: 'the total of as many days before; empty: not compared' }),
  more: { ...NullableInteger, description: 'so many rows more, which the total includes; null: none' },
})
export type ReportWire = Static<typeof Report>

/** A month so far where no days are named. */
const Days = { from: OptionalDay, to: OptionalDay }
const Word = Type.Optional(Type.String({ maxLength: 60 }))
/** A number's text: what is empty was not asked for. */
const report = <const P extends string, const W extends string, const Q extends TProperties>(
  path: P,
  permission: W,
  summary: string,
  query: Q,
) => call('GET', `/api/staff/figures/${path}`, { permission, summary, query: Type.Object({ ...Days, ...query }), data: Report, many: true })

const SALES_GROUPS = ['day', 'month', 'province', 'city', 'manager', 'type', 'warehouse', 'category', 'maker', 'goods', 'source'] as const
export type SalesGroup = (typeof SALES_GROUPS)[number]
const OfSales = {
  by: Type.Optional(Type.Unsafe<SalesGroup>({ type: 'string', enum: [...SALES_GROUPS] })),
  province: Word,
  city: Word,
  manager: Word,
  type: Word,
  warehouse_id: Type.Optional(Id),
  category_id: Type.Optional(Id),
  maker_id: Type.Optional(Id),
  goods_id: Type.Optional(Id),
  source: Word,
}
export const staffFigureSales = report('sales', 'figures.view', '销售报表', OfSales)
/** With what goods cost the house. */
export const staffFigureMargin = report('margin', 'prices.cost', '毛利报表', OfSales)

const CUSTOMER_GROUPS = ['month', 'frequency', 'company', 'lost'] as const
export type CustomerGroup = (typeof CUSTOMER_GROUPS)[number]
/** Filters are of the companies as they are now. */
export const staffFigureCustomers = report('customers', 'figures.view', '客户报表', {
  by: Type.Optional(Type.Unsafe<CustomerGroup>({ type: 'string', enum: [...CUSTOMER_GROUPS] })),
  province: Word,
  manager: Word,
  type: Word,
})

const RECEIVABLE_GROUPS = ['age', 'manager', 'company'] as const
export type ReceivableGroup = (typeof RECEIVABLE_GROUPS)[number]
/** Of this moment: what is not paid yet. */
export const staffFigureReceivables = report('receivables', 'figures.view', '应收账龄', {
  by: Type.Optional(Type.Unsafe<ReceivableGroup>({ type: 'string', enum: [...RECEIVABLE_GROUPS] })),
  manager: Word,
})

const SERVICE_GROUPS = ['what', 'bucket', 'day', 'month'] as const
export type ServiceGroup = (typeof SERVICE_GROUPS)[number]
const SERVICE_KINDS = ['ship', 'answer', 'after_sale'] as const
export const staffFigureService = report('service', 'figures.view', '服务时效', {
  by: Type.Optional(Type.Unsafe<ServiceGroup>({ type: 'string', enum: [...SERVICE_GROUPS] })),
  what: Type.Optional(Type.Unsafe<(typeof SERVICE_KINDS)[number]>({ type: 'string', enum: [...SERVICE_KINDS] })),
})

const OFFER_GROUPS = ['offer', 'day', 'month'] as const
export type OfferGroup = (typeof OFFER_GROUPS)[number]
export const staffFigureOffers = report('offers', 'figures.view', '营销活动报表', {
  by: Type.Optional(Type.Unsafe<OfferGroup>({ type: 'string', enum: [...OFFER_GROUPS] })),
  kind: Type.Optional(Type.Unsafe<'promotion' | 'coupon' | 'bundle'>({ type: 'string', enum: ['promotion', 'coupon', 'bundle'] })),
})

const TIME_GROUPS = ['day', 'month'] as const
export type TimeGroup = (typeof TIME_GROUPS)[number]
export const staffFigureFunnel = report('funnel', 'figures.view', '搜索转化', {
  by: Type.Optional(Type.Unsafe<TimeGroup>({ type: 'string', enum: [...TIME_GROUPS] })),
})

const STOCK_GROUPS = ['warehouse', 'category', 'day', 'month'] as const
export type StockGroup = (typeof STOCK_GROUPS)[number]
export const staffFigureStock = report('stock', 'prices.cost', '库存周转与损失', {
  by: Type.Optional(Type.Unsafe<StockGroup>({ type: 'string', enum: [...STOCK_GROUPS] })),
})

const Cash = Type.Object({
  received: { ...Yuan, description: 'through channels and the bank' },
  sent: { ...Yuan, description: 'refunds and the like that went out the same ways' },
})
/** Of the ledger, as it stands. */
export const staffFigureCash = call('GET', '/api/staff/figures/cash', {
  permission: 'figures.view',
  summary: '今天与本月的现金收支',
  data: Type.Object({
    today: Cash,
    yesterday: Cash,
    month: Cash,
    refund_due: { ...Yuan, description: 'owed to buyers, not sent yet' },
    suspense: { ...Yuan, description: 'money that belongs to nobody yet' },
  }),
})

/** What the filters choose from. */
export const staffFigureChoices = call('GET', '/api/staff/figures/choices', {
  permission: 'figures.view',
  summary: '报表的筛选项',
  data: Type.Object({
    places: listOf({ province: Type.String(), cities: Type.Array(Type.String()) }),
    managers: Type.Array(Type.String()),
    types: Type.Array(Type.String()),
    warehouses: listOf({ id: Id, name: Type.String() }),
    categories: listOf({ id: Id, name: Type.String() }),
  }),
})

const Remake = Type.Object({
  id: Id,
  from: Type.String(),
  to: Type.String(),
  days: Type.Integer(),
  done: Type.Integer(),
  state: Type.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({ type: 'string' }),
  asked_by: Type.String(),
  asked_at: Type.String(),
  ended_at: NullableText,
  note: Type.String(),
})
const LastRemake = Type.Object({ remake: Type.Unsafe<Static<typeof Remake> | null>({ anyOf: [Remake, { type: 'null' }] }) })
export const staffFigureRemakeState = call('GET', '/api/staff/figures/remake', {
  permission: 'figures.view',
  summary: '最近一次重算报表',
  data: LastRemake,
})
/** The days' figures anew from their sources; the same as before where those are. One at a time. */
export const staffFigureRemake = call('POST', '/api/staff/figures/remake', {
  permission: 'figures.remake',
  summary: '重算报表',
  body: Type.Object({ from: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), to: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }),
  data: LastRemake,
})

// ── Sent by themselves ──

const REPORTS = ['sales', 'margin', 'customers', 'receivables', 'service', 'offers', 'funnel', 'stock'] as const
export type ReportName = (typeof REPORTS)[number]
const Name = Type.Unsafe<ReportName>({ type: 'string', enum: [...REPORTS] })
const EVERY = ['day', 'week', 'month'] as const
const Every = Type.Unsafe<(typeof EVERY)[number]>({ type: 'string', enum: [...EVERY] })
const Query = Type.Record(Type.String({ maxLength: 30 }), Type.String({ maxLength: 80 }), { maxProperties: 12 })
const Schedule = Type.Object({
  id: Id,
  name: Type.String(),
  report: Name,
  report_name: Type.String(),
  query: Query,
  every: Every,
  recipients: listOf({ id: Id, name: Type.String() }),
  is_on: Flag,
  made_by: Type.String(),
  sent_to: { ...NullableText, description: 'the last day of what was sent last' },
  version: Type.Integer(),
})
/** What is sent: the days before this one, the week from Monday to Sunday, or the month that are over, at eight in the morning. */
const ScheduleFields = {
  name: Type.String({ minLength: 1, maxLength: 40 }),
  report: Name,
  query: Type.Optional(Query),
  every: Every,
  recipients: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
}
export const staffFigureSchedules = call('GET', '/api/staff/figures/schedule', {
  permission: 'figures.send',
  summary: '定时发送的报表',
  data: Type.Object({ list: Type.Array(Schedule), people: listOf({ id: Id, name: Type.String(), roles: Type.String() }) }),
})
export const staffFigureScheduleAdd = call('POST', '/api/staff/figures/schedule', {
  permission: 'figures.send',
  summary: '新增定时发送的报表',
  body: Type.Object(ScheduleFields),
  data: Type.Object({ id: Id }),
})
export const staffFigureScheduleSave = call('POST', '/api/staff/figures/schedule/:id', {
  permission: 'figures.send',
  summary: '修改、暂停定时发送的报表',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    name: ScheduleFields.name,
    every: Every,
    recipients: ScheduleFields.recipients,
    is_on: Flag,
    version: Version,
  }),
  data: Type.Object({ id: Id }),
})
export const staffFigureScheduleRemove = call('POST', '/api/staff/figures/schedule/:id/remove', {
  permission: 'figures.send',
  summary: '删除定时发送的报表',
  data: Type.Object({ removed: Flag }),
})

const Letter = Type.Object({
  id: Id,
  title: Type.String(),
  text: Type.String(),
  to: Type.String({ description: 'the report with its days and filters, below /console' }),
  sent_at: Type.String(),
  read_at: NullableText,
})
/** One's own. */
export const staffFigureLetters = call('GET', '/api/staff/figures/letter', {
  permission: 'own',
  summary: '收到的报表',
  query: Type.Object({ unread: Type.Optional(Flag), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Letter) }),
})
export const staffFigureLetterRead = call('POST', '/api/staff/figures/letter/:id/read', {
  permission: 'own',
  summary: '收到的报表已读',
  data: Type.Object({ id: Id }),
})
