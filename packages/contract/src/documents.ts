import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DocumentShape, type DocumentWire } from './exchange.ts'
import { FileShape } from './files.ts'
import { DecisionParams, Flag, Id, Ids, listOf, NullableText, Paged, Paging, SeenReasonBody, Yuan } from './shapes.ts'

/** Papers that go between buyer and shop: receipts of ephedrine goods, proofs of transfers, contracts. */

const Files = Type.Array(FileShape)
const FileIds = Type.Array(Id, { minItems: 1, maxItems: 6, uniqueItems: true })

// ── Ephedrine receipts ──

export const RECEIPT_STATES = ['awaiting', 'submitted', 'passed', 'rejected', 'overdue'] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]
const ReceiptStateShape = Type.Unsafe<ReceiptState>({ type: 'string' })

const ReceiptStateAsked = Type.Unsafe<ReceiptState | 'all'>({ type: 'string', enum: [...RECEIPT_STATES, 'all'] })

const EphedrineLine = Type.Object({
  goods_id: Id,
  name: Type.String(),
  ypgg: Type.String(),
  sccj: Type.String(),
  bzdw: Type.String(),
  image: Type.String(),
  number: Type.Integer(),
  batches: listOf({ batch_no: Type.String(), expiry_date: Type.String(), number: Type.Integer() }),
})
const Receipt = Type.Object({
  state: ReceiptStateShape,
  state_name: Type.String(),
  due_on: Type.String(),
  days_left: Type.Integer({ description: 'until due_on; negative when it has passed' }),
  reason: Type.String({ description: 'of a rejection' }),
  submitted_at: NullableText,
  reviewed_at: NullableText,
  can_submit: Flag,
  files: Files,
})
export type ReceiptWire = Static<typeof Receipt>
const EphedrineOrder = Type.Object({
  id: Id,
  no: Type.String(),
  status: Type.String(),
  status_name: Type.String(),
  created_at: Type.String(),
  received_at: NullableText,
  total: Yuan,
  number: Type.Integer(),
  lines: Type.Array(EphedrineLine),
  receipt: Type.Unsafe<ReceiptWire | null>({ anyOf: [Receipt, { type: 'null' }] }),
  form_url: Type.String({ description: 'of the form that is to be stamped; empty before it is made' }),
  form_note: Type.String({ description: 'why the form of goods that were sent is not there; empty: it is, or they were not' }),
})
export type EphedrineOrderWire = Static<typeof EphedrineOrder>

/** Packs. */
const SpecialLimit = {
  per_order: Type.Integer({ description: 'all orders of one checkout together' }),
  per_month: Type.Integer(),
  bought: Type.Integer({ description: 'this calendar month' }),
}

export const ephedrineOrders = call('GET', '/api/ephedrine/orders', {
  access: 'member',
  summary: '含麻订单与回执',
  many: false,
  query: Type.Object({
    state: Type.Optional(ReceiptStateAsked),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(EphedrineOrder),
    ...Paged,
    counts: listOf({ state: Type.String(), name: Type.String(), count: Type.Integer() }),
    limits: Type.Object(SpecialLimit),
    special_limits: Type.Array(
      Type.Object({ substance: Type.String(), name: Type.String({ description: '含麻黄碱复方制剂' }), ...SpecialLimit }),
      { description: 'of every special substance, ephedrine among them' },
    ),
    blocked: Type.String({ description: 'why no ephedrine goods can be bought now; empty when they can' }),
  }),
})
/** Answers the form that is to be stamped, a PDF. */
export const receiptForm = call('GET', '/api/ephedrine/order/:id/form', {
  access: 'member',
  file: true,
  summary: '下载含麻回执单',
  refuses: ['DOCUMENT_WAITING'],
  data: Type.Object({}),
})
export const receiptSubmit = call('POST', '/api/ephedrine/order/:id/receipt', {
  access: 'member',
  summary: '上传含麻回执',
  body: Type.Object({ file_ids: FileIds }),
  data: Receipt,
})
export const staffReceipts = call('GET', '/api/staff/receipts', {
  permission: 'receipts.view',
  summary: '含麻回执：待审核的，或按状态、企业、订单查找',
  query: Type.Object({
    state: Type.Optional({ ...ReceiptStateAsked, description: 'submitted otherwise' }),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of an order number, part of a company name' })),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      order_id: Id,
      no: Type.String(),
      company: Type.String(),
      state: ReceiptStateShape,
      state_name: Type.String(),
      reason: Type.String({ description: 'of a rejection' }),
      due_on: Type.String(),
      submitted_at: NullableText,
      reviewed_at: NullableText,
      lines: Type.Array(EphedrineLine),
      files: Files,
    }),
    ...Paged,
  }),
})
export const staffReceiptReview = call('POST', '/api/staff/receipt/:id/:decision', {
  permission: 'receipts.review',
  summary: '审核含麻回执（id 为订单）',
  refuses: ['RECEIPT_CHANGED'],
  params: DecisionParams,
  body: SeenReasonBody,
  data: Type.Object({ state: ReceiptStateShape }),
})

