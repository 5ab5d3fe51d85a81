import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Id, Ids, listOf, NullableInteger, NullableText, Paging, Yuan } from './shapes.ts'

/** The wallet: balance, cash vouchers, points, credit term; all of them read from the ledger. */

export const PURSES = ['balance', 'voucher', 'points'] as const
export type PurseWire = (typeof PURSES)[number]
const Purse = Type.Unsafe<PurseWire>({ type: 'string', enum: [...PURSES] })
const Day = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', description: 'Beijing date, or empty' })
const Month = Type.String({ pattern: '^(\\d{4}-(0[1-9]|1[0-2]))?$', description: 'YYYY-MM; empty: this one' })

const Log = Type.Object({
  id: Id,
  at: Type.String(),
  use_type: Type.String(),
  use_name: Type.String(),
  amount: Type.String({ description: '元, or points; negative went out' }),
  balance_after: Type.String(),
  memo: Type.String(),
  order_id: NullableInteger,
  order_no: Type.String(),
  store: Type.String({ description: 'of which store, in the log of the group' }),
})
export type MoneyLogWire = Static<typeof Log>
const LogPage = {
  list: Type.Array(Log),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  income: Type.String({ description: 'of all that the filter finds' }),
  expense: Type.String(),
  types: Type.Array(Type.Object({ use_type: Type.String(), name: Type.String() }), { description: 'to choose from' }),
}
const LogQuery = {
  use_type: Type.Optional(Type.String({ maxLength: 30, description: 'a kind of movement; in | out; empty: all' })),
  start_time: Type.Optional(Day),
  end_time: Type.Optional(Day),
}
const PagedLogQuery = { ...Paging, ...LogQuery }

export const userMoney = call('GET', '/api/user/user_money', {
  access: 'member',
  summary: '我的余额与钱包总览',
  data: Type.Object({
    balance: Yuan,
    voucher: Yuan,
    points: Type.Integer(),
    coupons: Type.Integer({ description: 'unused' }),
    coupons_soon: Type.Integer(),
    credit: Type.Object({ limit: Yuan, used: Yuan, left: Yuan, next_due: NullableText, next_amount: Yuan, overdue: Yuan }),
    months: Type.Array(Type.Object({ month: Type.String(), amount: Yuan }), { description: 'what was paid for orders, twelve months' }),
    month_in: Yuan,
    month_out: Yuan,
    group_size: Type.Integer({ description: 'stores of the group that this account runs' }),
  }),
})
export type UserMoneyWire = Static<typeof userMoney.data>

export const userMoneyLog = call('GET', '/api/user/user_money_log', {
  access: 'member',
  summary: '余额、现金券、积分明细',
  query: Type.Object({ ...PagedLogQuery, purse: Type.Optional(Purse) }),
  data: Type.Object(LogPage),
})
export type UserMoneyLogWire = Static<typeof userMoneyLog.data>
export const userMoneyLogExport = call('GET', '/api/user/user_money_log/export', {
  access: 'member',
  file: true,
  summary: '导出明细（Excel）',
  query: Type.Object({ ...LogQuery, purse: Type.Optional(Purse) }),
  data: Type.Object({}),
})

/** The stores of this company's group that this account runs: see docs/glossary.md, 集团余额. */
export const userGroupMoney = call('GET', '/api/user/user_group_money', {
  access: 'member',
  summary: '集团余额',
  data: Type.Object({
    balance: Yuan,
    voucher: Yuan,
    credit_limit: Yuan,
    credit_used: Yuan,
    list: listOf({
      company_id: Id,
      name: Type.String(),
      balance: Yuan,
      voucher: Yuan,
      credit_limit: Yuan,
      credit_used: Yuan,
      overdue: Yuan,
    }),
  }),
})
export type UserGroupMoneyWire = Static<typeof userGroupMoney.data>
export const userGroupMoneyLog = call('GET', '/api/user/user_group_money_log', {
  access: 'member',
  summary: '集团余额明细',
  query: Type.Object(PagedLogQuery),
  data: Type.Object(LogPage),
})

// ── Credit term ──

const Bill = Type.Object({
  id: Id,
  order_id: Id,
  order_no: Type.String(),
  amount: Yuan,
  repaid: Yuan,
  returned: Yuan,
  open: Yuan,
  due_on: Type.String(),
  days_left: Type.Integer(),
  status: Type.Unsafe<'open' | 'soon' | 'overdue' | 'settled'>({ type: 'string' }),
  status_name: Type.String(),
  created_at: Type.String(),
})
export type CreditBillWire = Static<typeof Bill>

