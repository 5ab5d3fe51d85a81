import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DocumentShape } from './exchange.ts'
import { FileShape } from './files.ts'
import { Flag, Id, listOf, NullableInteger, NullableText } from './shapes.ts'

/** First-trade data both ways: the wholesaler's papers and the buyer's, as packs. Days are Beijing dates. */

/** The seven pages of electronic data exchange: what is new in each of the six that the first leads to. */
export const exchangeHome = call('GET', '/api/exchange', {
  access: 'member',
  summary: '电子资料首页',
  data: Type.Object({
    sections: listOf({
      key: Type.Unsafe<ExchangeSection>({ type: 'string' }),
      fresh: Type.Integer({ description: 'what has not been looked at or must be done' }),
      urgent: Flag,
      news: Type.String({ description: 'a sentence; empty: nothing is new' }),
    }),
    latest: Type.Array(DocumentShape),
  }),
})
export type ExchangeSection = 'seals' | 'first_trade' | 'reports' | 'notes' | 'supplier' | 'invoices'

export type TradePaperState = 'ok' | 'soon' | 'expired'
const State = Type.Unsafe<TradePaperState>({ type: 'string' })
const PaperData = {
  id: Id,
  kind: Type.String(),
  name: Type.String(),
  number: Type.String(),
  holder: Type.String(),
  issuer: Type.String(),
  issued_on: NullableText,
  expires_on: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: without an end' }),
  days_left: NullableInteger,
  state: State,
  note: Type.String(),
}
const Picture = Type.Object({ url: Type.String({ description: 'a small picture; empty: none, as of a PDF' }), name: Type.String() })
const SupplierPaper = Type.Object({
  ...PaperData,
  since: Type.String({ description: 'Beijing day on which it was filed here' }),
  is_new: Flag,
  pictures: Type.Array(Picture),
  copy: Type.Unsafe<Static<typeof DocumentShape> | null>({
    anyOf: [DocumentShape, { type: 'null' }],
    description: "this buyer's copy of it",
  }),
})
export type SupplierPaperWire = Static<typeof SupplierPaper>

/** none: never asked for · waiting: being made · ready · stale: a paper was renewed since · failed: staff mend it. */
export type PackState = 'none' | 'waiting' | 'ready' | 'stale' | 'failed'
const Pack = Type.Object({
  state: Type.Unsafe<PackState>({ type: 'string' }),
  can_ask: Flag,
  why: Type.String({ description: 'why it cannot be asked for' }),
  made: Type.Integer(),
  total: Type.Integer(),
  made_at: NullableText,
  downloaded_at: NullableText,
  missing: Type.Array(Type.String(), { description: 'what the wholesaler has not filed' }),
})
export type PackWire = Static<typeof Pack>

const Supplier = Type.Object({
  name: Type.String(),
  licence: Type.String(),
  tax_no: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  bank: Type.String(),
  account: Type.String(),
})
export const supplierData = call('GET', '/api/first_trade/supplier', {
  access: 'member',
  summary: '供货企业资料',
  data: Type.Object({ supplier: Supplier, papers: Type.Array(SupplierPaper), pack: Pack }),
})
export type SupplierDataWire = Static<(typeof supplierData)['data']>
/** Asks for copies with this company's name across them; again after a renewal. goods_id: of the files of a goods. */
export const packAsk = call('POST', '/api/first_trade/pack', {
  access: 'member',
  summary: '制作首营资料包',
  body: Type.Object({ goods_id: Type.Optional(Id) }),
  data: Pack,
})
export const packZip = call('GET', '/api/first_trade/pack/zip', {
  access: 'member',
  file: true,
  summary: '下载首营资料包',
  refuses: ['PACK_NOT_READY'],
  query: Type.Object({ goods_id: Type.Optional(Id) }),
  data: Type.Object({}),
})
/** A small picture of one of the wholesaler's papers. */
export const tradePicture = call('GET', '/api/first_trade/picture/:id', {
  access: 'member',
  file: true,
  summary: '供货企业资料图片',
  data: Type.Object({}),
})
export const supplierSeen = call('POST', '/api/first_trade/seen', {
  access: 'member',
  summary: '已查看供货企业资料',
  body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
  data: Type.Object({ seen: Type.Integer() }),
})
/** The buyer's own papers that are in force, as they were handed in, to be given to another supplier. */
export const ownZip = call('GET', '/api/first_trade/own/zip', {
  access: 'member',
  file: true,
  summary: '下载本企业资料包',
  data: Type.Object({}),
})

