import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { AddAnswer, AddLine } from './cart.ts'
import { QUICK_LINES_MAX } from './constants.ts'
import { FileShape } from './files.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, NullableYuan, OptionalDay, Page, Paging } from './shapes.ts'

// ── Quick purchase ──

/** What this company bought of one goods, beside its card. */
const Bought = {
  last_at: NullableText,
  last_price: NullableYuan,
  last_number: NullableInteger,
  times: Type.Integer({ description: 'orders with it that were not cancelled' }),
}

export const FAST_BUY_ORDERS = ['recent', 'times', 'due', 'name'] as const
export type FastBuyOrder = (typeof FAST_BUY_ORDERS)[number]

const FastBuyRow = Type.Object({
  goods: GoodsCard,
  ...Bought,
  interval_days: NullableInteger,
  /** 1: as long as usual has passed since the last order. */
  due: Flag,
  suggested: Type.Integer({ description: 'units, in whole steps' }),
  suggested_note: Type.String({ description: 'why so many: 近 3 次平均 40 盒' }),
})
export type FastBuyRowWire = Static<typeof FastBuyRow>

/** Goods bought before. */
export const userFastBuy = call('GET', '/api/user/fast_buy', {
  access: 'member',
  summary: '快捷采购：历史采购',
  query: Type.Object({
    ...Paging,
    order: Type.Optional(Type.Unsafe<FastBuyOrder>({ type: 'string', enum: [...FAST_BUY_ORDERS] })),
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  data: Type.Object({ list: Type.Array(FastBuyRow), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})

const QuickGoods = Type.Object({ ...GoodsCard.properties, ...Bought })
export type QuickGoodsWire = Static<typeof QuickGoods>

/** matched: certain · check: chosen for the buyer, who should look · choose: several · none. */
export type QuickState = 'matched' | 'check' | 'choose' | 'none'

const QuickLineAnswer = Type.Object({
  line: Type.Integer({ description: 'number of the line or row, from 1' }),
  text: Type.String(),
  number: NullableInteger,
  /** 1: number counts full cases. */
  cases: Flag,
  problem: Type.String({ description: 'what could not be read of the number; empty when all is well' }),
  state: Type.Unsafe<QuickState>({ type: 'string' }),
  note: Type.String({ description: '按商品编码匹配, 按采购记录选定 …' }),
  goods_id: Type.Integer({ description: '0: none is chosen yet' }),
  candidates: Type.Array(Id, { description: 'best first; they are in goods' }),
})
export type QuickLineWire = Static<typeof QuickLineAnswer>

const QuickAnswer = Type.Object({
  lines: Type.Array(QuickLineAnswer),
  goods: Type.Array(QuickGoods, { description: 'each goods once' }),
  left_out: Type.Integer({ description: 'lines beyond the most that one list may have' }),
})
export type QuickAnswerWire = Static<typeof QuickAnswer>

/** Either the text as it was pasted, or lines that were read before, each with the goods that was chosen for it. */
export const quickMatch = call('POST', '/api/quick_order/match', {
  access: 'member',
  summary: '快捷采购：识别清单',
  body: Type.Object({
    text: Type.Optional(Type.String({ maxLength: 100_000 })),
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          text: Type.String({ minLength: 1, maxLength: 200 }),
          number: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: '0: not written' })),
          cases: Type.Optional(Flag),
          goods_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
        }),
        { maxItems: QUICK_LINES_MAX },
      ),
    ),
  }),
  data: QuickAnswer,
})
/** multipart/form-data with the part file: CSV, XLSX or XLS, 2 MB. */
export const quickFile = call('POST', '/api/quick_order/file', {
  access: 'member',
  summary: '快捷采购：上传清单文件',
  data: QuickAnswer,
})
/** An Excel file to fill in. */
export const quickTemplate = call('GET', '/api/quick_order/template', {
  access: 'member',
  file: true,
  summary: '快捷采购：清单模板',
  data: Type.Object({}),
})
export const quickAdd = call('POST', '/api/quick_order/add', {
  access: 'member',
  summary: '快捷采购：清单加入购物车',
  refusalData: AddAnswer,
  body: Type.Object({
    key: Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$', description: 'the same key adds once and is answered alike' }),
    list: Type.Array(AddLine, { minItems: 1, maxItems: QUICK_LINES_MAX }),
  }),
  data: AddAnswer,
})

// ── Wanted requests ──

export const WANTED_STATES = ['open', 'answered', 'arrived', 'closed'] as const
export type WantedStateWire = (typeof WANTED_STATES)[number]
const WantedState = Type.Unsafe<WantedStateWire>({ type: 'string', enum: [...WANTED_STATES] })