export const userCredit = call('GET', '/api/user/user_credit', {
  access: 'member',
  summary: '我的账期',
  data: Type.Object({
    limit: Yuan,
    used: Yuan,
    left: Yuan,
    days: Type.Integer(),
    overdue: Type.Object({ count: Type.Integer(), amount: Yuan }),
    next: Type.Unsafe<{ due_on: string; days_left: number; amount: string } | null>({
      anyOf: [Type.Object({ due_on: Type.String(), days_left: Type.Integer(), amount: Yuan }), { type: 'null' }],
    }),
    counts: Type.Object({ all: Type.Integer(), open: Type.Integer(), overdue: Type.Integer(), settled: Type.Integer() }),
    can_order: Type.Boolean(),
    why: Type.String({ description: 'why nothing can be bought on credit now' }),
    first_month: NullableText,
  }),
})
export type UserCreditWire = Static<typeof userCredit.data>
/** type 0 all, 1 to be repaid, 2 overdue, 3 settled. */
export const userCreditList = call('GET', '/api/user/user_credit_list', {
  access: 'member',
  summary: '账期账单',
  query: Type.Object({
    ...Paging,
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  }),
  data: Type.Object({ list: Type.Array(Bill), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})
const Statement = Type.Object({
  month: Type.String(),
  opening: Yuan,
  orders: Yuan,
  refunds: Yuan,
  repayments: Yuan,
  closing: Yuan,
  rows: listOf({ at: Type.String(), name: Type.String(), memo: Type.String(), order_id: NullableInteger, amount: Yuan, owed: Yuan }),
})
export type CreditStatementWire = Static<typeof Statement>
export const userCreditStatement = call('GET', '/api/user/user_credit_statement', {
  access: 'member',
  summary: '账期月结单',
  query: Type.Object({ month: Type.Optional(Month) }),
  data: Statement,
})
export const userCreditStatementExport = call('GET', '/api/user/user_credit_statement/export', {
  access: 'member',
  file: true,
  summary: '导出账期月结单（Excel）',
  query: Type.Object({ month: Type.Optional(Month) }),
  data: Type.Object({}),
})

const Channel = Type.Object({ code: Type.String(), name: Type.String(), note: Type.String(), open: Type.Boolean(), why: Type.String() })
export type PayChannelWire = Static<typeof Channel>
const Started = { payment_no: Type.String(), status: Type.String(), pay_url: NullableText, amount: Yuan }
const Checked = {
  status: Type.String(),
  paid: Type.Boolean(),
  message: Type.String(),
  amount: Yuan,
  transfer: Type.String({ description: 'where a transfer goes and what it must carry; empty once it is paid' }),
}
const Repayment = Type.Object({
  id: Id,
  no: Type.String(),
  amount: Yuan,
  status: Type.Unsafe<'created' | 'paid'>({ type: 'string' }),
  channels: Type.Array(Channel),
})

export const userCreditCreate = call('POST', '/api/pay/user_credit_create', {
  access: 'member',
  summary: '创建账期还款',
  body: Type.Object({
    bill_ids: Type.Optional(Ids),
    amount: Type.Optional(Type.String({ maxLength: 20, description: '元; without it all of the chosen bills' })),
  }),
  data: Repayment,
})
export const userCreditPay = call('POST', '/api/pay/user_credit_pay', {
  access: 'member',
  summary: '支付账期还款',
  body: Type.Object({ id: Id, channel: Type.String({ maxLength: 30 }) }),
  data: Type.Object(Started),
})
export const userCreditCheck = call('POST', '/api/pay/user_credit_check', {
  access: 'member',
  summary: '查询账期还款结果',
  body: Type.Object({ id: Id }),
  data: Type.Object(Checked),
})

// ── Recharges ──

export const moneyConfig = call('GET', '/api/moneys/moneyConfig', {
  access: 'member',
  summary: '充值设置',
  data: Type.Object({
    min: Yuan,
    max: Yuan,
    tiers: listOf({ amount: Yuan, gift: Yuan, text: Type.String() }),
    voucher: Type.Object({ balance: Yuan, channels: Type.Array(Channel) }),
    balance: Type.Object({ balance: Yuan, channels: Type.Array(Channel) }),
  }),
})
export type MoneyConfigWire = Static<typeof moneyConfig.data>
export const userRecharge = call('POST', '/api/cash_coupon/userRecharge', {
  access: 'passed',
  summary: '充值现金券（或余额）',
  refuses: ['KEY_USED', 'RECHARGES_OPEN'],
  body: Type.Object({
    amount: Type.String({ minLength: 1, maxLength: 20, description: '元' }),
    channel: Type.String({ minLength: 1, maxLength: 30 }),
    purse: Type.Optional(Type.Unsafe<'voucher' | 'balance'>({ type: 'string', enum: ['voucher', 'balance'] })),
    key: Type.Optional(Type.String({ minLength: 8, maxLength: 64, description: 'the same key recharges once' })),
  }),
  data: Type.Object({ id: Id, no: Type.String(), gift: Yuan, ...Started }),
})
export const rechargeCheck = call('POST', '/api/cash_coupon/recharge_check', {
  access: 'member',
  summary: '查询充值结果',
  body: Type.Object({ id: Id }),
  data: Type.Object({ ...Checked, gift: Yuan }),
})
