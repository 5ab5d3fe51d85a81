import { type TSchema, Type } from 'typebox'
import type { WEBHOOK_TYPES } from './constants.ts'
import { OpenOrderTold } from './open-orders.ts'
import { OpenReturnTold } from './open-returns.ts'
import { NullableInteger, NullableText } from './shapes.ts'

/** What other systems are told of what happened, by what it is about: keys, states and amounts; who wants more reads it. All as it is when it is told. */

const Cents = Type.Integer({ description: '分' })
const Company = Type.Object({ code: Type.String(), name: Type.String() })
const told = (fields: Record<string, TSchema>) => Type.Object(fields)

export const OPEN_TOLD = {
  order: OpenOrderTold,
  return: OpenReturnTold,
  shipment: told({
    order_no: Type.String(),
    carrier: Type.String(),
    waybill: Type.String(),
    packages: NullableInteger,
    cold_chain: Type.Boolean(),
    shipped_at: Type.String(),
    delivered_at: NullableText,
    url: Type.String({ description: '那张订单的全部：/open/v1/orders/…' }),
  }),
  payment: told({
    no: Type.String(),
    purpose: Type.String({ description: 'order 订单，recharge 充值，repayment 还款' }),
    order_no: Type.String({ description: '空：不是订单的' }),
    channel: Type.String(),
    amount: Cents,
    paid_at: NullableText,
    company: Company,
  }),
  company: told({
    code: Type.String({ description: '空：还没有编码' }),
    name: Type.String(),
    credit_code: Type.String(),
    type: Type.String(),
    state: Type.String({ description: 'draft waiting passed rejected frozen' }),
    contract_signed: Type.Boolean(),
    rank: Type.String(),
    manager: Type.String(),
    province: Type.String(),
    city: Type.String(),
    district: Type.String(),
    credit_limit: Cents,
    credit_days: Type.Integer(),
  }),
  goods: told({
    code: Type.String(),
    name: Type.String(),
    spec: Type.String(),
    manufacturer: Type.String(),
    approval_no: Type.String(),
    on_shelf: Type.Boolean(),
    base_price: { ...NullableInteger, description: '基准价，分；null：没有' },
  }),
  batch: told({
    goods_code: Type.String(),
    batch_no: Type.String(),
    warehouse_code: Type.String(),
    expiry_date: Type.String(),
    held: Type.Boolean({ description: 'true：锁定，不能发' }),
    reason: Type.String(),
  }),
  recall: told({
    no: Type.String(),
    goods_code: Type.String(),
    batch_no: Type.String(),
    level: Type.Integer({ description: '1 到 3' }),
    started_at: Type.String(),
  }),
  invoice: told({
    number: Type.String(),
    colour: Type.String({ description: 'blue 蓝字，red 红字' }),
    of: Type.String({ description: '红字的：冲的哪一张' }),
    order_no: Type.String(),
    total: { ...Cents, description: '价税合计，分；红字为负' },
    tax: Cents,
    issued_at: Type.String(),
    company: Company,
  }),
  credit_bill: told({ order_no: Type.String(), amount: Cents, due_on: Type.String(), company: Company }),
  repayment: told({ no: Type.String(), amount: Cents, paid_at: NullableText, company: Company }),
  wanted: told({
    id: Type.Integer(),
    name: Type.String(),
    spec: Type.String(),
    manufacturer: Type.String(),
    number: Type.Integer(),
    unit: Type.String(),
    company: Company,
  }),
  certificate: told({
    kind: Type.String(),
    name: Type.String(),
    number: Type.String(),
    expires_on: NullableText,
    company: Company,
  }),
  receipt: told({ order_no: Type.String(), due_on: Type.String(), company: Company }),
  document: told({
    no: Type.String(),
    kind: Type.String(),
    title: Type.String(),
    company: Type.Unsafe<{ code: string; name: string } | null>({
      anyOf: [Company, { type: 'null' }],
      description: 'null：不是给某家企业的',
    }),
  }),
  complaint: told({
    id: Type.Integer(),
    topic: Type.String(),
    order_no: Type.String({ description: '空：不是说某张订单' }),
    created_at: Type.String(),
    company: Company,
  }),
}
export type OpenAbout = keyof typeof OPEN_TOLD

const BY_FIRST_WORD: Readonly<Record<string, OpenAbout>> = {
  order: 'order',
  return: 'return',
  refund: 'return',
  shipment: 'shipment',
  payment: 'payment',
  company: 'company',
  contract: 'company',
  certificate: 'certificate',
  receipt: 'receipt',
  document: 'document',
  stock: 'goods',
  goods: 'goods',
  price: 'goods',
  batch: 'batch',
  invoice: 'invoice',
  wanted: 'wanted',
  complaint: 'complaint',
}
const BY_WORD: Readonly<Record<string, OpenAbout>> = {
  'batch.recalled': 'recall',
  'credit.bill_opened': 'credit_bill',
  'credit.repaid': 'repayment',
}
/** What an event of this type is about. */
export function aboutOf(type: keyof typeof WEBHOOK_TYPES): OpenAbout {
  const about = BY_WORD[type] ?? BY_FIRST_WORD[type.split('.')[0] ?? '']
  if (about === undefined) throw new Error(`nobody says what ${type} is about`)
  return about
}
