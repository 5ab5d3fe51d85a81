import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Id, NullableYuan, OptionalDay, Paged, Paging, Yuan } from './shapes.ts'

/** A payment channel's bill of a day beside the ledger, and what differs. */

const Channel = Type.Object({ channel: Type.String(), name: Type.String() })
const Bill = Type.Object({
  id: Id,
  channel: Type.String(),
  channel_name: Type.String(),
  day: Type.String(),
  file_name: Type.String(),
  line_count: Type.Integer(),
  other_days: Type.Integer({ description: 'lines of other days in the file, left aside' }),
  matched_count: Type.Integer(),
  theirs_in: Yuan,
  theirs_out: Yuan,
  ours_in: Yuan,
  ours_out: Yuan,
  open: Type.Integer({ description: 'differences that nobody has closed' }),
  differences: Type.Integer(),
  sent_by: Type.String(),
  sent_at: Type.String(),
})
export type ChannelBillWire = Static<typeof Bill>

export const staffChannelBills = call('GET', '/api/staff/channel_bill', {
  permission: 'money.view',
  summary: '渠道账单',
  query: Type.Object(Paging),
  data: Type.Object({ ...Paged, list: Type.Array(Bill), channels: Type.Array(Channel) }),
})
/** multipart/form-data with the part file: CSV, XLSX or XLS, 2 MB. The day's last file counts. */
export const staffChannelFile = call('POST', '/api/staff/channel_bill/:channel/:day', {
  permission: 'money.reconcile',
  summary: '上传渠道账单并核对',
  params: Type.Object({ channel: Type.String({ maxLength: 30 }), day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }) }),
  data: Bill,
})

const STATES = ['open', 'closed'] as const
const SIDES = ['ours', 'theirs', 'amount'] as const
const Difference = Type.Object({
  id: Id,
  channel: Type.String(),
  channel_name: Type.String(),
  day: Type.String(),
  side: Type.Unsafe<(typeof SIDES)[number]>({ type: 'string', enum: [...SIDES] }),
  side_name: Type.String(),
  direction: Type.Unsafe<'in' | 'out'>({ type: 'string' }),
  number: Type.String(),
  gateway_no: Type.String(),
  at: Type.String({ description: 'as its side says it' }),
  ours: NullableYuan,
  theirs: NullableYuan,
  hint: Type.String(),
  state: Type.Unsafe<(typeof STATES)[number]>({ type: 'string' }),
  note: Type.String(),
  closed_by: Type.String(),
  closed_at: Type.String(),
  version: Type.Integer(),
  bookable: Type.Integer({ description: '1: money that arrived and that the shop has not heard of' }),
})
export type ChannelDifferenceWire = Static<typeof Difference>
const Filters = {
  state: Type.Optional(Type.Unsafe<(typeof STATES)[number]>({ type: 'string', enum: [...STATES] })),
  side: Type.Optional(Type.Unsafe<(typeof SIDES)[number]>({ type: 'string', enum: [...SIDES] })),
  start_time: OptionalDay,
  end_time: OptionalDay,
  bill: Type.Optional(Id),
}
export const staffChannelDifferences = call('GET', '/api/staff/channel_difference', {
  permission: 'money.view',
  summary: '渠道对账差异',
  query: Type.Object({ ...Filters, ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Difference) }),
})
/** book: what the channel's bill says to have arrived is settled as if the channel had told it; close: with what it was. */
export const staffChannelDecide = call('POST', '/api/staff/channel_difference/:id/:command', {
  permission: { param: 'command', words: { book: 'transfers.confirm', close: 'money.reconcile', reopen: 'money.reconcile' } },
  summary: '渠道差异：补入账、关闭、重开',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<'book' | 'close' | 'reopen'>({ type: 'string', enum: ['book', 'close', 'reopen'] }),
  }),
  body: Type.Object({ version: Type.Integer({ minimum: 1 }), reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Difference,
})
