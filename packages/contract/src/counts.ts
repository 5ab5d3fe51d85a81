import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { COUNT_BATCHES_MAX, COUNT_KINDS, COUNT_STATES, MOVE_STATES } from './constants.ts'
import { Flag, Id, listOf, NullableText, Page, Paged, Paging } from './shapes.ts'

/** 盘点、调整、调拨. What one finds, another approves. */

export const MOVE_LINES_MAX = 200
export type CountState = keyof typeof COUNT_STATES
const State = Type.Unsafe<CountState>({ type: 'string', enum: Object.keys(COUNT_STATES) })
export type CountKind = keyof typeof COUNT_KINDS
const Kind = Type.Unsafe<CountKind>({ type: 'string', enum: Object.keys(COUNT_KINDS) })
const NullableNumber = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const Reason = Type.String({ minLength: 1, maxLength: 200 })

const CountHead = Type.Object({
  id: Id,
  no: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  title: Type.String(),
  warehouse_id: Id,
  warehouse: Type.String(),
  state: State,
  state_name: Type.String(),
  starter: Type.String(),
  started_at: Type.String(),
  submitter: Type.String(),
  submitted_at: NullableText,
  decider: Type.String(),
  decided_at: NullableText,
  reason: Type.String(),
  lines: Type.Integer(),
  counted: Type.Integer(),
  differing: Type.Integer({ description: 'lines whose counted number is not that of the books' }),
  more: Type.Integer({ description: 'units found beyond the books' }),
  less: Type.Integer({ description: 'units missing' }),
  mine: Flag,
})
export type CountHeadWire = Static<typeof CountHead>
const Line = Type.Object({
  id: Id,
  batch_id: Id,
  goods_id: Id,
  code: Type.String(),
  barcode: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  maker: Type.String(),
  place: Type.String(),
  batch_no: Type.String(),
  expiry_date: Type.String(),
  book: Type.Integer({ description: 'sold and unsold, when it was counted; before that, now' }),
  reserved: Type.Integer({ description: 'held by orders now: stock never goes below it' }),
  counted: NullableNumber,
  counter: Type.String(),
  note: Type.String(),
  problem: Type.String({ description: 'why the difference cannot be posted as things stand; empty: it can' }),
})
export type CountLineWire = Static<typeof Line>

export const staffCounts = call('GET', '/api/staff/count', {
  permission: 'stock.view',
  summary: '盘点单与调整单',
  query: Type.Object({
    state: Type.Optional(State),
    kind: Type.Optional(Kind),
    warehouse_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(CountHead) }),
})
export const staffCount = call('GET', '/api/staff/count/:id', {
  permission: 'stock.view',
  summary: '盘点单',
  data: CountHead,
})
/** In the order of the shelves. */
export const staffCountLines = call('GET', '/api/staff/count/:id/lines', {
  permission: 'stock.view',
  summary: '盘点单明细，按货位、商品、批号',
  query: Type.Object({
    only: Type.Optional(Type.Unsafe<'open' | 'differing'>({ type: 'string', enum: ['open', 'differing'] })),
    page: Type.Optional(Page),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: COUNT_BATCHES_MAX })),
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Line) }),
})
export const staffCountStart = call('POST', '/api/staff/count', {
  permission: 'stock.count',
  summary: '开始盘点',
  body: Type.Object({
    warehouse_id: Id,
    words: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of a place, a code or first letters; part of a name' })),
    kind: Type.Optional(
      Type.Unsafe<'drug' | 'herb' | 'device' | 'health' | 'other'>({ type: 'string', enum: ['drug', 'herb', 'device', 'health', 'other'] }),
    ),
    cold: Type.Optional(Flag),
    expiring: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, description: 'batches that end within so many days' })),
    empty: Type.Optional({ ...Flag, description: '1: batches too of which the books say nothing lies there' }),
  }),
  data: Type.Object({
    id: Id,
    no: Type.String(),
    lines: Type.Integer(),
    elsewhere: Type.Integer({ description: 'batches left out: another count has them' }),
  }),
})
export const staffCountEnter = call('POST', '/api/staff/count/:id/line', {
  permission: 'stock.count',
  summary: '录入盘点数',
  body: Type.Object({
    batch_id: Id,
    counted: Type.Optional(Type.Unsafe<number | null>({ anyOf: [{ type: 'integer', minimum: 0, maximum: 10_000_000 }, { type: 'null' }] })),
    note: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  data: Line,
})
export const staffCountDecide = call('POST', '/api/staff/count/:id/:command', {
  permission: {
    param: 'command',
    words: { submit: 'stock.count', cancel: 'stock.count', approve: 'stock.approve', return: 'stock.approve' },
  },
  summary: '盘点单：提交、作废、批准、退回重盘',
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<'submit' | 'cancel' | 'approve' | 'return'>({ type: 'string', enum: ['submit', 'cancel', 'approve', 'return'] }),
  }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200, description: 'needed with cancel and return' })) }),
  data: Type.Object({ state: State, posted: Type.Integer({ description: 'batches whose figure changed' }) }),
})
/** One batch put right; a count of one line that waits for another person. */
export const staffStockAdjust = call('POST', '/api/staff/stock/adjust', {
  permission: 'stock.count',
  summary: '申请调整一个批号的数量',
  body: Type.Object({
    batch_id: Id,
    number: Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'what lies there, sold and unsold' }),
    reason: Reason,
  }),
  data: Type.Object({ id: Id, no: Type.String() }),
})

// ── From one warehouse to another ──

export type MoveState = keyof typeof MOVE_STATES
const MoveStateShape = Type.Unsafe<MoveState>({ type: 'string', enum: Object.keys(MOVE_STATES) })
const Move = Type.Object({
  id: Id,
  no: Type.String(),
  from: Type.String(),
  to: Type.String(),
  remark: Type.String(),
  state: MoveStateShape,
  state_name: Type.String(),
  sender: Type.String(),
  sent_at: Type.String(),
  decider: Type.String(),
  decided_at: NullableText,
  number: Type.Integer(),
  lines: listOf({
    batch_id: Id,
    code: Type.String(),
    name: Type.String(),
    spec: Type.String(),
    unit: Type.String(),
    batch_no: Type.String(),
    expiry_date: Type.String(),
    number: Type.Integer(),
  }),
})
export type MoveWire = Static<typeof Move>
export const staffMoves = call('GET', '/api/staff/stock/move', {
  permission: 'stock.view',
  summary: '调拨单',
  query: Type.Object({ state: Type.Optional(MoveStateShape), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Move) }),
})
export const staffMoveAdd = call('POST', '/api/staff/stock/move', {
  permission: 'stock.count',
  summary: '调拨出库',
  body: Type.Object({
    from_id: Id,
    to_id: Id,
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    lines: Type.Array(Type.Object({ batch_id: Id, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }), {
      minItems: 1,
      maxItems: MOVE_LINES_MAX,
    }),
  }),
  data: Type.Object({ id: Id, no: Type.String() }),
})
export const staffMoveDecide = call('POST', '/api/staff/stock/move/:id/:command', {
  permission: { param: 'command', words: { arrive: 'stock.count', cancel: 'stock.count' } },
  summary: '调拨到货或撤回',
  params: Type.Object({ id: Id, command: Type.Unsafe<'arrive' | 'cancel'>({ type: 'string', enum: ['arrive', 'cancel'] }) }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200 })) }),
  data: Type.Object({ state: MoveStateShape }),
})
