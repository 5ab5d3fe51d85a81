import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Coupons, Gifts } from './cart.ts'
import { CartActivity, CartCoupon, MoneyRow } from './cart-shapes.ts'
import { Flag, Id, Ids, listOf, NullableText, RefusalShape, Yuan } from './shapes.ts'
import { AddressShape } from './user.ts'

/** What step 2 of buying shows, and what it sends. */

export type AddressWire = Static<typeof AddressShape>

export const CheckoutLine = Type.Object({
  id: Id,
  goods_id: Id,
  name: Type.String(),
  sccj: Type.String(),
  ypgg: Type.String(),
  bzdw: Type.String(),
  image: Type.String(),
  price: Yuan,
  number: Type.Integer(),
  amount: Yuan,
  reduction: Yuan,
  net: Yuan,
  shares: listOf({ name: Type.String(), amount: Yuan }),
  tag: Type.String({ description: '赠 | 换购 | 组合 | 秒 …; empty for ordinary lines' }),
  price_note: Type.String(),
  batches: listOf({ batch_no: Type.String(), expiry_date: Type.String(), number: Type.Integer() }),
})
/** One order that the checkout would place: one per (warehouse, ephedrine or not). */
export const CheckoutOrder = Type.Object({
  key: Type.String(),
  ck_id: Id,
  ck_name: Type.String(),
  is_hm: Flag,
  note: Type.String(),
  goods_amount: Yuan,
  reduction_amount: Yuan,
  shipping_amount: Yuan,
  payable: Yuan,
  cashback: Yuan,
  points: Type.Integer(),
  lines: Type.Array(CheckoutLine),
})
export const CheckoutSheet = Type.Object({
  checkout_key: Type.String({ description: 'idempotency key of this sheet; send it with the submit' }),
  orders: Type.Array(CheckoutOrder),
  addresses: Type.Array(AddressShape),
  papers: listOf({
    name: Type.String(),
    expires_on: NullableText,
    state: Type.Unsafe<'ok' | 'soon' | 'bad'>({ type: 'string' }),
    text: Type.String(),
  }),
  invoice: Type.Object({ title: Type.String(), tax_no: Type.String() }),
  rows: Type.Array(MoneyRow, { description: 'they sum to total' }),
  goods_amount: Yuan,
  activities: Type.Array(CartActivity),
  coupons: Type.Array(CartCoupon),
  zps: Type.Array(Id, { description: 'gifts in force; send them with the submit' }),
  coupon_ids: Type.Array(Id, { description: 'coupons in force; send them with the submit' }),
  balance: Yuan,
  voucher: Type.String({ description: '元 of cash vouchers that the company holds' }),
  cashback: Yuan,
  points: Type.Integer(),
  total: Yuan,
  notice: Type.String(),
  undeliverable: Type.Array(
    Type.Object({ id: Id, goods_id: Id, name: Type.String(), number: Type.Integer(), reasons: Type.Array(RefusalShape) }),
    { description: 'lines that may not go to the address asked about; the submit refuses them' },
  ),
})
export type CheckoutSheetWire = Static<typeof CheckoutSheet>

/** Prices the chosen lines for step 2. Refuses with 409 and the lines concerned when one cannot be bought. */
export const cartCheckout = call('POST', '/api/cart/checkout', {
  access: 'passed',
  summary: '结算所选商品',
  refuses: ['LINES_GONE', 'LINES_REFUSED', 'CHOICE_REFUSED', 'UNPAID_LIMIT'],
  body: Type.Object({
    ids: Ids,
    new: Type.Optional(Flag),
    zps: Type.Optional(Gifts),
    coupons: Type.Optional(Coupons),
    address_id: Type.Optional(Id),
    balance: Type.Optional(Type.String({ maxLength: 20, description: '元 to pay from the balance' })),
    voucher: Type.Optional(Type.String({ maxLength: 20, description: '元 to pay from cash vouchers' })),
  }),
  data: CheckoutSheet,
})

/** Places the orders, once per checkout_key; the key with anything else is KEY_USED. Answers 409 with what changed when the total is not the one shown. */
export const orderPlace = call('POST', '/api/order', {
  access: 'passed',
  summary: '提交订单',
  refuses: ['KEY_USED', 'LINES_GONE', 'LINES_REFUSED', 'CHOICE_REFUSED', 'TOTAL_CHANGED', 'UNPAID_LIMIT'],
  body: Type.Object({
    checkout_key: Type.String({ minLength: 8, maxLength: 64 }),
    ids: Ids,
    zps: Type.Optional(Gifts),
    coupons: Type.Optional(Coupons),
    address_id: Id,
    invoice_kind: Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['special', 'normal'] }),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    balance: Type.Optional(Type.String({ maxLength: 20 })),
    voucher: Type.Optional(Type.String({ maxLength: 20 })),
    total: Type.String({ maxLength: 20, description: 'the total that the page showed' }),
  }),
  data: Type.Object({ orders: listOf({ id: Id, no: Type.String(), status: Type.String(), payable: Yuan }) }),
})