// ── Bank transfers ──

const TransferProof = Type.Object({
  id: Id,
  state: Type.Unsafe<'submitted' | 'confirmed' | 'rejected' | 'closed'>({ type: 'string' }),
  state_name: Type.String(),
  amount: Yuan,
  paid_on: Type.String(),
  payer_name: Type.String(),
  payer_account: Type.String({ description: 'all but the last four digits hidden' }),
  remark: Type.String(),
  reason: Type.String({ description: 'of a rejection' }),
  created_at: Type.String(),
  reviewed_at: NullableText,
  files: Files,
})
export type TransferProofWire = Static<typeof TransferProof>
const NullableProof = Type.Unsafe<TransferProofWire | null>({ anyOf: [TransferProof, { type: 'null' }] })

export const transferInfo = call('GET', '/api/pay/order/:id/transfer', {
  access: 'member',
  summary: '订单的对公转账凭证',
  data: Type.Object({ payer_name: Type.String({ description: 'the account must be held by this name' }), proof: NullableProof }),
})
export const transferSubmit = call('POST', '/api/pay/order/:id/transfer', {
  access: 'passed',
  summary: '提交对公转账凭证',
  refuses: ['ORDER_HELD'],
  body: Type.Object({
    amount: Type.String({ maxLength: 20 }),
    paid_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    payer_name: Type.String({ minLength: 2, maxLength: 60 }),
    payer_account: Type.String({ minLength: 6, maxLength: 40 }),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    file_ids: FileIds,
  }),
  data: TransferProof,
})
export const staffTransferProofs = call('GET', '/api/staff/transfer_proofs', {
  permission: 'transfers.view',
  summary: '待核对的转账凭证',
  query: Type.Object(Paging),
  data: Type.Object({
    list: listOf({
      order_id: Id,
      order_no: Type.String(),
      company: Type.String(),
      payable: Yuan,
      full_account: Type.String(),
      proof: TransferProof,
    }),
    ...Paged,
  }),
})
export const staffTransferReview = call('POST', '/api/staff/transfer_proof/:id/:decision', {
  permission: 'transfers.confirm',
  summary: '核对转账凭证：到账或驳回',
  refuses: ['PROOF_CHANGED'],
  params: DecisionParams,
  body: SeenReasonBody,
  data: Type.Object({ state: Type.String(), outcome: Type.String() }),
})

// ── Contracts ──

const Signature = Type.Object({
  id: Id,
  no: Type.String(),
  title: Type.String(),
  version: Type.Integer(),
  signer_name: Type.String(),
  signer_title: Type.String(),
  signed_at: Type.String(),
  valid_from: Type.String(),
  valid_until: Type.String(),
  state: Type.Unsafe<'valid' | 'soon' | 'expired' | 'replaced'>({ type: 'string' }),
  state_name: Type.String(),
  sha256: Type.String(),
  /** Of those that were signed before agreements were documents. */
  file: Type.Unsafe<Static<typeof FileShape> | null>({ anyOf: [FileShape, { type: 'null' }] }),
  document: Type.Unsafe<DocumentWire | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
})
export type SignatureWire = Static<typeof Signature>

