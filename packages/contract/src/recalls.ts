import { type Static, Type } from 'typebox'
import type { BuyerState } from '#domain/recalls.ts'
import { call } from './call.ts'
import { DocumentShape } from './exchange.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, Page, Paged, Paging } from './shapes.ts'

/** Recalls of a batch: quality starts and closes them, buyers answer and send back. Each deed is on record. */

const Level = Type.Unsafe<1 | 2 | 3>({ type: 'integer', enum: [1, 2, 3], description: '一级 | 二级 | 三级' })
const State = Type.Unsafe<'open' | 'closed'>({ type: 'string', enum: ['open', 'closed'] })
const NullableDocument = Type.Unsafe<Static<typeof DocumentShape> | null>({ anyOf: [DocumentShape, { type: 'null' }] })

const Head = {
  id: Id,
  no: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  batch_no: Type.String(),
  level: Level,
  level_name: Type.String(),
  initiator: Type.String(),
  reason: Type.String(),
  advice: Type.String(),
  state: State,
  state_name: Type.String(),
  started_at: Type.String(),
  closed_at: NullableText,
}
const Where = {
  sold: Type.Integer({ description: 'units that orders were given' }),
  unsent: Type.Integer({ description: 'of them in orders that have not left the house' }),
  returned: Type.Integer({ description: 'accepted by the warehouse' }),
  on_way: Type.Integer({ description: 'applied for, not accepted yet' }),
  outside: Type.Integer({ description: 'left the house and did not come back' }),
}
const Answer = {
  told_at: Type.String(),
  due_at: Type.String({ description: 'until when an answer is asked for' }),
  confirmed_at: NullableText,
  confirmed_by: Type.String(),
  kept: NullableInteger,
  note: Type.String(),
  buyer_state: Type.Unsafe<BuyerState>({ type: 'string' }),
  buyer_state_name: Type.String(),
}

const OwnRecall = Type.Object({
  ...Head,
  ...Where,
  ...Answer,
  may_keep: Type.Integer({ description: 'the most that can be said to be still there' }),
  is_late: Flag,
  orders: listOf({
    order_id: Id,
    order_no: Type.String(),
    status_name: Type.String(),
    sold: Type.Integer(),
    returned: Type.Integer(),
    on_way: Type.Integer(),
    left: Type.Integer({ description: 'may be sent back now' }),
    why: Type.String({ description: 'why nothing of it can be sent back now; empty: it can' }),
    after_sale_id: NullableInteger,
  }),
  notice: NullableDocument,
})
export type OwnRecallWire = Static<typeof OwnRecall>

export const recallList = call('GET', '/api/recall/list', {
  access: 'member',
  summary: '与本企业有关的药品召回',
  query: Type.Object({ page: Type.Optional(Page) }),
  data: Type.Object({ ...Paged, list: Type.Array(OwnRecall), waiting: Type.Integer({ description: 'not answered yet' }) }),
})
const AnswerBody = {
  kept: Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'units still there' }),
  note: Type.Optional(Type.String({ maxLength: 200 })),
}
/** The receipt of the notice; said again, the last word counts, and both are on record. */
export const recallConfirm = call('POST', '/api/recall/:id/confirm', {
  access: 'member',
  summary: '确认收到召回通知并填报尚存数量',
  body: Type.Object(AnswerBody),
  data: OwnRecall,
})
/** An after-sale of the recalled batch, whenever it was bought; the same key is the same application. */
export const recallReturn = call('POST', '/api/recall/:id/return', {
  access: 'member',
  summary: '退回被召回的药品',
  refuses: ['KEY_USED'],
  body: Type.Object({
    order_id: Id,
    number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    key: Type.String({ minLength: 8, maxLength: 64 }),
  }),
  data: Type.Object({ after_sale_id: Id, no: Type.String() }),
})

// ── Staff ──

