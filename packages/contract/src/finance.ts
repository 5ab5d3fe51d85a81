import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, Paging, Yuan } from './shapes.ts'

/** What finance does with companies' money: credit terms, balances, transfers by bank, money that pays nothing as it is. */

const Reason = Type.String({ minLength: 1, maxLength: 200 })
const CompanyParams = Type.Object({ id: Id })
export const staffCreditTerms = call('POST', '/api/staff/company/:id/credit', {
  permission: 'credit.change',
  summary: '设置企业账期额度与天数',
  approval: 'credit.terms',
  refuses: ['NOBODY_TO_APPROVE'],
  params: CompanyParams,
  body: Type.Object({
    limit: Type.String({ maxLength: 20, description: '元; 0 stops it' }),
    days: Type.Integer({ minimum: 0, maximum: 365 }),
    reason: Reason,
  }),
  data: Type.Object({ limit: Yuan, days: Type.Integer(), used: Yuan }),
})
const CREDIT_SCOPES = ['given', 'overdue', 'all'] as const
const CompanyMoney = Type.Object({
  company_id: Id,
  company: Type.String(),
  is_passed: Flag,
  balance: Yuan,
  limit: Yuan,
  days: Type.Integer(),
  used: Yuan,
  left: Yuan,
  overdue: Yuan,
  overdue_count: Type.Integer(),
  next_due: Type.Object({ on: NullableText, amount: Yuan }, { description: 'the first bill that is open, overdue ones among them' }),
})
export type CompanyMoneyWire = Static<typeof CompanyMoney>
/** What companies hold with the shop and owe it. given: those with a limit or an open bill. */
export const staffCompanyMoney = call('GET', '/api/staff/credit', {
  permission: 'credit.view',
  summary: '企业账期与余额',
  query: Type.Object({
    scope: Type.Optional(
      Type.Unsafe<(typeof CREDIT_SCOPES)[number]>({
        type: 'string',
        enum: [...CREDIT_SCOPES],
        description: 'left out: given; with keywords: all',
      }),
    ),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'part of the company name' })),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(CompanyMoney),
    total: Type.Integer({ description: '10,000 at most' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
    sums: Type.Object({ limit: Yuan, used: Yuan, overdue: Yuan }, { description: 'of all companies' }),
  }),
})
export const staffBalanceAdjust = call('POST', '/api/staff/company/:id/balance', {
  permission: 'balance.adjust',
  summary: '调整企业余额',
  approval: 'balance.adjust',
  refuses: ['NOBODY_TO_APPROVE', 'KEY_USED'],
  params: CompanyParams,
  body: Type.Object({
    amount: Type.String({ maxLength: 20, description: '元; negative takes' }),
    reason: Reason,
    key: Type.String({ minLength: 8, maxLength: 64, description: 'the same key adjusts once' }),
  }),
  data: Type.Object({ balance: Yuan }),
})
export const staffTransfers = call('GET', '/api/staff/payment/transfers', {
  permission: 'transfers.view',
  summary: '待确认的对公转账',
  query: Type.Object(Paging),
  data: Type.Object({
    list: listOf({
      no: Type.String(),
      purpose: Type.String(),
      subject_no: Type.String(),
      company: Type.String(),
      amount: Yuan,
      status: Type.Unsafe<'created' | 'refunding'>({ type: 'string', description: 'refunding: to be sent back' }),
      status_name: Type.String(),
      at: Type.String(),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
const RechargeStatus = Type.Unsafe<'created' | 'paid'>({ type: 'string', enum: ['created', 'paid'] })
const RechargePurse = Type.Unsafe<'voucher' | 'balance'>({ type: 'string', enum: ['voucher', 'balance'] })
export const staffRecharges = call('GET', '/api/staff/recharge', {
  permission: 'credit.view',
  summary: '充值',
  query: Type.Object({
    status: Type.Optional(RechargeStatus),
    purse: Type.Optional(RechargePurse),
    keywords: Type.Optional(
      Type.String({ maxLength: 60, description: 'beginning of the number of a recharge or its payment; part of the company name' }),
    ),
    company_id: Type.Optional(Id),
    start_time: OptionalDay,
    end_time: OptionalDay,
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      id: Id,
      no: Type.String(),
      status: RechargeStatus,
      status_name: Type.String(),
      company_id: Id,
      company: Type.String(),
      purse: RechargePurse,
      purse_name: Type.String(),
      amount: Yuan,
      gift: { ...Yuan, description: 'what the tier promised when it was begun' },
      began_by: Type.String(),
      channel_name: Type.String({ description: 'empty: no way to pay was chosen yet' }),
      payment_no: Type.String(),
      payer: Type.String({ description: 'who paid, as the channel tells it and masked' }),
      created_at: Type.String(),
      paid_at: NullableText,
    }),
    total: Type.Integer({ description: '10,000 at most' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
    sums: Type.Object({ amount: Yuan, gift: Yuan }, { description: 'of those that are paid, of all that the filter finds' }),
  }),
})
/** arrived: the transfer is on the bank's statement; returned: it was sent back. */
export const staffTransfer = call('POST', '/api/staff/payment/:no/:command', {
  permission: 'transfers.confirm',
  summary: '确认对公转账到账或退回',
  approval: 'transfer.arrived',
  refuses: ['NOBODY_TO_APPROVE'],
  params: Type.Object({
    no: Type.String({ maxLength: 40 }),
    command: Type.Unsafe<'arrived' | 'returned'>({ type: 'string', enum: ['arrived', 'returned'] }),
  }),
  data: Type.Object({ outcome: Type.String() }),
})

/** Money that a gateway vouches for and that pays nothing as it is: another amount, or no such payment. */
export const staffSuspense = call('GET', '/api/staff/payment/suspense', {
  permission: 'suspense.view',
  summary: '待查款项',
  query: Type.Object({
    status: Type.Optional(Type.Unsafe<'open' | 'all'>({ type: 'string', enum: ['open', 'all'] })),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      no: Type.String(),
      channel: Type.String(),
      payment_no: Type.String(),
      gateway_no: Type.String(),
      amount: Yuan,
      reason: Type.String(),
      company_id: NullableInteger,
      company: Type.String(),
      order_no: Type.String({ description: 'of the payment that it names, or that it was matched to' }),
      status: Type.String(),
      status_name: Type.String(),
      note: Type.String(),
      payer: Type.String({ description: 'who paid, as far as the channel tells it; of a transfer by bank also what he wrote' }),
      can_return: { ...Flag, description: '0: no channel sends it back, finance transfers it' },
      decided_by: Type.String(),
      at: Type.String(),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
/** match: to a company's balance, and from it to an order where one is named; return: through the gateway; sent: finance has transferred it. */
export const staffSuspenseDecide = call('POST', '/api/staff/payment/suspense/:no/:command', {
  permission: 'suspense.decide',
  summary: '处理待查款项：入账、退回、已汇出',
  approval: 'suspense.match',
  refuses: ['NOBODY_TO_APPROVE'],
  params: Type.Object({
    no: Type.String({ maxLength: 40 }),
    command: Type.Unsafe<'match' | 'return' | 'sent'>({ type: 'string', enum: ['match', 'return', 'sent'] }),
  }),
  body: Type.Object({
    company_id: Type.Optional(Id),
    order_no: Type.Optional(Type.String({ maxLength: 40, description: 'match only' })),
    reason: Reason,
  }),
  data: Type.Object({ status: Type.String(), status_name: Type.String() }),
})