export const goodsFiles = call('GET', '/api/first_trade/goods', {
  access: 'member',
  summary: '首营品种资料',
  query: Type.Object({ keywords: Type.Optional(Type.String({ maxLength: 40 })), goods_id: Type.Optional(Id) }),
  data: Type.Object({
    list: listOf({
      goods_id: Id,
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      manufacturer: Type.String(),
      approval_no: Type.String(),
      papers: Type.Array(Type.Object(PaperData)),
      pack: Pack,
    }),
  }),
})
export type GoodsFilesWire = Static<(typeof goodsFiles)['data']>
const Answers = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 400 }))
export const questionnaire = call('GET', '/api/first_trade/questionnaire', {
  access: 'member',
  summary: '质量体系调查表',
  data: Type.Object({
    questions: listOf({ key: Type.String(), text: Type.String(), kind: Type.Unsafe<'choice' | 'text'>({ type: 'string' }), must: Flag }),
    choices: Type.Array(Type.String()),
    answers: Answers,
    filled_by: Type.String(),
    filled_title: Type.String(),
    state: Type.Unsafe<'none' | 'sent' | 'accepted' | 'returned'>({ type: 'string' }),
    state_name: Type.String(),
    reason: Type.String(),
    sent_at: NullableText,
  }),
})
export type QuestionnaireWire = Static<(typeof questionnaire)['data']>
export const questionnaireSend = call('POST', '/api/first_trade/questionnaire', {
  access: 'member',
  summary: '提交质量体系调查表',
  body: Type.Object({
    answers: Answers,
    filled_by: Type.String({ minLength: 1, maxLength: 30 }),
    filled_title: Type.String({ minLength: 1, maxLength: 30 }),
  }),
  data: questionnaire.data,
})

const text = (max: number) => Type.Optional(Type.String({ maxLength: max }))
const StaffPaper = Type.Object({
  ...PaperData,
  goods_id: NullableInteger,
  paper_state: Type.String({ description: 'in_force · replaced · withdrawn' }),
  reason: Type.String(),
  created_at: Type.String(),
  created_by: Type.String(),
  files: Type.Array(FileShape),
})
/** Files (POST /api/file, purpose trade_paper) become a paper in force at once; one of the same kind and person gives way to it, and all buyers are told. */
export const staffPaperSave = call('POST', '/api/staff/trade_paper', {
  permission: 'trade_papers.change',
  summary: '登记供货企业或品种资料',
  body: Type.Object({
    kind: Type.String({ maxLength: 40 }),
    goods_id: Type.Optional(Id),
    holder: text(30),
    number: text(60),
    issuer: text(60),
    issued_on: text(10),
    expires_on: text(10),
    is_endless: Type.Optional(Flag),
    note: text(200),
    file_ids: Type.Array(Id, { minItems: 1, maxItems: 10 }),
  }),
  data: StaffPaper,
})
export const staffPaperList = call('GET', '/api/staff/trade_paper', {
  permission: 'trade_papers.view',
  summary: '供货企业与品种资料',
  query: Type.Object({ goods_id: Type.Optional(Id), all: Type.Optional(Flag), soon: Type.Optional(Flag) }),
  data: Type.Object({ list: Type.Array(StaffPaper), missing: Type.Array(Type.String()) }),
})
export const staffPaperWithdraw = call('POST', '/api/staff/trade_paper/:id/withdraw', {
  permission: 'trade_papers.change',
  summary: '撤下资料',
  body: Type.Object({ reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: StaffPaper,
})
/** Which buyers have looked at a paper and taken their copy, and when. */
export const staffPaperReaders = call('GET', '/api/staff/trade_paper/:id/readers', {
  permission: 'trade_papers.view',
  summary: '资料的查看与下载记录',
  query: Type.Object({ unseen: Type.Optional(Flag), after: Type.Optional(Id) }),
  data: Type.Object({
    list: listOf({ company_id: Id, name: Type.String(), seen_at: NullableText, downloaded_at: NullableText, downloads: Type.Integer() }),
    next: NullableInteger,
  }),
})

const Approval = Type.Object({
  company_id: Id,
  state: Type.Unsafe<'none' | 'checked' | 'approved' | 'refused'>({ type: 'string' }),
  state_name: Type.String(),
  checked_by: Type.String(),
  checked_at: NullableText,
  opinion: Type.String(),
  decided_by: Type.String(),
  decided_at: NullableText,
  reason: Type.String(),
  questionnaire: questionnaire.data,
  document: Type.Unsafe<Static<typeof DocumentShape> | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
})
export const staffApproval = call('GET', '/api/staff/first_trade/:id', {
  permission: 'first_trade.view',
  summary: '购货企业首营审批',
  data: Approval,
})
/** First step: the quality department has looked at the papers. */
export const staffApprovalCheck = call('POST', '/api/staff/first_trade/:id/check', {
  permission: 'first_trade.check',
  summary: '首营审批：质量部门审核',
  body: Type.Object({ opinion: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Approval,
})
/** Second step, by somebody else: the quality manager. */
export const staffApprovalDecide = call('POST', '/api/staff/first_trade/:id/decide', {
  permission: 'first_trade.approve',
  summary: '首营审批：质量负责人审批',
  body: Type.Object({ decision: Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] }), reason: text(200) }),
  data: Approval,
})
export const staffQuestionnaire = call('POST', '/api/staff/first_trade/:id/questionnaire', {
  permission: 'first_trade.check',
  summary: '审核质量体系调查表',
  body: Type.Object({ decision: Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] }), reason: text(200) }),
  data: questionnaire.data,
})
