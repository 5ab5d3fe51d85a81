import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PRICE_LIST_STATES, PRICE_ROW_STATES } from './constants.ts'
import { Flag, Id, IdParams, listOf, NullableYuan, Paged, Paging, Reason, Version } from './shapes.ts'

/** 调价单: many prices that change together at a moment, agreed by two people, and can be taken back together. */

export type PriceListState = keyof typeof PRICE_LIST_STATES
const State = Type.Unsafe<PriceListState>({ type: 'string', enum: Object.keys(PRICE_LIST_STATES) })
export type PriceRowState = keyof typeof PRICE_ROW_STATES
const RowState = Type.Unsafe<PriceRowState>({ type: 'string', enum: Object.keys(PRICE_ROW_STATES) })
const KINDS = ['base', 'rank', 'company'] as const
export type PriceRowKind = (typeof KINDS)[number]
const Kind = Type.Unsafe<PriceRowKind>({ type: 'string', enum: [...KINDS] })
const FLAGS = ['large', 'below', 'low'] as const
const RowFlag = Type.Unsafe<(typeof FLAGS)[number]>({ type: 'string', enum: [...FLAGS] })
const SORTS = ['line', '-line', 'change', '-change'] as const

const Head = {
  id: Id,
  name: Type.String(),
  state: State,
  state_name: Type.String(),
  starts_at: Type.String({ description: 'empty: as soon as it is approved' }),
  rows: Type.Integer(),
  ready: Type.Integer({ description: 'rows that change a price' }),
  wrong: Type.Integer(),
  created_by: Type.String(),
  updated_by: Type.String(),
  updated_at: Type.String(),
  applied_at: Type.String(),
}
const Row = Type.Object(Head)
export type PriceListRowWire = Static<typeof Row>

const Request = Type.Object({ id: Id, asked_by: Type.String(), asked_at: Type.String(), mine: Flag })
const PriceList = Type.Object({
  ...Head,
  reason: Type.String(),
  version: Version,
  is_late: { ...Flag, description: '1: its moment has passed before it was handed in' },
  asked_by: Type.String(),
  approved_by: Type.String(),
  approved_at: Type.String(),
  request: Type.Unsafe<Static<typeof Request> | null>({
    anyOf: [Request, { type: 'null' }],
    description: 'that waits for a second person',
  }),
  request_is_back: { ...Flag, description: '1: what waits is that it is rolled back' },
  under_way: Type.Union([Type.Literal(''), Type.Literal('apply'), Type.Literal('back')]),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'rows by their state' }),
  kinds: listOf({
    kind: Kind,
    name: Type.String(),
    rows: Type.Integer(),
    up: Type.Integer(),
    down: Type.Integer(),
    fresh: Type.Integer({ description: 'no such price before' }),
    gone: Type.Integer({ description: 'taken away' }),
  }),
  large: Type.Integer({ description: 'rows that change by more than most_cut per cent' }),
  most_cut: Type.Integer(),
  below: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'rows below cost or floor; null: not shown to this person' }),
  low: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'rows that offers bring below it, as they were handed in' }),
  back_by: Type.String(),
  back_approved_by: Type.String(),
  back_at: Type.String(),
  back_reason: Type.String(),
  withdrawn_by: Type.String(),
  withdrawn_at: Type.String(),
  withdrawn_reason: Type.String(),
})
export type PriceListWire = Static<typeof PriceList>

export const staffPriceLists = call('GET', '/api/staff/price_list', {
  permission: 'prices.view',
  summary: '调价单列表',
  query: Type.Object({
    state: Type.Optional(State),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'a part of the name, or the number' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Row) }),
})
export const staffPriceList = call('GET', '/api/staff/price_list/:id', {
  permission: 'prices.view',
  summary: '调价单',
  params: IdParams,
  data: PriceList,
})

