import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, listOf, Paged, Paging, Yuan } from './shapes.ts'

/** The daily closing: what a business day came to, by whom it was closed, and what was booked after that. */

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const DayParams = Type.Object({ day: Day })
const Sheet = Type.Object({
  from_day: Type.String({ description: 'the first day that it covers' }),
  postings: Type.Integer(),
  channels: listOf({
    channel: Type.String(),
    name: Type.String(),
    in_count: Type.Integer(),
    in: Yuan,
    out_count: Type.Integer(),
    out: Yuan,
    theirs: Type.String({ description: 'in less out as the bank or the channel says it; empty: no statement of these days' }),
    difference: Type.String(),
    open: Type.Integer({ description: 'lines or differences that nobody has dealt with' }),
    missing: Type.Array(Type.String(), { description: 'days that moved and have no bill' }),
  }),
  kinds: listOf({ kind: Type.String(), name: Type.String(), count: Type.Integer(), amount: Yuan }),
  accounts: listOf({ kind: Type.String(), name: Type.String(), opening: Yuan, in: Yuan, out: Yuan, closing: Yuan }),
  total: Type.Object({ opening: Yuan, in: Yuan, out: Yuan, closing: Yuan }, { description: 'opening and closing are 0.00' }),
  late: Type.Object({ count: Type.Integer(), amount: Yuan }, { description: 'booked for days that were closed before' }),
  suspense: Type.Object({ count: Type.Integer(), amount: Yuan }, { description: 'that waits' }),
  problems: Type.Array(Type.String(), { description: 'what has to be explained' }),
})
export type ClosingSheetWire = Static<typeof Sheet>
const Closing = Type.Object({
  day: Type.String(),
  from_day: Type.String(),
  note: Type.String(),
  asked_by: Type.String(),
  approved_by: Type.String(),
  closed_at: Type.String(),
  in: Yuan,
  out: Yuan,
  problems: Type.Integer(),
  after: Type.Integer({ description: 'booked for its days since; 1,000 at most' }),
})
export type ClosingWire = Static<typeof Closing>

export const staffClosings = call('GET', '/api/staff/closing', {
  permission: 'money.view',
  summary: '日结列表',
  query: Type.Object(Paging),
  data: Type.Object({
    ...Paged,
    list: Type.Array(Closing),
    last: Type.String({ description: 'the last closed day; empty: none' }),
    next: Type.String({ description: 'the day to be closed now' }),
    today: Type.String(),
  }),
})
const After = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  kind_name: Type.String(),
  company: Type.String(),
  memo: Type.String(),
  amount: Yuan,
  belongs_to: Type.String({ description: 'the closed day that counted it; empty: the next one to be closed' }),
})
/** An open day as it would be closed now, a closed one as it was. */
export const staffClosing = call('GET', '/api/staff/closing/:day', {
  permission: 'money.view',
  summary: '一天的日结表',
  params: DayParams,
  data: Type.Object({
    day: Type.String(),
    is_closed: Flag,
    may_close: { ...Flag, description: '0: closed, before the last closed day, or not yet come' },
    closing: Type.Unsafe<ClosingWire | null>({ anyOf: [Closing, { type: 'null' }] }),
    sheet: Sheet,
    after: Type.Array(After, { description: 'booked for its days after it was closed, the first 100' }),
    after_count: Type.Integer({ description: '1,000 at most' }),
  }),
})
/** The rules of the command verify, those of money, asked of what came since the closings before: that command asks everything. */
export const staffClosingChecks = call('GET', '/api/staff/closing_checks', {
  permission: 'money.view',
  summary: '账内核对',
  data: Type.Object({
    list: listOf({ name: Type.String(), title: Type.String(), count: Type.Integer(), first: Type.String() }),
  }),
})
export const staffClosingFile = call('GET', '/api/staff/closing/:day/file', {
  permission: 'money.view',
  file: true,
  summary: '日结表 CSV',
  params: DayParams,
  data: Type.Object({}),
})
/** Once; another person approves it. It covers every day since the last closed one. Nothing is locked: what is booked later belongs to the next day. */
export const staffDayClose = call('POST', '/api/staff/closing/:day', {
  permission: 'money.close',
  summary: '日结',
  approval: 'day.close',
  refuses: ['NOBODY_TO_APPROVE'],
  params: DayParams,
  body: Type.Object({ reason: Type.String({ maxLength: 500, description: 'explains every problem; may be empty where there is none' }) }),
  data: Closing,
})
