import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, IdParams, Ids, NullableText, NullableYuan, RefusalShape, Yuan } from './shapes.ts'

export const CorrectionShape = Type.Object({ reason: Type.String(), message: Type.String() })

/** One line of the cart with its price for its quantity now. */
export const CartLine = Type.Object({
  id: Id,
  goods: GoodsCard,
  ck_id: Id,
  number: Type.Integer(),
  step: Type.Integer(),
  min: Type.Integer(),
  max: Type.Integer(),
  price: NullableYuan,
  raw_price: NullableYuan,
  amount: Yuan,
  price_source: NullableText,
  price_note: Type.String({ description: 'why this price: 已享 20 盒起 ¥8.30；再买 60 盒享 ¥7.90' }),
  dropped: NullableYuan,
  combination: Type.Integer(),
  type: Type.Integer({ description: '10 special line, 1 flash, 3 combination, 0 ordinary' }),
  goods_price_id: Type.Integer(),
  ladder_price_id: Type.Integer(),
  goods_manjian_id: Type.Integer(),
  is_yj: Flag,
  is_selected: Flag,
  can_buy: Flag,
  reasons: Type.Array(RefusalShape),
})
export type CartLineWire = Static<typeof CartLine>

/** Lines that belong together: an activity, ephedrine goods, or the rest. */
export const CartGroup = Type.Object({
  key: Type.String(),
  tag: Type.String(),
  name: Type.String(),
  rule: Type.String(),
  ends_at: NullableText,
  line_ids: Type.Array(Id),
})

export const MoneyRow = Type.Object({ key: Type.String(), label: Type.String(), note: Type.String(), amount: Yuan })
export type MoneyRowWire = Static<typeof MoneyRow>

export const CartTotal = Type.Object({
  total: Yuan,
  goods_amount: Yuan,
  reduction_amount: Yuan,
  shipping_amount: Yuan,
  shipping_note: Type.String(),
  selected_lines: Type.Integer(),
  selected_number: Type.Integer(),
  line_count: Type.Integer(),
})
export type CartTotalWire = Static<typeof CartTotal>

export const CartList = Type.Object({ list: Type.Array(CartLine), groups: Type.Array(CartGroup), total: CartTotal })
export type CartListWire = Static<typeof CartList>

export const cartList = call({
  method: 'GET',
  path: '/api/cart/list',
  access: 'member',
  summary: '购物车',
  query: Type.Object({
    filters: Type.Optional(Type.Integer({ description: '99999 all, 1 can buy, 2 with an activity, 3 price dropped, 4 cannot buy' })),
    new: Type.Optional(Flag),
  }),
  data: CartList,
})
export const cartTotal = call({ method: 'GET', path: '/api/cart/total', access: 'member', summary: '购物车合计', data: CartTotal })

export const AddLine = Type.Object({
  goods_id: Id,
  price: Type.Optional(Type.Unsafe<string | number>({ type: 'string', maxLength: 20, description: 'the unit price the buyer saw' })),
  number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  ck_id: Type.Optional(Type.Integer({ minimum: 0 })),
  goods_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
  ladder_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
  goods_manjian_id: Type.Optional(Type.Integer({ minimum: 0 })),
  is_yj: Type.Optional(Flag),
  type: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
})
export type AddLineWire = Static<typeof AddLine>

export const AddedLine = Type.Object({
  goods_id: Id,
  id: Type.Integer({ description: 'cart line, 0 when refused' }),
  number: Type.Integer({ description: 'units of this line in the cart now' }),
  added: Type.Integer(),
  corrections: Type.Array(CorrectionShape),
  reasons: Type.Array(RefusalShape),
})
export const AddAnswer = Type.Object({
  partial: Type.Boolean({ description: 'some lines were corrected or refused: shown in info style' }),
  lines: Type.Array(AddedLine),
  line_count: Type.Integer(),
})
export type AddAnswerWire = Static<typeof AddAnswer>

