import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import type { UNQUALIFIED_STATES, UNQUALIFIED_WAYS } from './constants.ts'
import { Id, NullableText, OptionalDay, Paged, Paging, Reason } from './shapes.ts'

/** 不合格药品: one finds, quality judges, and what is bad leaves by two people. */

export type UnqualifiedState = keyof typeof UNQUALIFIED_STATES
export type UnqualifiedWay = keyof typeof UNQUALIFIED_WAYS
const State = Type.Unsafe<UnqualifiedState>({ type: 'string', enum: ['found', 'fine', 'bad', 'gone'] })

const Unqualified = Type.Object({
  id: Id,
  no: Type.String(),
  source: Type.Unsafe<'storage' | 'acceptance'>({ type: 'string' }),
  source_name: Type.String(),
  warehouse: Type.String(),
  batch_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: refused at acceptance, never was stock' }),
  intake_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  name: Type.String(),
  dosage_form: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  maker: Type.String(),
  batch_no: Type.String(),
  expiry_date: Type.String(),
  number: Type.Integer(),
  reason: Type.String(),
  finder: Type.String(),
  found_at: Type.String(),
  state: State,
  state_name: Type.String(),
  judge: Type.String(),
  judged_at: NullableText,
  verdict: Type.String(),
  way_name: Type.String(),
  disposer: Type.String(),
  witness: Type.String({ description: 'who approved that it leaves' }),
  disposed_at: NullableText,
  disposal: Type.String(),
})
export type UnqualifiedWire = Static<typeof Unqualified>

export const staffUnqualified = call('GET', '/api/staff/unqualified', {
  permission: 'registers.view',
  summary: '不合格药品台账',
  query: Type.Object({
    words: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of its number, of a batch, of a goods’ code or name' })),
    state: Type.Optional(State),
    warehouse_id: Type.Optional(Id),
    start_time: OptionalDay,
    end_time: OptionalDay,
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Unqualified) }),
})
/** The batch is held at once, in every warehouse: quality alone lets it go again. */
export const staffUnqualifiedReport = call('POST', '/api/staff/unqualified', {
  permission: 'unqualified.report',
  summary: '登记不合格药品，批号随即锁定',
  body: Type.Object({ batch_id: Id, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }), reason: Reason }),
  data: Type.Object({ id: Id, no: Type.String(), open_orders: Type.Integer({ description: 'that hold some of the batch' }) }),
})
export const staffUnqualifiedJudge = call('POST', '/api/staff/unqualified/:id/judge', {
  permission: 'unqualified.judge',
  summary: '判定不合格药品',
  body: Type.Object({ verdict: Type.Unsafe<'bad' | 'fine'>({ type: 'string', enum: ['bad', 'fine'] }), reason: Reason }),
  data: Type.Object({ state: State }),
})
export const staffUnqualifiedDispose = call('POST', '/api/staff/unqualified/:id/dispose', {
  permission: 'unqualified.dispose',
  summary: '销毁或退回不合格药品',
  approval: 'unqualified.dispose',
  refuses: ['NOBODY_TO_APPROVE'],
  body: Type.Object({ way: Type.Unsafe<UnqualifiedWay>({ type: 'string', enum: ['destroy', 'return'] }), reason: Reason }),
  data: Type.Object({ state: State }),
})
