import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { SUPPLIER_KINDS, UPSTREAM_STATES } from './constants.ts'
import { DocumentShape } from './exchange.ts'
import { FileShape } from './files.ts'
import { Flag, Id, NullableInteger, NullableText, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** First trade upstream: suppliers and goods that are new to the house. Purchasing applies, quality checks, its head approves. */

export type SupplierKind = keyof typeof SUPPLIER_KINDS
export type UpstreamState = keyof typeof UPSTREAM_STATES
const State = Type.Unsafe<UpstreamState>({ type: 'string', enum: Object.keys(UPSTREAM_STATES) })
const Kind = Type.Unsafe<SupplierKind>({ type: 'string', enum: Object.keys(SUPPLIER_KINDS) })
const Day = Type.String({ maxLength: 10 })

const Paper = Type.Object({
  id: Id,
  kind: Type.String(),
  name: Type.String(),
  holder: Type.String(),
  number: Type.String(),
  expires_on: NullableText,
  days_left: NullableInteger,
  state: Type.Unsafe<'ok' | 'soon' | 'expired'>({ type: 'string' }),
  is_replaced: Flag,
  created_at: Type.String(),
  created_by: Type.String(),
  files: Type.Array(FileShape),
})
export type UpstreamPaperWire = Static<typeof Paper>
const PaperBody = Type.Object({
  kind: Type.String({ maxLength: 40 }),
  holder: Type.Optional(words(30)),
  number: Type.Optional(words(60)),
  expires_on: Type.Optional(Day),
  is_endless: Type.Optional(Flag),
  file_ids: Type.Array(Id, { minItems: 1, maxItems: 10 }),
})

const Approval = Type.Object({
  id: Id,
  state: Type.Unsafe<'applied' | 'checked' | 'approved' | 'refused'>({ type: 'string' }),
  state_name: Type.String(),
  renewal: Flag,
  words: Type.String(),
  applied_by: Type.String(),
  applied_at: Type.String(),
  opinion: Type.String(),
  checked_by: Type.String(),
  checked_at: NullableText,
  reason: Type.String(),
  decided_by: Type.String(),
  decided_at: NullableText,
  until: NullableText,
  mine: Type.Object({ applied: Flag, checked: Flag }, { description: 'whether the caller did that step' }),
})
export type UpstreamApprovalWire = Static<typeof Approval>

/** What a record of either has beside its own fields. */
const Course = {
  state: State,
  state_name: Type.String(),
  until: NullableText,
  days_left: NullableInteger,
  version: Type.Integer(),
  papers: Type.Array(Paper),
  lacking: Type.Array(Type.String(), { description: 'what an application cannot be without' }),
  is_open: { ...Flag, description: '1: an application is under way, nothing of the record changes' },
  approvals: Type.Array(Approval, { description: 'the newest first' }),
  document: Type.Unsafe<Static<typeof DocumentShape> | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
}

/** The application under way. */
const Open = {
  open_state: Type.Unsafe<'' | 'applied' | 'checked'>({ type: 'string' }),
  applied_by: Type.String(),
  applied_at: NullableText,
}

const SupplierRow = {
  id: Id,
  name: Type.String(),
  credit_code: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  licence_no: Type.String(),
  licence_until: NullableText,
  salesman: Type.String(),
  mandate_until: NullableText,
  agreement_until: NullableText,
  contact: Type.String(),
  phone: Type.String(),
  state: State,
  state_name: Type.String(),
  until: NullableText,
  days_left: NullableInteger,
  ...Open,
}
const SupplierListed = Type.Object(SupplierRow)
export type SupplierRowWire = Static<typeof SupplierListed>

const SupplierFields = {
  name: words(60),
  credit_code: words(18),
  kind: Kind,
  scopes: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20, uniqueItems: true }),
  legal_person: words(30),
  address: words(100),
  quality_person: words(30),
  quality_phone: words(30),
  bank: words(60),
  bank_account: words(40),
  contact: words(30),
  phone: words(30),
  mandate_range: words(100),
}
const Supplier = Type.Object({ ...SupplierRow, ...SupplierFields, scope_names: Type.String(), ...Course })
export type SupplierWire = Static<typeof Supplier>

const ListQuery = {
  keywords: Type.Optional(Type.String({ maxLength: 60 })),
  state: Type.Optional(State),
  soon: Type.Optional({ ...Flag, description: '1: approved, and ending within 60 days' }),
  ...Paging,
}