/** Body: list of add lines, form-encoded as list[0][goods_id]=1… or a JSON array / { list }. Adds to what the line holds. */
export const cartAdd = call({
  method: 'POST',
  path: '/api/cart',
  access: 'member',
  summary: '加入购物车',
  body: Type.Object({ list: Type.Array(AddLine, { minItems: 1, maxItems: 500 }) }),
  data: AddAnswer,
})
export const cartQuickAdd = call({
  method: 'POST',
  path: '/api/cart/quick_add/:id',
  access: 'member',
  summary: '按起订量快速加购',
  params: IdParams,
  data: AddAnswer,
})
export const cartEdit = call({
  method: 'POST',
  path: '/api/cart/:id/edit',
  access: 'member',
  summary: '修改数量',
  params: IdParams,
  body: Type.Object({ number: Type.Integer({ minimum: 1, maximum: 1_000_000 }), new: Type.Optional(Flag) }),
  data: Type.Object({ line: CartLine, corrections: Type.Array(CorrectionShape), total: CartTotal }),
})
export const cartSelect = call({
  method: 'POST',
  path: '/api/cart/batch_select',
  access: 'member',
  summary: '勾选',
  body: Type.Object({ ids: Ids, is_selected: Flag }),
  data: Type.Object({ total: CartTotal }),
})
export const cartDelete = call({
  method: 'POST',
  path: '/api/cart/batch_delete',
  access: 'member',
  summary: '删除',
  body: Type.Object({ ids: Ids }),
  data: Type.Object({ deleted: Type.Array(Id), total: CartTotal }),
})
export const cartCopy = call({
  method: 'POST',
  path: '/api/cart/copy',
  access: 'member',
  summary: '复制到其他门店',
  body: Type.Object({ ids: Ids, other_user_ids: Ids }),
  data: Type.Object({
    stores: Type.Array(
      Type.Object({
        company_id: Id,
        name: Type.String(),
        copied: Type.Integer(),
        refused: Type.Array(Type.Object({ goods_id: Id, name: Type.String(), message: Type.String() })),
      }),
    ),
  }),
})
/** What is missing to the next tier of the ladder (later: of reductions and gifts) for the selected lines. */
export const cartNextHint = call({
  method: 'POST',
  path: '/api/cart/next_hint',
  access: 'member',
  summary: '凑单提示',
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        line_id: Id,
        text: Type.String(),
        missing_number: Type.Integer(),
        price: Yuan,
        saving: Yuan,
      }),
    ),
    free_shipping_missing: NullableYuan,
  }),
})
export const cartExchangeOffers = call({
  method: 'POST',
  path: '/api/cart/sphg_ladder_price_list',
  access: 'member',
  summary: '换购商品',
  data: Type.Object({ list: Type.Array(Type.Object({ id: Id, name: Type.String(), threshold: Yuan, reached: Flag })) }),
})

// ── Checkout ──

export const AddressShape = Type.Object({
  id: Id,
  receiver: Type.String(),
  phone: Type.String(),
  province: Type.String(),
  city: Type.String(),
  district: Type.String(),
  detail: Type.String(),
  is_default: Flag,
  is_licence: Flag,
})
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
  price_note: Type.String(),
  batches: Type.Array(Type.Object({ batch_no: Type.String(), expiry_date: Type.String(), number: Type.Integer() })),
})
/** One order that the checkout would place: one per (warehouse, ephedrine or not). */
export const CheckoutOrder = Type.Object({
  key: Type.String(),
  ck_id: Id,
  ck_name: Type.String(),
  is_hm: Flag,
  note: Type.String(),
  goods_amount: Yuan,
  shipping_amount: Yuan,
  payable: Yuan,
  lines: Type.Array(CheckoutLine),
})
export const CheckoutSheet = Type.Object({
  checkout_key: Type.String({ description: 'idempotency key of this sheet; send it with the submit' }),
  orders: Type.Array(CheckoutOrder),
  addresses: Type.Array(AddressShape),
  papers: Type.Array(
    Type.Object({
      name: Type.String(),
      expires_on: NullableText,
      state: Type.Unsafe<'ok' | 'soon' | 'bad'>({ type: 'string' }),
      text: Type.String(),
    }),
  ),
  invoice: Type.Object({ title: Type.String(), tax_no: Type.String() }),
  rows: Type.Array(MoneyRow, { description: 'they sum to total' }),
  goods_amount: Yuan,
  balance: Yuan,
  total: Yuan,
  notice: Type.String(),
})
export type CheckoutSheetWire = Static<typeof CheckoutSheet>

/** Prices the chosen lines for step 2. Refuses with 409 and the lines concerned when one cannot be bought. */
export const cartCheckout = call({
  method: 'POST',
  path: '/api/cart/checkout',
  access: 'passed',
  summary: '结算所选商品',
  body: Type.Object({
    ids: Ids,
    new: Type.Optional(Flag),
    zps: Type.Optional(Type.Array(Id, { maxItems: 100, description: 'chosen gifts' })),
    balance: Type.Optional(Type.String({ maxLength: 20, description: '元 to pay from the balance' })),
  }),
  data: CheckoutSheet,
})

/** Places the orders, once per checkout_key. Answers 409 with what changed when the total is not the one shown. */
export const orderPlace = call({
  method: 'POST',
  path: '/api/order',
  access: 'passed',
  summary: '提交订单',
  body: Type.Object({
    checkout_key: Type.String({ minLength: 8, maxLength: 64 }),
    ids: Ids,
    zps: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    address_id: Id,
    invoice_kind: Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['special', 'normal'] }),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    balance: Type.Optional(Type.String({ maxLength: 20 })),
    total: Type.String({ maxLength: 20, description: 'the total that the page showed' }),
  }),
  data: Type.Object({ orders: Type.Array(Type.Object({ id: Id, no: Type.String(), status: Type.String(), payable: Yuan })) }),
})
