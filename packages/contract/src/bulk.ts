import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { BULK_KINDS, BULK_ROWS_MAX } from './constants.ts'
import { Flag, Id, NullableText, Paged, Paging, Reason } from './shapes.ts'

/**
 * One deed on many records of a list. It is tried on each and taken back (weighed), then, when its asker says so, done to those where it
 * can be; both by the queue. Every record is a deed of its own: by the rules, the gates and the second person of the single one.
 */

export type BulkKind = keyof typeof BULK_KINDS
const Kind = Type.Unsafe<BulkKind>({ type: 'string', enum: Object.keys(BULK_KINDS) })
const words = {
  'goods.shelf_on': 'goods.change',
  'goods.shelf_off': 'goods.change',
  'goods.min_number': 'goods.change',
  'goods.purchase_limit': 'goods.change',
  'goods.category': 'goods.change',
  'goods.selected': 'goods.change',
  'company.manager': 'companies.terms',
  'company.rank': 'companies.terms',
  'company.freeze': 'companies.review',
  'company.unfreeze': 'companies.review',
  'coupon.grant': 'offers.change',
  'coupon.take_back': 'offers.approve',
  'order.note': 'orders.note',
  'order.hold': 'orders.hold',
  'order.resume': 'orders.hold',
  'order.release': 'orders.release',
} as const satisfies Record<BulkKind, string>
export const BULK_WORDS: Readonly<Record<BulkKind, string>> = words
const permission = { param: 'kind', words } as const

/** What the single deed is told beside the record; which of them a deed takes, it says itself. */
const Wish = Type.Object({
  reason: Reason,
  number: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'min_number, purchase_limit (0: none)' })),
  flag: Type.Optional({ ...Flag, description: 'selected' }),
  category_id: Type.Optional({ ...Id, description: 'category' }),
  keep: Type.Optional({ ...Flag, description: 'category: 1: beside those that it has, 0: instead of them' }),
  rank: Type.Optional(Type.String({ maxLength: 10 })),
  manager_name: Type.Optional(Type.String({ maxLength: 20 })),
  manager_phone: Type.Optional(Type.String({ maxLength: 20 })),
  coupon_id: Type.Optional({ ...Id, description: 'of a coupon’s plan' }),
})
export type BulkWish = Static<typeof Wish>

const BULK_STATES = ['weighing', 'weighed', 'running', 'done', 'cancelled', 'failed'] as const
export type BulkState = (typeof BULK_STATES)[number]
const BULK_ROW_STATES = ['new', 'ready', 'refused', 'done', 'submitted'] as const
export type BulkRowState = (typeof BULK_ROW_STATES)[number]
const Job = Type.Object({
  id: Id,
  kind: Kind,
  title: Type.String(),
  state: Type.Unsafe<BulkState>({ type: 'string', enum: [...BULK_STATES] }),
  state_name: Type.String(),
  reason: Type.String(),
  note: Type.String({ description: 'why it failed' }),
  total: Type.Integer(),
  counts: Type.Object(
    {
      new: Type.Integer(),
      ready: Type.Integer(),
      refused: Type.Integer(),
      done: Type.Integer(),
      submitted: Type.Integer({ description: 'wait for another person’s approval' }),
    },
    { description: 'rows by how far they are' },
  ),
  asked_at: Type.String(),
  ended_at: NullableText,
})
export type BulkJobWire = Static<typeof Job>
const Row = Type.Object({
  seq: Type.Integer(),
  record_id: Id,
  key: Type.String(),
  name: Type.String(),
  stood: Type.String({ description: 'what the deed changes, as it was before' }),
  state: Type.Unsafe<BulkRowState>({ type: 'string', enum: [...BULK_ROW_STATES] }),
  message: Type.String(),
})
export type BulkRowWire = Static<typeof Row>

/** Of rows that were ticked, or of all that a list finds with these filters. */
export const staffBulkStart = call('POST', '/api/staff/bulk/:kind', {
  permission,
  summary: '批量办理：先逐条试算',
  params: Type.Object({ kind: Kind }),
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BULK_ROWS_MAX, uniqueItems: true })),
    query: Type.Optional(
      Type.Record(Type.String({ maxLength: 30 }), Type.Union([Type.String({ maxLength: 80 }), Type.Number()]), { maxProperties: 30 }),
    ),
    wish: Wish,
  }),
  data: Job,
})
/** run: to the rows where it can be. cancel: what is done stays done. */
export const staffBulkDeed = call('POST', '/api/staff/bulk_job/:id/:command', {
  permission: 'own',
  summary: '批量办理：照办、停止',
  params: Type.Object({ id: Id, command: Type.Unsafe<'run' | 'cancel'>({ type: 'string', enum: ['run', 'cancel'] }) }),
  body: Type.Object({}),
  data: Job,
})
export const staffBulkJobs = call('GET', '/api/staff/bulk_job', {
  permission: 'own',
  summary: '我的批量办理',
  query: Type.Object(Paging),
  data: Type.Object({ ...Paged, list: Type.Array(Job) }),
})
/** What cannot be done comes first. */
export const staffBulkJob = call('GET', '/api/staff/bulk_job/:id', {
  permission: 'own',
  summary: '批量办理的进度与逐条结果',
  query: Type.Object(Paging),
  data: Type.Object({ job: Job, ...Paged, list: Type.Array(Row) }),
})
export const staffBulkFile = call('GET', '/api/staff/bulk_job/:id/file', {
  permission: 'own',
  file: true,
  summary: '批量办理的逐条结果（Excel）',
  query: Type.Object({ failed: Type.Optional({ ...Flag, description: '1: only what was not done' }) }),
  data: Type.Object({}),
})