export const staffSuppliers = call('GET', '/api/staff/supplier', {
  permission: 'suppliers.view',
  summary: '供货单位',
  query: Type.Object({ ...ListQuery, kind: Type.Optional(Kind) }),
  data: Type.Object({ ...Paged, list: Type.Array(SupplierListed) }),
})
/** For whoever receives goods: what may be delivered from whom, by a part of the name. */
export const staffSupplierChoices = call('GET', '/api/staff/supplier_choice', {
  permission: 'stock.receive',
  summary: '收货时可选的供货单位',
  query: Type.Object({ keywords: Type.Optional(Type.String({ maxLength: 60 })), id: Type.Optional(Id) }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({ id: Id, name: Type.String(), refused: Type.String({ description: 'why nothing comes in from it; empty: it may' }) }),
    ),
  }),
})
export const staffSupplier = call('GET', '/api/staff/supplier/:id', {
  permission: 'suppliers.view',
  summary: '供货单位档案',
  data: Supplier,
})
export const staffSupplierAdd = call('POST', '/api/staff/supplier', {
  permission: 'suppliers.change',
  summary: '新建供货单位',
  body: Type.Object(SupplierFields),
  data: Supplier,
})
/** Name, credit code, kind and scopes are what was approved: another one of them asks for first trade anew. */
export const staffSupplierSave = call('POST', '/api/staff/supplier/:id', {
  permission: 'suppliers.change',
  summary: '修改供货单位',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...SupplierFields, version: Version }),
  data: Supplier,
})
export const staffSupplierPaper = call('POST', '/api/staff/supplier/:id/paper', {
  permission: 'suppliers.change',
  summary: '登记供货单位资料',
  body: PaperBody,
  data: Supplier,
})
export const staffSupplierApply = call('POST', '/api/staff/supplier/:id/apply', {
  permission: 'suppliers.change',
  summary: '提出首营企业申请',
  body: Type.Object({ words: Reason }),
  data: Supplier,
})

const GoodsRow = {
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  supplier_id: NullableInteger,
  supplier: Type.String(),
  state: State,
  state_name: Type.String(),
  until: NullableText,
  days_left: NullableInteger,
  ...Open,
}
const FirstGoodsListed = Type.Object(GoodsRow)
export type FirstGoodsRowWire = Static<typeof FirstGoodsListed>
const FirstGoodsFields = {
  supplier_id: Type.Unsafe<number | null>({ anyOf: [Id, { type: 'null' }] }),
  standard: words(100),
  reason: words(200),
}
const FirstGoods = Type.Object({
  ...GoodsRow,
  ...FirstGoodsFields,
  dosage_form: Type.String(),
  class_name: Type.String({ description: 'class of medicine and business scope' }),
  holder: Type.String(),
  storage: Type.String(),
  ...Course,
})
export type FirstGoodsWire = Static<typeof FirstGoods>

/** Goods that a clerk entered; what was in the shop before, or came with a file of the house, is taken over and not in it. */
export const staffFirstGoods = call('GET', '/api/staff/first_goods', {
  permission: 'suppliers.view',
  summary: '首营品种',
  query: Type.Object(ListQuery),
  data: Type.Object({
    ...Paged,
    list: Type.Array(FirstGoodsListed),
    taken_over: Type.Integer({ description: 'goods without a first trade here' }),
  }),
})
export const staffFirstGoodsInfo = call('GET', '/api/staff/first_goods/:id', {
  permission: 'suppliers.view',
  summary: '首营品种档案',
  data: FirstGoods,
})
export const staffFirstGoodsSave = call('POST', '/api/staff/first_goods/:id', {
  permission: 'suppliers.change',
  summary: '修改首营品种',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...FirstGoodsFields, supplier_id: Type.Optional(FirstGoodsFields.supplier_id), version: Version }),
  data: FirstGoods,
})
export const staffFirstGoodsPaper = call('POST', '/api/staff/first_goods/:id/paper', {
  permission: 'suppliers.change',
  summary: '登记首营品种资料',
  body: PaperBody,
  data: FirstGoods,
})
export const staffFirstGoodsApply = call('POST', '/api/staff/first_goods/:id/apply', {
  permission: 'suppliers.change',
  summary: '提出首营品种申请',
  body: Type.Object({ words: Reason }),
  data: FirstGoods,
})

const Decided = Type.Object({ state: State, state_name: Type.String() })
const Decision = Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] })
/** First step, by the quality department; id: of the application. Sent back, it begins anew. */
export const staffUpstreamCheck = call('POST', '/api/staff/upstream/:id/check', {
  permission: 'first_trade.check',
  summary: '供货首营：质量部门审核',
  body: Type.Object({ decision: Decision, opinion: Reason }),
  data: Decided,
})
/** Second step, by another person: the head of quality. */
export const staffUpstreamDecide = call('POST', '/api/staff/upstream/:id/decide', {
  permission: 'first_trade.approve',
  summary: '供货首营：质量负责人审批',
  refuses: ['DOCUMENT_WAITING'],
  body: Type.Object({ decision: Decision, reason: Type.Optional(words(200)) }),
  data: Decided,
})
