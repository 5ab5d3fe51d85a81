import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DocumentShape } from './exchange.ts'
import { Measure } from './intake.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, PerPage } from './shapes.ts'

/** Registers that GSP asks a wholesaler to keep and to print: views over what the deeds wrote, the latest first. */

export const REGISTER_DAYS_MAX = 366
/** Where no day is named: the last so many. */
export const REGISTER_DAYS = 31
export const REGISTER_PAPER_MAX = 2_000

const Asked = {
  words: Type.Optional(
    Type.String({ maxLength: 60, description: 'beginning of a paper’s number, a batch, a goods’ code or name, or of a party' }),
  ),
  warehouse_id: Type.Optional(Id),
  start_time: OptionalDay,
  end_time: OptionalDay,
}
const Place = { after: Type.Optional(Id), per_page: Type.Optional(PerPage) }
const Answered = {
  from: Type.String({ description: 'first day of the period that was read' }),
  to: Type.String(),
  next: NullableInteger,
}
const Goods = {
  name: Type.String({ description: 'generic name, with the trade name behind it where that is another' }),
  dosage_form: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  maker: Type.String(),
  batch_no: Type.String(),
  expiry_date: Type.String(),
  number: Type.Integer(),
}

export type AcceptanceResult = 'passed' | 'rejected'
export const staffAcceptanceRegister = call('GET', '/api/staff/register/acceptance', {
  permission: 'registers.view',
  summary: '药品验收记录',
  query: Type.Object({
    ...Asked,
    result: Type.Optional(
      Type.Unsafe<AcceptanceResult>({ type: 'string', enum: ['passed', 'rejected'], description: 'rejected: some of the line, or all' }),
    ),
    ...Place,
  }),
  data: Type.Object({
    ...Answered,
    list: listOf({
      id: Id,
      intake_id: Id,
      no: Type.String(),
      warehouse: Type.String(),
      supplier: Type.String(),
      paper_no: Type.String(),
      arrived_at: Type.String(),
      accepted_at: Type.String(),
      ...Goods,
      approval_no: Type.String(),
      origin: Type.String(),
      production_date: NullableText,
      sampled: NullableInteger,
      appearance: Type.String(),
      report_no: Type.String(),
      accepted: Type.Integer(),
      result: Type.String(),
      reject_reason: Type.String(),
      measure: Measure,
      measure_name: Type.String(),
      receiver: Type.String(),
      acceptor: Type.String(),
    }),
  }),
})

export const staffRecheckRegister = call('GET', '/api/staff/register/recheck', {
  permission: 'registers.view',
  summary: '药品出库复核记录',
  query: Type.Object({ ...Asked, ...Place }),
  data: Type.Object({
    ...Answered,
    list: listOf({
      id: Id,
      shipment_id: Id,
      order_no: Type.String(),
      company: Type.String(),
      warehouse: Type.String(),
      shipped_at: Type.String(),
      ...Goods,
      quality: Type.String(),
      cold_chain: Flag,
      picker: Type.String(),
      checker: Type.String(),
    }),
  }),
})

const REGISTER_KINDS = ['acceptance', 'recheck', 'unqualified'] as const
export type RegisterKind = (typeof REGISTER_KINDS)[number]
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const PaperBody = Type.Object({ from: Day, to: Day, warehouse_id: Type.Optional(Id) })
export type RegisterPaperAsked = Static<typeof PaperBody>
/** The register of a period as a paper with quality's seal; asked for again it is a new version, for what was done since. */
export const staffRegisterPaper = call('POST', '/api/staff/register/:kind', {
  permission: 'registers.make',
  summary: '打印质量记录（盖章单据）',
  refuses: ['DOCUMENT_WAITING'],
  params: Type.Object({ kind: Type.Unsafe<RegisterKind>({ type: 'string', enum: [...REGISTER_KINDS] }) }),
  body: PaperBody,
  data: Type.Object({ lines: Type.Integer(), document: DocumentShape }),
})
