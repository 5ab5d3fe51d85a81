import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DocumentShape } from './exchange.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, Page, Paged, Paging, PerPage, Yuan } from './shapes.ts'

/** Monthly statements, and the sales record that quality prints. */

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'Beijing month' })
const Answer = Type.Unsafe<'open' | 'agreed' | 'disputed'>({ type: 'string', enum: ['open', 'agreed', 'disputed'] })

const Statement = Type.Object({
  id: Id,
  month: Type.String(),
  opening: Yuan,
  received: Yuan,
  bought: Yuan,
  given: Yuan,
  other: Yuan,
  closing: Yuan,
  made_at: Type.String(),
  answer: Answer,
  answer_name: Type.String(),
  answered_at: NullableText,
  answered_by: Type.String(),
  note: Type.String(),
  document: Type.Unsafe<Static<typeof DocumentShape> | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
})
export type StatementWire = Static<typeof Statement>

export const statementList = call('GET', '/api/statement/list', {
  access: 'member',
  summary: '往来对账单',
  query: Type.Object({ page: Type.Optional(Page) }),
  data: Type.Object({ ...Paged, list: Type.Array(Statement) }),
})
/** The buyer agrees, or says what is wrong; said once, until staff make the statement anew. */
export const statementAnswer = call('POST', '/api/statement/:id/answer', {
  access: 'member',
  summary: '确认对账单或提出异议',
  refuses: ['STATEMENT_CHANGED', 'SEAL_NOT_YOURS'],
  body: Type.Object({
    agree: Flag,
    note: Type.Optional(Type.String({ maxLength: 300, description: 'needed where not agreed' })),
    made_at: Type.String({ maxLength: 40, description: 'made_at of the statement that was read: a newer one is not answered by it' }),
  }),
  data: Statement,
})

const StaffStatement = Type.Object({ company_id: Id, company: Type.String(), ...Statement.properties })
export const staffStatementList = call('GET', '/api/staff/statement', {
  permission: 'statements.view',
  summary: '全部对账单',
  query: Type.Object({
    month: Type.Optional(Month),
    company_id: Type.Optional(Id),
    answer: Type.Optional(Answer),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(StaffStatement) }),
})
/** Made again, it is a new version that asks for a new answer. */
export const staffStatementMake = call('POST', '/api/staff/statement', {
  permission: 'statements.make',
  summary: '制作或更正对账单',
  refuses: ['DOCUMENT_WAITING'],
  body: Type.Object({ company_id: Id, month: Month, reason: Type.String({ minLength: 2, maxLength: 100 }) }),
  data: StaffStatement,
})

const RecordPeriod = {
  from: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  to: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  company_id: Type.Optional(Id),
}
export const SALES_RECORD_LINES_MAX = 20_000
/** What left the house in a period, line by line and batch by batch (药品经营质量管理规范 art. 92), as Excel. */
export const staffSalesRecord = call('GET', '/api/staff/sales_record', {
  permission: 'sales_record.view',
  file: true,
  summary: '药品销售记录（Excel）',
  query: Type.Object(RecordPeriod),
  data: Type.Object({}),
})
/** The record itself, to be read on a page: the last first; of this month where no day is said. */
export const staffSalesLines = call('GET', '/api/staff/sales_record/line', {
  permission: 'sales_record.view',
  summary: '药品销售记录',
  query: Type.Object({
    start_time: OptionalDay,
    end_time: OptionalDay,
    company_id: Type.Optional(Id),
    words: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of a batch or order number, part of a buyer’s name' })),
    after: Type.Optional(Id),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({
    from: Type.String(),
    to: Type.String(),
    list: listOf({
      id: Id,
      shipped_at: Type.String(),
      order_id: Id,
      order_no: Type.String(),
      company: Type.String(),
      name: Type.String({ description: 'generic name, in brackets the trade’s' }),
      dosage_form: Type.String(),
      spec: Type.String(),
      maker: Type.String(),
      origin: Type.String(),
      approval_no: Type.String(),
      batch_no: Type.String(),
      expiry_date: Type.String(),
      number: Type.Integer(),
      unit: Type.String(),
      price: Yuan,
      amount: Yuan,
    }),
    next: NullableInteger,
  }),
})
export const SALES_RECORD_PAPER_MAX = 2_000
/** The same as a paper with the quality department's seal. */
export const staffSalesRecordPaper = call('POST', '/api/staff/sales_record', {
  permission: 'sales_record.make',
  summary: '制作药品销售记录',
  refuses: ['DOCUMENT_WAITING'],
  body: Type.Object(RecordPeriod),
  data: Type.Object({ lines: Type.Integer(), document: DocumentShape }),
})
