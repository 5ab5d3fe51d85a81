import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from './constants.ts'
import { Id, NullableInteger, OptionalDay, PerPage, Yuan } from './shapes.ts'

/** Postings of the double-entry ledger as they were written, each with all its sides. */

type AccountKind = keyof typeof LEDGER_ACCOUNTS
type LedgerKind = keyof typeof LEDGER_KINDS

const Posting = Type.Object({
  id: Id,
  at: Type.String(),
  kind: Type.String(),
  kind_name: Type.String(),
  company_id: NullableInteger,
  company: Type.String(),
  order_id: NullableInteger,
  order_no: Type.String(),
  memo: Type.String(),
  key: Type.String({ description: 'by which the same event is posted once' }),
  amount: Type.String({ description: '元 that moved: the sum of the positive sides' }),
  sides: Type.Array(
    Type.Object({
      account: Type.String(),
      account_name: Type.String(),
      owner: Type.String({ description: 'the company whose account it is; empty: the shop’s' }),
      amount: Yuan,
      balance_after: Type.String({ description: 'of a company’s account; empty of the shop’s' }),
    }),
    { description: 'they sum to 0.00' },
  ),
})
export type LedgerPostingWire = Static<typeof Posting>

export const staffLedger = call('GET', '/api/staff/ledger', {
  permission: 'money.view',
  summary: '总账：每笔分录的两边，新的在前',
  query: Type.Object({
    order_no: Type.Optional(Type.String({ maxLength: 40, description: 'whole' })),
    company_id: Type.Optional(Id),
    kind: Type.Optional(Type.Unsafe<LedgerKind>({ type: 'string', enum: Object.keys(LEDGER_KINDS) })),
    account: Type.Optional(Type.Unsafe<AccountKind>({ type: 'string', enum: Object.keys(LEDGER_ACCOUNTS) })),
    start_time: OptionalDay,
    end_time: OptionalDay,
    after: Type.Optional(Id),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({ list: Type.Array(Posting), next: NullableInteger }),
})