const WantedHead = {
  id: Id,
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  number: Type.Integer(),
  unit: Type.String(),
  expected_price: NullableYuan,
  note: Type.String(),
  state: WantedState,
  state_name: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const WantedRow = Type.Object({
  ...WantedHead,
  last_answer: Type.String({ description: 'what the shop said last; may be empty' }),
  offered: Type.Integer({ description: 'goods that the shop has offered for it' }),
})
export type WantedRowWire = Static<typeof WantedRow>

const WantedQuery = Type.Object({
  ...Paging,
  state: Type.Optional(WantedState),
  keywords: Type.Optional(Type.String({ maxLength: 60 })),
})
const Counts = listOf({ state: WantedState, name: Type.String(), count: Type.Integer() })

export const wantedList = call('GET', '/api/user/buy', {
  access: 'member',
  summary: '品种求购',
  query: WantedQuery,
  data: Type.Object({
    list: Type.Array(WantedRow),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    counts: Counts,
  }),
})
export const wantedAdd = call('POST', '/api/user/buy', {
  access: 'member',
  summary: '提交求购',
  body: Type.Object({
    key: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$', description: 'the same key is taken once' })),
    list: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 60 }),
        spec: Type.Optional(Type.String({ maxLength: 60 })),
        manufacturer: Type.Optional(Type.String({ maxLength: 60 })),
        number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        unit: Type.Optional(Type.String({ maxLength: 8 })),
        expected_price: Type.Optional(Type.String({ maxLength: 16, description: '元 a unit; empty: not said' })),
        note: Type.Optional(Type.String({ maxLength: 500 })),
        files: Type.Optional(Type.Array(Id, { maxItems: 6, uniqueItems: true })),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  data: Type.Object({ ids: Type.Array(Id) }),
})
const WantedEntry = Type.Object({
  id: Id,
  at: Type.String(),
  is_staff: Flag,
  author: Type.String(),
  text: Type.String(),
  goods: Type.Array(GoodsCard, { description: 'offered goods that this buyer’s lists show' }),
})
export const wantedInfo = call('GET', '/api/user/buy/:id', {
  access: 'member',
  summary: '求购详情',
  data: Type.Object({
    ...WantedHead,
    close_reason: Type.String(),
    files: Type.Array(FileShape),
    entries: Type.Array(WantedEntry),
    can_reply: Flag,
    can_close: Flag,
  }),
})
export const wantedReply = call('POST', '/api/user/buy/:id/reply', {
  access: 'member',
  summary: '追问求购',
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 500 }) }),
  data: Type.Object({ state: WantedState }),
})
export const wantedClose = call('POST', '/api/user/buy/:id/close', {
  access: 'member',
  summary: '关闭求购',
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: Type.Object({ state: WantedState }),
})

export const staffWantedList = call('GET', '/api/staff/wanted', {
  permission: 'wanted.view',
  summary: '求购处理列表',
  query: WantedQuery,
  data: Type.Object({
    list: listOf({ ...WantedRow.properties, company_id: Id, company: Type.String() }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    counts: Counts,
  }),
})
export const staffWantedAnswer = call('POST', '/api/staff/wanted/:id/answer', {
  permission: 'wanted.answer',
  summary: '答复求购',
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 500 }),
    goods_ids: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
    /** 1: the goods are here. */
    arrived: Type.Optional(Flag),
  }),
  data: Type.Object({ state: WantedState }),
})

// ── Feedback and complaints ──

export const FEEDBACK_KINDS = ['feedback', 'complaint'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]
const Kind = Type.Unsafe<FeedbackKind>({ type: 'string', enum: [...FEEDBACK_KINDS] })

const FeedbackRow = Type.Object({
  id: Id,
  kind: Kind,
  topic: Type.String(),
  text: Type.String(),
  contact: Type.String(),
  order_id: Type.Integer({ description: '0: about no order' }),
  order_no: Type.String(),
  state: Type.Unsafe<'open' | 'answered'>({ type: 'string' }),
  state_name: Type.String(),
  created_at: Type.String(),
  files: Type.Array(FileShape),
  answers: listOf({ at: Type.String(), author: Type.String(), text: Type.String() }),
})
export type FeedbackRowWire = Static<typeof FeedbackRow>

export const feedbackAdd = call('POST', '/api/user/feedback', {
  access: 'member',
  summary: '提交意见反馈或投诉',
  body: Type.Object({
    kind: Type.Optional(Kind),
    topic: Type.String({ minLength: 1, maxLength: 20 }),
    text: Type.String({ minLength: 1, maxLength: 1000, description: 'at least 10 characters' }),
    contact: Type.Optional(Type.String({ maxLength: 60, description: 'mobile, landline or e-mail; empty: the account’s' })),
    order_no: Type.Optional(Type.String({ maxLength: 40 })),
    files: Type.Optional(Type.Array(Id, { maxItems: 6, uniqueItems: true })),
  }),
  data: Type.Object({ id: Id }),
})
export const feedbackList = call('GET', '/api/user/feedback', {
  access: 'member',
  summary: '我的反馈与投诉',
  query: Type.Object({ page: Type.Optional(Page), kind: Type.Optional(Kind) }),
  data: Type.Object({ list: Type.Array(FeedbackRow), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})
export const staffFeedbackList = call('GET', '/api/staff/feedback', {
  permission: 'feedback.view',
  summary: '反馈与投诉处理列表',
  query: Type.Object({
    ...Paging,
    keywords: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'part of its text, of the answers, of the contact or the company name; beginning of an order number',
      }),
    ),
    start_time: OptionalDay,
    end_time: OptionalDay,
    kind: Type.Optional(Kind),
    state: Type.Optional(Type.Unsafe<'open' | 'answered'>({ type: 'string', enum: ['open', 'answered'] })),
    topic: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  data: Type.Object({
    list: listOf({ ...FeedbackRow.properties, company_id: Id, company: Type.String() }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
export const staffFeedbackAnswer = call('POST', '/api/staff/feedback/:id/answer', {
  permission: 'feedback.answer',
  summary: '答复反馈',
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 1000 }) }),
  data: Type.Object({ state: Type.Unsafe<'open' | 'answered'>({ type: 'string' }) }),
})
