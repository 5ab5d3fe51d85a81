import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { INTAKE_STATES, type REJECT_MEASURES } from './constants.ts'
import { Flag, Id, NullableInteger, NullableText, Paged, Paging } from './shapes.ts'

/** 收货与验收: one of the warehouse receives, another of the quality department accepts, and only then it is stock. */

export const INTAKE_LINES_MAX = 200
export type IntakeState = keyof typeof INTAKE_STATES
export type RejectMeasure = keyof typeof REJECT_MEASURES
export const Measure = Type.Unsafe<RejectMeasure | ''>({ type: 'string', enum: ['', 'refuse', 'hold'] })
const State = Type.Unsafe<IntakeState>({ type: 'string', enum: Object.keys(INTAKE_STATES) })
const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const Head = {
  id: Id,
  no: Type.String(),
  warehouse_id: Id,
  warehouse: Type.String(),
  supplier: Type.String(),
  supplier_id: { ...NullableInteger, description: 'null: of before suppliers were kept' },
  paper_no: Type.String(),
  state: State,
  state_name: Type.String(),
  cold_chain: Flag,
  line_count: Type.Integer(),
  number: Type.Integer(),
  receiver: Type.String(),
  received_at: Type.String(),
  decider: Type.String(),
  decided_at: NullableText,
}
const IntakeHead = Type.Object(Head)
export type IntakeHeadWire = Static<typeof IntakeHead>
const Line = Type.Object({
  id: Id,
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  maker: Type.String(),
  storage: Type.String(),
  cold_chain: Flag,
  batch_no: Type.String(),
  production_date: NullableText,
  expiry_date: Type.String(),
  number: Type.Integer(),
  place: Type.String(),
  accepted: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  reject_reason: Type.String(),
  measure: Measure,
  sampled: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'smallest packs that were looked at; null: not judged yet',
  }),
  least_sample: Type.Integer({ description: 'what the rule asks for, at the least' }),
  appearance: Type.String(),
  report_no: Type.String({ description: 'as accepted; before that, of the report that the shop has' }),
  batch_id: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'what was accepted of it lies there' }),
  has_report: Flag,
  is_known: Flag,
  refused: Type.String({ description: 'why none of it may be accepted now; empty: it may' }),
})
export type IntakeLineWire = Static<typeof Line>

export const staffIntakes = call('GET', '/api/staff/intake', {
  permission: 'stock.view',
  summary: '收货单',
  query: Type.Object({
    state: Type.Optional(State),
    warehouse_id: Type.Optional(Id),
    words: Type.Optional(
      Type.String({ maxLength: 60, description: 'beginning of its number, of the supplier’s paper or of the supplier' }),
    ),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(IntakeHead) }),
})
export const staffIntakeInfo = call('GET', '/api/staff/intake/:id', {
  permission: 'stock.view',
  summary: '收货单明细',
  data: Type.Object({
    ...Head,
    transport: Type.String(),
    arrived_at: Type.String(),
    celsius: NullableNumber,
    cold_range: Type.String({ description: 'as the labels of its cold goods ask; empty: none is cold' }),
    is_in_range: Flag,
    remark: Type.String(),
    reason: Type.String(),
    received_by_me: Flag,
    lines: Type.Array(Line),
  }),
})
export const staffIntakeAdd = call('POST', '/api/staff/intake', {
  permission: 'stock.receive',
  summary: '登记收货',
  body: Type.Object({
    warehouse_id: Id,
    supplier_id: { ...Id, description: 'one whose first trade has passed' },
    paper_no: Type.String({ maxLength: 40 }),
    transport: Type.Optional(Type.String({ maxLength: 30 })),
    celsius: Type.Optional(Type.Number({ minimum: -80, maximum: 60, description: 'asked for where a goods is cold' })),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    lines: Type.Array(
      Type.Object({
        goods_id: Id,
        batch_no: Type.String({ maxLength: 20 }),
        production_date: Type.Optional(Type.String({ maxLength: 20 })),
        expiry_date: Type.String({ maxLength: 20, description: '2028-05-31, 20280531; a month alone ends with it' }),
        number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        place: Type.Optional(Type.String({ maxLength: 20 })),
      }),
      { minItems: 1, maxItems: INTAKE_LINES_MAX },
    ),
  }),
  data: Type.Object({ id: Id, no: Type.String() }),
})
/** Of each line how much is good; the rest goes back with its reason. */
export const staffIntakeAccept = call('POST', '/api/staff/intake/:id/accept', {
  permission: 'stock.accept',
  summary: '验收入库',
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        id: Id,
        accepted: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        sampled: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'smallest packs; 0 only where nothing is accepted' }),
        appearance: Type.Optional(Type.String({ maxLength: 60 })),
        report_no: Type.Optional(Type.String({ maxLength: 40 })),
        reject_reason: Type.Optional(Type.String({ maxLength: 100 })),
        measure: Type.Optional(Measure),
      }),
      { minItems: 1, maxItems: INTAKE_LINES_MAX },
    ),
  }),
  data: Type.Object({ accepted: Type.Integer(), rejected: Type.Integer(), locked: Type.Array(Type.String()) }),
})
export const staffIntakeWithdraw = call('POST', '/api/staff/intake/:id/withdraw', {
  permission: 'stock.receive',
  summary: '撤回收货登记',
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: Type.Object({ state: State }),
})
