import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { MoneyRow } from './cart-shapes.ts'
import { Flag, Id, listOf, RefusalShape, Yuan } from './shapes.ts'

/** Orders that staff enter for a company that rings up: at its prices, under its gates, to its addresses. A price is never typed. */

const WORD = 'orders.enter'
const LINES_PATTERN = '^(\\d{1,16}:\\d{1,6}(,\\d{1,16}:\\d{1,6})*)?$'

const Found = Type.Object({ id: Id, name: Type.String(), code: Type.String(), place: Type.String(), phone: Type.String() })
export type EntryCompanyWire = Static<typeof Found>

export const staffEntryCompanies = call('GET', '/api/staff/order_entry/company', {
  permission: WORD,
  summary: '代客下单：找企业',
  query: Type.Object({ keywords: Type.String({ maxLength: 40, description: 'initials, a part of the name, phone, code' }) }),
  data: Type.Object({ list: Type.Array(Found) }),
})

export const staffEntryCompany = call('GET', '/api/staff/order_entry/company/:id', {
  permission: WORD,
  summary: '代客下单：企业的关口、地址与最近订单',
  data: Type.Object({
    ...Found.properties,
    rank: Type.String(),
    manager: Type.String(),
    why: Type.Array(Type.String(), { description: 'why it may not buy at all now; empty: it may' }),
    addresses: listOf({ id: Id, text: Type.String(), is_default: Flag }),
    has_tax_no: Flag,
    recent: listOf({ id: Id, no: Type.String(), at: Type.String(), goods: Type.String(), total: Yuan, status_name: Type.String() }),
  }),
})

const Candidate = Type.Object({
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  maker: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  step: Type.Integer(),
  minimum: Type.Integer(),
  price: Type.String({ description: '元 for the smallest number; empty: none for this company' }),
  available: Type.Integer(),
  why: Type.String({ description: 'why this company cannot buy it; empty: it can' }),
})
export type EntryCandidateWire = Static<typeof Candidate>

/** What each line of a pasted text, or what is being typed, means to this company. */
export const staffEntryGoods = call('GET', '/api/staff/order_entry/company/:id/goods', {
  permission: WORD,
  summary: '代客下单：按首字母、名称、编码、条码找商品',
  query: Type.Object({ text: Type.String({ maxLength: 1200, description: 'a line a goods, with its number behind it' }) }),
  data: Type.Object({
    lines: listOf({
      text: Type.String(),
      number: Type.Integer({ description: '0: none was written' }),
      is_sure: { ...Flag, description: 'the first candidate is what is meant' },
      candidates: Type.Array(Candidate),
    }),
  }),
})

/** The lines of a former order, to be bought once more. */
export const staffEntryAgain = call('GET', '/api/staff/order_entry/company/:id/again/:order_id', {
  permission: WORD,
  summary: '代客下单：照原单再来一单',
  params: Type.Object({ id: Id, order_id: Id }),
  data: Type.Object({
    lines: listOf({ goods_id: Id, number: Type.Integer() }),
    left_out: Type.Array(Type.String(), { description: 'bundles, gifts and exchange goods are not taken over' }),
  }),
})

const Line = Type.Object({
  goods_id: Id,
  name: Type.String(),
  maker: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  code: Type.String(),
  number: Type.Integer(),
  step: Type.Integer(),
  minimum: Type.Integer(),
  maximum: Type.Integer(),
  price: Type.String(),
  price_note: Type.String(),
  tag: Type.String(),
  amount: Yuan,
  net: Yuan,
  reasons: Type.Array(RefusalShape, { description: 'why it cannot be bought so; empty: it can' }),
})
export type EntryLineWire = Static<typeof Line>

const PAYS = ['credit', 'bank', 'later'] as const
const Pay = Type.Unsafe<(typeof PAYS)[number]>({ type: 'string', enum: [...PAYS] })

const Sheet = Type.Object({
  lines: Type.Array(Line),
  gifts: listOf({ name: Type.String(), number: Type.Integer(), unit: Type.String() }),
  orders: Type.Array(Type.Object({ key: Type.String(), warehouse: Type.String(), is_hm: Flag, payable: Yuan, note: Type.String() }), {
    description: 'one per warehouse, and ephedrine goods apart',
  }),
  rows: Type.Array(MoneyRow, { description: 'they sum to total' }),
  total: Yuan,
  points: Type.Integer(),
  coupons: Type.Integer({ description: 'coupons that the company could use here' }),
  pays: listOf({ code: Pay, name: Type.String(), note: Type.String(), open: Type.Boolean(), why: Type.String() }),
  is_open: { ...Flag, description: 'may be placed as it stands' },
})
export type EntrySheetWire = Static<typeof Sheet>

export const staffEntrySheet = call('GET', '/api/staff/order_entry/company/:id/sheet', {
  permission: WORD,
  summary: '代客下单：按该企业的价格试算',
  query: Type.Object({
    lines: Type.String({ maxLength: 6000, pattern: LINES_PATTERN, description: 'goods:number' }),
    address_id: Type.Optional(Id),
    coupons: Type.Optional({ ...Flag, description: '1: the company has asked for its coupons to be used' }),
  }),
  data: Sheet,
})

/** As if the company had ordered. Its wallet is its own: nothing is paid from balance or cash vouchers here. */
export const staffEntryPlace = call('POST', '/api/staff/order_entry/company/:id', {
  permission: WORD,
  summary: '代客下单：提交',
  refuses: ['KEY_USED', 'LINES_REFUSED', 'CHOICE_REFUSED', 'TOTAL_CHANGED', 'UNPAID_LIMIT'],
  body: Type.Object({
    key: Type.String({ minLength: 8, maxLength: 64, description: 'the same key places once' }),
    lines: Type.Array(Type.Object({ goods_id: Id, number: Type.Integer({ minimum: 1, maximum: 999_999 }) }), {
      minItems: 1,
      maxItems: 200,
    }),
    address_id: Id,
    invoice_kind: Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['special', 'normal'] }),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    coupons: Type.Optional(Flag),
    pay: Pay,
    asked_by: Type.String({ minLength: 1, maxLength: 40, description: 'who rang up; kept on record' }),
    total: Type.String({ maxLength: 20, description: 'the total that the page showed' }),
  }),
  data: Type.Object({
    orders: listOf({ id: Id, no: Type.String(), status_name: Type.String(), payable: Yuan }),
    unpaid: Type.String({ description: 'why it was not paid as wished; empty: it was, or was not to be' }),
  }),
})
