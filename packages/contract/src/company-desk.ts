import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { REVIEW_QUEUES } from './company-review.ts'
import { RECOVERY_CHECKS } from './constants.ts'
import { Handed, Sender } from './invitations.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason, RefusalShape, Yuan } from './shapes.ts'

/** Companies as the wholesaler's clerks look them up and look after them, beside their review (company-review.ts). */

const words = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

// ── The list ──

export const COMPANY_STATES = ['draft', 'waiting', 'passed', 'rejected', 'frozen'] as const
/** Rows are counted no further. */
export const COMPANIES_COUNTED = 10_000

const CompanyRow = Type.Object({
  id: Id,
  code: Type.String({ description: 'of the wholesaler’s ERP; empty: not known there' }),
  name: Type.String(),
  type: Type.String(),
  credit_code: Type.String(),
  region: Type.String(),
  phone: Type.String(),
  review_state: Type.Integer(),
  review_name: Type.String(),
  rank: Type.String(),
  manager: Type.String(),
  since: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'in a queue: waiting since' }),
  waiting_papers: Type.Integer(),
  next_expiry: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'of the papers in force, the first that ends' }),
  created_at: Type.String(),
})
export type CompanyRowWire = Static<typeof CompanyRow>
/** All of them, the newest first; of a queue the longest waiting first, of papers that end the first that ends. */
export const staffCompanies = call('GET', '/api/staff/companies', {
  permission: 'companies.view',
  summary: '企业列表',
  query: Type.Object({
    queue: Type.Optional(Type.Unsafe<(typeof REVIEW_QUEUES)[number]>({ type: 'string', enum: [...REVIEW_QUEUES] })),
    state: Type.Optional(Type.Unsafe<(typeof COMPANY_STATES)[number]>({ type: 'string', enum: [...COMPANY_STATES] })),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'name, its initials, credit code, code of the ERP, phone' })),
    type: words(10),
    province: words(20),
    city: words(20),
    rank: words(10),
    manager: words(20),
    segment: Type.Optional({ ...Id, description: 'those that are in it now' }),
    expiring: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, description: 'a paper in force ends within so many days, or has ended' }),
    ),
    login: Type.Optional(
      Type.Unsafe<'none'>({ type: 'string', enum: ['none'], description: 'nobody can sign in for it, and no invitation is on its way' }),
    ),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(CompanyRow),
    ...Paged,
    is_capped: Flag,
  }),
})
/** What stands in companies now, for filters and forms. */
export const staffCompanyChoices = call('GET', '/api/staff/company_choices', {
  permission: 'companies.view',
  summary: '企业筛选项：等级、客户经理、地区',
  data: Type.Object({
    types: Type.Array(Type.String()),
    ranks: Type.Array(Type.String()),
    managers: listOf({ name: Type.String(), phone: Type.String() }),
    provinces: Type.Array(Type.String()),
  }),
})

// ── Beside the dossier ──

const Terms = Type.Object({
  rank: Type.String(),
  manager_name: Type.String(),
  manager_phone: Type.String(),
  manager_default: Flag,
  version: Type.Integer(),
})
export const staffCompanyTerms = call('GET', '/api/staff/company/:id/terms', {
  permission: 'companies.view',
  summary: '企业的价格等级与客户经理',
  data: Terms,
})
export const staffCompanyTermsSave = call('POST', '/api/staff/company/:id/terms', {
  permission: 'companies.terms',
  summary: '设置企业的价格等级与客户经理',
  approval: 'company.rank',
  refuses: ['CHANGED_MEANWHILE', 'NOBODY_TO_APPROVE'],
  body: Type.Object({
    rank: Type.String({ maxLength: 10 }),
    manager_name: Type.String({ maxLength: 20 }),
    manager_phone: Type.String({ maxLength: 20 }),
    reason: Reason,
    version: Type.Integer({ minimum: 0, description: 'as it was read: a save over someone else’s is refused' }),
  }),
  data: Terms,
})

const Login = Type.Object({
  id: Id,
  device: Type.String(),
  place: Type.String(),
  ip: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
})
const CompanyPerson = Type.Object({
  id: Id,
  name: Type.String(),
  username: Type.String(),
  is_owner: Flag,
  has_wechat: Flag,
  last_seen_at: Type.String({ description: 'in a login that is still open; empty: none is' }),
  failures: Type.Integer({ description: 'passwords that failed under this name within the time of a lock' }),
  is_locked: Flag,
  logins: Type.Array(Login),
  recovery: Type.Unsafe<{ by: string; at: string; expires_at: string } | null>({
    anyOf: [Type.Object({ by: Type.String(), at: Type.String(), expires_at: Type.String() }), { type: 'null' }],
    description: 'a link that was handed out and not used yet',
  }),
})
export type CompanyPersonWire = Static<typeof CompanyPerson>
const CompanyPeople = Type.Object({ list: Type.Array(CompanyPerson) })
export const staffCompanyPeople = call('GET', '/api/staff/company/:id/people', {
  permission: 'companies.view',
  summary: '企业的账号与登录',
  data: CompanyPeople,
})
const COMPANY_PERSON_COMMANDS = ['sessions', 'unlock', 'unrecover'] as const
/** sessions: ends all of them. unlock: forgives the passwords that failed. unrecover: the link that was handed out counts no more. */
export const staffCompanyPerson = call('POST', '/api/staff/company/:id/person/:account/:command', {
  permission: 'companies.people',
  summary: '企业账号：结束登录、解除登录锁定、作废找回链接',
  params: Type.Object({
    id: Id,
    account: Id,
    command: Type.Unsafe<(typeof COMPANY_PERSON_COMMANDS)[number]>({ type: 'string', enum: [...COMPANY_PERSON_COMMANDS] }),
  }),
  body: Type.Object({ reason: Reason }),
  data: CompanyPeople,
})

