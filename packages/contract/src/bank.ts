import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { Flag, Id, listOf, OptionalDay, Paged, Paging, Yuan } from './shapes.ts'

/** The bank's statement: its lines are taken in once each, and matched by a person. */

const Line = {
  line: Type.Integer({ description: 'in the file' }),
  day: Type.String(),
  time: Type.String({ description: 'empty: the statement says the day alone' }),
  payer_name: Type.String(),
  payer_account: Type.String(),
  amount: Yuan,
  memo: Type.String(),
  serial: Type.String(),
}
const IMPORT_LINE_STATES = ['new', 'alike', 'known'] as const
const Import = Type.Object({
  id: Id,
  file_name: Type.String(),
  state: Type.Unsafe<'shown' | 'taken'>({ type: 'string' }),
  read_by: Type.String(),
  read_at: Type.String(),
  taken_by: Type.String(),
  line_count: Type.Integer(),
  fresh_count: Type.Integer({ description: 'taken: how many were new; shown: how many would be' }),
  fault_count: Type.Integer(),
  outgoing: Type.Integer({ description: 'lines of money that went out, left aside' }),
})
const ImportRead = Type.Object({
  import: Import,
  fresh: Yuan,
  known_count: Type.Integer(),
  alike_count: Type.Integer(),
  lines: listOf({
    ...Line,
    state: Type.Unsafe<(typeof IMPORT_LINE_STATES)[number]>({
      type: 'string',
      enum: [...IMPORT_LINE_STATES],
      description: 'known: taken in before; alike: another line of that day, payer and amount was taken in under another number',
    }),
  }),
  faults: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
    description: 'the first of them; line 0: what this file lacks',
  }),
})
export type BankImportWire = Static<typeof ImportRead>

/** multipart/form-data with the part file: CSV, XLSX or XLS, 2 MB. Nothing is taken in yet. */
export const staffBankFile = call('POST', '/api/staff/bank/file', {
  permission: 'money.reconcile',
  summary: '读取银行流水文件',
  data: ImportRead,
})
export const staffBankImport = call('GET', '/api/staff/bank/import/:id', {
  permission: 'transfers.view',
  summary: '银行流水文件的内容',
  data: ImportRead,
})
export const staffBankImports = call('GET', '/api/staff/bank/import', {
  permission: 'transfers.view',
  summary: '导入过的银行流水文件',
  query: Type.Object(Paging),
  data: Type.Object({ ...Paged, list: Type.Array(Import) }),
})
/** Twice takes nothing more. */
export const staffBankTake = call('POST', '/api/staff/bank/import/:id/take', {
  permission: 'money.reconcile',
  summary: '收入银行流水',
  body: Type.Object({ alike: Type.Optional({ ...Flag, description: '1: also those that look like known ones' }) }),
  data: Type.Object({ fresh: Type.Integer(), import: Import }),
})

const Target = Type.Object({
  payment_no: Type.String({ description: 'empty: an order that no transfer was announced for' }),
  order_no: Type.String(),
  order_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  what: Type.String({ description: '订单 2026…, 余额充值 C…' }),
  company: Type.String(),
  amount: Yuan,
  standing: Type.Unsafe<'due' | 'booked' | 'closed'>({
    type: 'string',
    description: 'booked: confirmed by hand before, the line only joins it; closed: what comes is sent back',
  }),
  proof_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  proof_account: Type.String(),
  is_hm: Flag,
  fits: Type.Object({ amount: Flag, name: Flag, number: Flag, account: Flag }),
  percent: Type.Integer(),
  bookable: Flag,
  why: Type.String({ description: 'why not' }),
})
export type BankTargetWire = Static<typeof Target>

export const BANK_LINE_STATES = ['open', 'matched', 'suspended', 'aside'] as const
export type BankLineState = (typeof BANK_LINE_STATES)[number]
const State = Type.Unsafe<BankLineState>({ type: 'string', enum: [...BANK_LINE_STATES] })
const BankLine = Type.Object({
  id: Id,
  ...Line,
  state: State,
  state_name: Type.String(),
  matched_to: Type.String({ description: 'what it paid, or the number in suspense' }),
  note: Type.String(),
  decided_by: Type.String(),
  suggestion: Type.Unsafe<BankTargetWire | null>({ anyOf: [Target, { type: 'null' }], description: 'the best that it may be for' }),
  clear: { ...Flag, description: '1: amount and payer fit, and nothing else is near it' },
})
export type BankLineWire = Static<typeof BankLine>
const Filters = {
  state: Type.Optional(State),
  start_time: OptionalDay,
  end_time: OptionalDay,
  keywords: Type.Optional(Type.String({ maxLength: 60, description: 'payer, amount or the beginning of the serial number' })),
}
export const staffBankLines = call('GET', '/api/staff/bank/line', {
  permission: 'transfers.view',
  summary: '银行来账',
  query: Type.Object({ ...Filters, ...Paging }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(BankLine),
    sums: Type.Object(
      {
        open: Type.Integer(),
        open_amount: Yuan,
        oldest: Type.String({ description: 'day; empty: none is open' }),
        day: Type.String({ description: 'the latest that lines were taken in of; empty: none' }),
        day_count: Type.Integer(),
        day_amount: Yuan,
        day_matched: Type.Integer(),
        day_matched_amount: Yuan,
      },
      { description: 'of all that is open, and of the latest day' },
    ),
  }),
})
export const staffBankLine = call('GET', '/api/staff/bank/line/:id', {
  permission: 'transfers.view',
  summary: '一笔来账可以对到什么',
  data: Type.Object({
    line: BankLine,
    targets: Type.Array(Target),
    proofs: listOf({ id: Id, files: Type.Array(FileShape) }),
  }),
})
const BANK_MATCH_MAX = 100
/** Each by itself, as if it was matched alone; a payer who is not the company is not among them, that asks for a reason. */
export const staffBankMatch = call('POST', '/api/staff/bank/match', {
  permission: 'transfers.confirm',
  summary: '几笔来账各对到建议的单据',
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        id: Id,
        payment_no: Type.Optional(Type.String({ maxLength: 40 })),
        order_no: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      { minItems: 1, maxItems: BANK_MATCH_MAX },
    ),
  }),
  data: Type.Object({ matched: Type.Integer(), faults: listOf({ id: Id, message: Type.String() }) }),
})
const COMMANDS = ['match', 'suspend', 'aside', 'reopen'] as const
/** match: books it for one payment or order; suspend: nobody's yet; aside: no money of buyers, such as interest; reopen: what was set aside. */
export const staffBankDecide = call('POST', '/api/staff/bank/line/:id/:command', {
  permission: 'transfers.confirm',
  summary: '银行来账：对上、转待查、不入账、重开',
  params: Type.Object({ id: Id, command: Type.Unsafe<(typeof COMMANDS)[number]>({ type: 'string', enum: [...COMMANDS] }) }),
  body: Type.Object({
    payment_no: Type.Optional(Type.String({ maxLength: 40, description: 'match: this payment' })),
    order_no: Type.Optional(Type.String({ maxLength: 40, description: 'match: or this order' })),
    reason: Type.Optional(Type.String({ maxLength: 200, description: 'needed but to match a payer who is the company' })),
  }),
  data: Type.Object({ state: State, state_name: Type.String(), matched_to: Type.String(), outcome: Type.String() }),
})
