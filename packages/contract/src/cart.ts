import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CartActivity, CartLine, CartList, CartTotal, CorrectionShape } from './cart-shapes.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, Ids, listOf, NullableYuan, RefusalShape, Yuan } from './shapes.ts'

/** Chosen gifts; left out: the engine's choice; [0] or empty: none. */
export const Gifts = Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 100 })
/** Chosen coupons; left out: the cheapest; [0] or empty: none. */
export const Coupons = Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20 })

export const cartList = call('GET', '/api/cart/list', {
  access: 'member',
  summary: '购物车',
  query: Type.Object({
    filters: Type.Optional(Type.Integer({ description: '99999 all, 1 can buy, 2 with an activity, 3 price dropped, 4 cannot buy' })),
    new: Type.Optional(Flag),
    zps: Type.Optional(Gifts),
    coupons: Type.Optional(Coupons),
  }),
  data: CartList,
})
/** A page that shows the whole cart asks for it with its change, instead of asking again: then the cart is priced once. */
const WithList = Type.Object({
  list: Type.Optional(Flag),
  zps: Type.Optional(Gifts),
  coupons: Type.Optional(Coupons),
})
const Changed = Type.Optional(CartList)
export const cartTotal = call('GET', '/api/cart/total', {
  access: 'member',
  summary: '购物车合计',
  data: CartTotal,
})

export const AddLine = Type.Object({
  goods_id: Id,
  price: Type.Optional(Type.Unsafe<string | number>({ type: 'string', maxLength: 20, description: 'the unit price the buyer saw' })),
  number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  ck_id: Type.Optional(Type.Integer({ minimum: 0 })),
  goods_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
  ladder_price_id: Type.Optional(Type.Integer({ minimum: 0 })),
  goods_manjian_id: Type.Optional(Type.Integer({ minimum: 0 })),
  is_yj: Type.Optional(Flag),
  type: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: '3: goods_price_id names a bundle; 4: it names an exchange offer' }),
  ),
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
export const cartAdd = call('POST', '/api/cart', {
  access: 'member',
  summary: '加入购物车',
  refusalData: AddAnswer,
  body: Type.Object({ list: Type.Array(AddLine, { minItems: 1, maxItems: 500 }) }),
  data: AddAnswer,
})
export const cartQuickAdd = call('POST', '/api/cart/quick_add/:id', {
  access: 'member',
  summary: '按起订量快速加购',
  refusalData: AddAnswer,
  data: AddAnswer,
})
export const cartEdit = call('POST', '/api/cart/:id/edit', {
  access: 'member',
  summary: '修改数量',
  query: WithList,
  body: Type.Object({
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    manjian_id: Type.Optional(Type.Integer({ minimum: -1, description: 'full reduction to take part in; 0 none, -1 the best one' })),
    new: Type.Optional(Flag),
  }),
  data: Type.Object({ line: CartLine, corrections: Type.Array(CorrectionShape), total: CartTotal, cart: Changed }),
})
export const cartSelect = call('POST', '/api/cart/batch_select', {
  access: 'member',
  summary: '勾选',
  query: WithList,
  body: Type.Object({ ids: Ids, is_selected: Flag }),
  data: Type.Object({ total: CartTotal, cart: Changed }),
})
export const cartDelete = call('POST', '/api/cart/batch_delete', {
  access: 'member',
  summary: '删除',
  query: WithList,
  body: Type.Object({ ids: Ids }),
  data: Type.Object({ deleted: Type.Array(Id), total: CartTotal, cart: Changed }),
})
const CopyNote = Type.Object({ line_id: Id, goods_id: Id, name: Type.String(), ypgg: Type.String(), message: Type.String() })
export const cartCopy = call('POST', '/api/cart/copy', {
  access: 'member',
  summary: '复制到其他门店',
  body: Type.Object({ ids: Ids, other_user_ids: Ids }),
  data: Type.Object({
    stores: listOf({
      company_id: Id,
      name: Type.String(),
      copied: Type.Integer(),
      refused: Type.Array(CopyNote),
      adjusted: Type.Array(CopyNote, { description: 'copied, but not as it stands here: another quantity or price' }),
    }),
  }),
})
/** As if these lines of the cart were the selected ones, and these gifts and coupons chosen; left out: as the cart stands. */
const AskedLines = Type.Object({ ids: Type.Optional(Ids), zps: Type.Optional(Gifts), coupons: Type.Optional(Coupons) })

/** What is missing to the next tier of the ladder (later: of reductions and gifts) for the selected lines. */
export const cartNextHint = call('POST', '/api/cart/next_hint', {
  access: 'member',
  harmless: true,
  summary: '凑单提示',
  query: AskedLines,
  data: Type.Object({
    list: listOf({
      line_id: Id,
      text: Type.String(),
      missing_number: Type.Integer(),
      price: Yuan,
      saving: Yuan,
    }),
    activities: listOf({
      kind: Type.String(),
      id: Type.Integer(),
      text: Type.String(),
      missing: Type.String({ description: '元, or units' }),
      gain: Type.String({ description: '元 it would bring; 0.00 where it is not money' }),
      fill_url: Type.String(),
      goods: Type.Array(GoodsCard, { description: 'the best goods to fill up with' }),
    }),
    free_shipping_missing: NullableYuan,
  }),
})
/** Exchange purchases that the selected lines unlock or nearly unlock (sphgs). */
export const cartExchangeOffers = call('POST', '/api/cart/sphg_ladder_price_list', {
  access: 'member',
  harmless: true,
  summary: '换购商品',
  query: AskedLines,
  data: Type.Object({ list: Type.Array(CartActivity) }),
})