export const contractInfo = call('GET', '/api/contract', {
  access: 'member',
  summary: '电子合同',
  data: Type.Object({
    version: Type.Integer(),
    title: Type.String(),
    articles: listOf({ title: Type.String(), paragraphs: Type.Array(Type.String()) }),
    sha256: Type.String({ description: 'of the text as it would be signed now' }),
    supplier: Type.String(),
    buyer: Type.String(),
    valid_from: Type.String(),
    valid_until: Type.String(),
    must_sign: Flag,
    can_sign: Flag,
    why: Type.String({ description: 'why it cannot be signed now' }),
    signer: Type.Object({ name: Type.String(), title: Type.String() }),
    /** The company's own, with which it would be signed; null: it has none, and signs by name. */
    seal: Type.Unsafe<{ name: string; why: string } | null>({
      anyOf: [Type.Object({ name: Type.String(), why: Type.String({ description: 'why this person may not use it' }) }), { type: 'null' }],
    }),
    signatures: Type.Array(Signature),
  }),
})
export const contractSign = call('POST', '/api/contract/sign', {
  access: 'member',
  summary: '签署电子合同',
  refuses: ['TEXT_CHANGED', 'SEAL_NOT_YOURS', 'DOCUMENT_WAITING'],
  body: Type.Object({
    version: Id,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    signer_name: Type.String({ minLength: 2, maxLength: 20 }),
    signer_title: Type.String({ minLength: 2, maxLength: 20 }),
    agreed: Flag,
  }),
  data: Signature,
})
export const staffContractVersion = call('POST', '/api/staff/contract/version', {
  permission: 'contracts.publish',
  summary: '发布新版合同',
  body: Type.Object({
    title: Type.String({ minLength: 2, maxLength: 60 }),
    text: Type.String({ minLength: 50, maxLength: 40_000 }),
    valid_months: Type.Integer({ minimum: 1, maximum: 60 }),
  }),
  data: Type.Object({ version: Type.Integer() }),
})
/** Those of the companies (left out: of all passed ones) who have not signed the newest version cannot buy until they do. */
export const staffContractDemand = call('POST', '/api/staff/contract/demand', {
  permission: 'contracts.demand',
  summary: '要求企业签署最新版合同',
  body: Type.Object({ company_ids: Type.Optional(Ids) }),
  data: Type.Object({ demanded: Type.Integer() }),
})
const ContractState = Type.Unsafe<'valid' | 'soon' | 'expired' | 'replaced'>({
  type: 'string',
  enum: ['valid', 'soon', 'expired', 'replaced'],
})
export const staffContracts = call('GET', '/api/staff/contract', {
  permission: 'companies.view',
  summary: '已签署的合同',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of its number; part of the company name' })),
    version: Type.Optional(Id),
    state: Type.Optional(Type.Unsafe<'standing' | 'expired' | 'replaced'>({ type: 'string', enum: ['standing', 'expired', 'replaced'] })),
    company_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      id: Id,
      no: Type.String(),
      version: Type.Integer(),
      title: Type.String(),
      company_id: Id,
      company: Type.String(),
      state: ContractState,
      state_name: Type.String(),
      valid_from: Type.String(),
      valid_until: Type.String(),
      buyer: Type.Object({
        signer: Type.String({ description: 'name and office, as he wrote them' }),
        account: Type.String({ description: 'by whose login' }),
        at: Type.String(),
        seal: Type.String({ description: 'of the company; empty: signed by name' }),
      }),
      supplier: Type.Object(
        {
          signer: Type.String({ description: 'as the certificate of its seal names it; empty: not sealed yet' }),
          seal: Type.String(),
          at: NullableText,
        },
        { description: 'the house, whose seal the paper bears' },
      ),
      document: Type.Unsafe<DocumentWire | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
    }),
    total: Type.Integer({ description: '10,000 at most' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
    versions: listOf({
      version: Type.Integer(),
      title: Type.String(),
      valid_months: Type.Integer(),
      published_at: Type.String(),
      standing: Type.Integer({ description: 'companies whose latest contract is of it and has not ended' }),
    }),
  }),
})