/** For whom has forgotten the password and gets no code: a link by which a new one is set, told this once. The company hears of it. */
export const staffCompanyPersonRecover = call('POST', '/api/staff/company/:id/person/:account/recovery', {
  permission: 'companies.people',
  summary: '企业账号：发找回链接',
  params: Type.Object({ id: Id, account: Id }),
  body: Type.Object({
    checked: Type.Unsafe<(typeof RECOVERY_CHECKS)[number]>({ type: 'string', enum: [...RECOVERY_CHECKS] }),
    reason: Reason,
  }),
  data: Type.Intersect([Type.Object({ name: Type.String(), username: Type.String(), sender: Sender }), Handed]),
})

/** The shop opens in this browser as the company sees it: nothing can be changed there, and it ends with the clerk's own session, or after half an hour. */
export const staffCompanySee = call('POST', '/api/staff/company/:id/see', {
  permission: 'companies.see',
  summary: '以客户身份看商城',
  data: Type.Object({ account: Type.String({ description: 'in whose place' }) }),
})

export const staffCompanyStores = call('GET', '/api/staff/company/:id/stores', {
  permission: 'companies.view',
  summary: '企业所在的连锁与同账号门店',
  data: Type.Object({
    group: Type.String({ description: 'empty: of none' }),
    list: listOf({
      id: Id,
      name: Type.String(),
      type: Type.String(),
      region: Type.String(),
      review_state: Type.Integer(),
      review_name: Type.String(),
      in_group: Flag,
      shares_account: Flag,
    }),
  }),
})
export const staffCompanyOrders = call('GET', '/api/staff/company/:id/orders', {
  permission: 'companies.view',
  summary: '企业最近的订单与合计',
  data: Type.Object({
    list: listOf({
      id: Id,
      no: Type.String(),
      status: Type.String(),
      status_name: Type.String(),
      created_at: Type.String(),
      total: Yuan,
      held: Flag,
    }),
    sums: Type.Array(Type.Object({ days: Type.Integer(), orders: Type.Integer(), total: Yuan }), {
      description: 'orders that were not cancelled',
    }),
    last_ordered_at: NullableText,
  }),
})
export const staffCompanyMoney = call('GET', '/api/staff/company/:id/money', {
  permission: 'companies.money',
  summary: '企业的账期、余额与积分',
  data: Type.Object({
    credit: Type.Object({ limit: Yuan, days: Type.Integer(), used: Yuan, overdue: Yuan, overdue_bills: Type.Integer() }),
    balance: Yuan,
    voucher: Yuan,
    points: Type.Integer(),
  }),
})

// ── May it buy this? ──

export const staffGoodsNames = call('GET', '/api/staff/goods_names', {
  permission: 'companies.view',
  summary: '按名称、拼音首字母或编码找商品',
  query: Type.Object({ keywords: Type.String({ minLength: 1, maxLength: 60 }) }),
  data: Type.Object({
    list: listOf({ id: Id, code: Type.String(), name: Type.String(), spec: Type.String(), manufacturer: Type.String(), on_shelf: Flag }),
  }),
})
export const CompanyWhy = Type.Object({
  goods: Type.Object({ id: Id, name: Type.String(), spec: Type.String(), manufacturer: Type.String(), scope: Type.String() }),
  can_buy: Flag,
  reasons: Type.Array(
    Type.Intersect([
      RefusalShape,
      Type.Object({
        who: Type.Unsafe<'company' | 'law' | 'goods' | 'place'>({ type: 'string', enum: ['company', 'law', 'goods', 'place'] }),
        way_on: Type.String({ description: 'what leads on, for a clerk' }),
      }),
    ]),
  ),
  rule: Type.Unsafe<{ id: number; name: string } | null>({
    anyOf: [Type.Object({ id: Id, name: Type.String() }), { type: 'null' }],
    description: 'of who may buy the goods; null: everybody may',
  }),
  place: Type.String({ description: 'of delivery, that was asked with; empty: it has none' }),
})
/** Every reason of the one rule of eligibility, as the company itself is told, and what leads on. */
export const staffCompanyWhy = call('GET', '/api/staff/company/:id/why', {
  permission: 'companies.view',
  summary: '企业为什么不能买某商品',
  query: Type.Object({ goods: Id }),
  data: CompanyWhy,
})
export type CompanyWhyWire = Static<typeof staffCompanyWhy.data>

// ── What the machine finds in papers ──

const Check = Type.Object({
  kind: Type.String({ description: 'of the paper; empty: the company as a whole' }),
  text: Type.String(),
  tone: Type.Unsafe<'ok' | 'look' | 'bad'>({ type: 'string', enum: ['ok', 'look', 'bad'] }),
})
export type CompanyCheckWire = Static<typeof Check>
export const staffCompanyChecks = call('GET', '/api/staff/company/:id/checks', {
  permission: 'companies.view',
  summary: '企业资料的机器核对',
  data: Type.Object({
    list: Type.Array(Check),
    buys: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        goods: Type.Integer({ description: 'on the shelf' }),
        papers: Type.Array(Type.String(), { description: 'kinds that state it, in force or waiting; empty: none' }),
        is_free: Flag,
      }),
      { description: 'what it could buy once all of them have passed, by scope' },
    ),
  }),
})