const ListRow = Type.Object({
  id: Type.Integer({ description: 'the line' }),
  goods_id: Type.Integer({ description: '0: unknown' }),
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  kind_name: Type.String(),
  of: Type.String({ description: 'rank or company' }),
  before: NullableYuan,
  after: NullableYuan,
  said_price: Type.String(),
  change: Type.String({ description: 'per cent with one decimal: -12.5; empty: none before or after' }),
  state: RowState,
  state_name: Type.String(),
  note: Type.String({ description: 'why it is wrong, or was left as it was' }),
  large: Flag,
  below: Flag,
  low: Flag,
})
export type PriceRowWire = Static<typeof ListRow>
const RowFilter = {
  state: Type.Optional(RowState),
  kind: Type.Optional(Kind),
  flag: Type.Optional(RowFlag),
  keywords: Type.Optional(Type.String({ maxLength: 60, description: 'of the goods: a part of the name, the beginning of its code' })),
}
export const staffPriceListRows = call('GET', '/api/staff/price_list/:id/row', {
  permission: 'prices.view',
  summary: '调价单的行',
  params: IdParams,
  query: Type.Object({
    ...RowFilter,
    sort: Type.Optional(Type.Unsafe<(typeof SORTS)[number]>({ type: 'string', enum: [...SORTS], description: 'left out: line' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(ListRow) }),
})
/** By the columns that an upload reads: corrected in Excel, the file is taken back. */
export const staffPriceListSheet = call('GET', '/api/staff/price_list/:id/sheet', {
  permission: 'prices.view',
  file: true,
  summary: '调价单的行（Excel）',
  params: IdParams,
  query: Type.Object(RowFilter),
  data: Type.Object({}),
})
export const staffPriceListTemplate = call('GET', '/api/staff/price_list_template', {
  permission: 'prices.change',
  file: true,
  summary: '调价单模板（Excel）',
  data: Type.Object({}),
})

const Draft = {
  name: Type.String({ minLength: 2, maxLength: 60 }),
  starts_at: Type.String({ maxLength: 40, description: 'a minute to come; empty: as soon as it is approved' }),
  reason: Reason,
}
export const staffPriceListAdd = call('POST', '/api/staff/price_list', {
  permission: 'prices.change',
  summary: '新建调价单',
  body: Type.Object(Draft),
  data: PriceList,
})
export const staffPriceListSave = call('POST', '/api/staff/price_list/:id', {
  permission: 'prices.change',
  summary: '修改调价单草稿',
  refuses: ['CHANGED_MEANWHILE'],
  params: IdParams,
  body: Type.Object({ ...Draft, version: Version }),
  data: PriceList,
})
/** multipart/form-data with the part file: CSV, XLSX or XLS, 4 MB. Its rows take the place of those that were there. */
export const staffPriceListFile = call('POST', '/api/staff/price_list/:id/file', {
  permission: 'prices.change',
  summary: '上传调价单的行',
  params: IdParams,
  data: PriceList,
})
export const staffPriceListType = call('POST', '/api/staff/price_list/:id/row', {
  permission: 'prices.change',
  summary: '录入、粘贴调价单的行',
  params: IdParams,
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 100_000, description: 'lines, cells parted by tab or comma' }) }),
  data: PriceList,
})
export const staffPriceListDrop = call('POST', '/api/staff/price_list/:id/drop', {
  permission: 'prices.change',
  summary: '删除调价单的行',
  params: IdParams,
  body: Type.Object({
    lines: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    state: Type.Optional({ ...RowState, description: 'all of this state' }),
  }),
  data: PriceList,
})
export const staffPriceListPublish = call('POST', '/api/staff/price_list/:id/publish', {
  permission: 'prices.change',
  approval: 'price.list',
  summary: '调价单送审',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  params: IdParams,
  body: Type.Object({ version: Version }),
  data: PriceList,
})
export const staffPriceListWithdraw = call('POST', '/api/staff/price_list/:id/withdraw', {
  permission: 'prices.change',
  summary: '撤回没有生效的调价单',
  params: IdParams,
  body: Type.Object({ reason: Reason }),
  data: PriceList,
})
export const staffPriceListRollback = call('POST', '/api/staff/price_list/:id/rollback', {
  permission: 'prices.change',
  approval: 'price.list_back',
  summary: '回滚已生效的调价单',
  refuses: ['NOBODY_TO_APPROVE'],
  params: IdParams,
  body: Type.Object({ reason: Reason }),
  data: PriceList,
})