const StaffRecall = Type.Object({ ...Head, goods_id: Id, started_by: Type.String(), closed_by: Type.String(), close_note: Type.String() })
const Sums = Type.Object({ ...Where, companies: Type.Integer(), orders: Type.Integer(), silent: Type.Integer(), settled: Type.Integer() })
/** They add up to what was sold. */
const Shares = Type.Object({
  returned: Type.Integer(),
  on_way: Type.Integer(),
  unsent: Type.Integer(),
  kept: Type.Integer({ description: 'still there, as the buyers said' }),
  used: Type.Integer({ description: 'neither there nor sent back, by what the buyers said' }),
  unanswered: Type.Integer({ description: 'outside, and nobody has said where' }),
})
const STATES = ['silent', 'answered', 'returning', 'back', 'used_up', 'unsent'] satisfies BuyerState[]
const BuyerStateShape = Type.Unsafe<BuyerState>({ type: 'string', enum: STATES })
const Buyer = Type.Object({
  company_id: Id,
  company: Type.String(),
  contact: Type.String(),
  phone: Type.String(),
  ...Where,
  ...Answer,
  is_late: Flag,
  orders: listOf({
    order_id: Id,
    order_no: Type.String(),
    status_name: Type.String(),
    sold: Type.Integer(),
    returned: Type.Integer(),
    on_way: Type.Integer(),
    shipped_at: NullableText,
  }),
})
const Detail = Type.Object({
  recall: StaffRecall,
  sums: Sums,
  shares: Shares,
  states: Type.Array(Type.Object({ state: BuyerStateShape, name: Type.String(), count: Type.Integer() }), {
    description: 'of the buyers that keywords find',
  }),
  stock: listOf({ warehouse: Type.String(), available: Type.Integer(), reserved: Type.Integer() }),
  ...Paged,
  buyers: Type.Array(Buyer),
  log: listOf({ at: Type.String(), actor: Type.String(), company: Type.String(), text: Type.String() }),
  register: NullableDocument,
})
export type RecallDetailWire = Static<typeof Detail>
const Text = (maxLength: number) => Type.String({ minLength: 2, maxLength })

/** Holds the batch in every warehouse, tells every buyer, asks for notices and the register. Quality alone. */
export const staffRecallStart = call('POST', '/api/staff/recall', {
  permission: 'recalls.run',
  summary: '启动药品召回',
  refuses: ['BATCH_RECALLED'],
  body: Type.Object({ batch_id: Id, level: Level, initiator: Text(100), reason: Text(500), advice: Text(500) }),
  data: Detail,
})
export const staffRecallList = call('GET', '/api/staff/recall/list', {
  permission: 'recalls.view',
  summary: '药品召回列表',
  query: Type.Object({
    state: Type.Optional(State),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of a number or batch number, part of a name' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(StaffRecall) }),
})
export const staffRecall = call('GET', '/api/staff/recall/:id', {
  permission: 'recalls.view',
  summary: '药品召回进度：企业、订单、数量、去向',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'part of a company name' })),
    buyer_state: Type.Optional(BuyerStateShape),
    ...Paging,
  }),
  data: Detail,
})
/** Tells those again who have not answered; once a day. */
export const staffRecallRemind = call('POST', '/api/staff/recall/:id/remind', {
  permission: 'recalls.follow',
  summary: '催促未确认的企业',
  data: Type.Object({ reminded: Type.Integer() }),
})
/** What a buyer said by telephone or on paper. */
export const staffRecallAnswer = call('POST', '/api/staff/recall/:id/answer', {
  permission: 'recalls.follow',
  summary: '代企业登记召回回执',
  body: Type.Object({ company_id: Id, kept: AnswerBody.kept, note: Text(200) }),
  data: Detail,
})
/** The register as it stands now, as a new version. */
export const staffRecallRegister = call('POST', '/api/staff/recall/:id/register', {
  permission: 'recalls.follow',
  summary: '制作召回登记表',
  refuses: ['DOCUMENT_WAITING'],
  body: Type.Object({ reason: Text(100) }),
  data: Detail,
})
/** Quality alone; the last register is made with it. The batch stays held. */
export const staffRecallClose = call('POST', '/api/staff/recall/:id/close', {
  permission: 'recalls.run',
  summary: '结束药品召回',
  approval: 'recall.close',
  refuses: ['NOBODY_TO_APPROVE', 'DOCUMENT_WAITING'],
  body: Type.Object({ note: Text(500) }),
  data: Detail,
})
