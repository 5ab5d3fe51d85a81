import { type Static, Type } from 'typebox'
import type { PromotionKindWire } from './activity.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, NullableInteger, NullableText, NullableYuan, RefusalShape, Yuan } from './shapes.ts'

/** What the cart shows: its lines, what they are part of, and what they come to. */

export const CorrectionShape = Type.Object({ reason: Type.String(), message: Type.String() })

/** A bundle and what one of it holds. */
const Combination = Type.Object({
  id: Id,
  name: Type.String(),
  goods: Type.Array(Type.Object({ goods: GoodsCard, number: Type.Integer(), price: NullableYuan })),
})

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
  reduction: Type.String({ description: "元, this line's share of every reduction" }),
  net: Type.String({ description: '元, amount less reduction' }),
  price_source: NullableText,
  price_note: Type.String({ description: 'why this price: 已享 20 盒起 ¥8.30；再买 60 盒享 ¥7.90' }),
  explanation: Type.Array(Type.String(), { description: 'each yuan in words' }),
  dropped: NullableYuan,
  combination: Type.Unsafe<Static<typeof Combination> | null>({
    anyOf: [Combination, { type: 'null' }],
    description: 'the bundle that the line sells, with the goods in it; null for other lines',
  }),
  type: Type.Integer({ description: '10 special line, 1 flash, 3 combination, 4 exchange, 0 ordinary' }),
  goods_type: Type.Integer({ description: 'type of its goods: 1 herbs (zy), 0 other goods' }),
  goods_price_id: Type.Integer(),
  ladder_price_id: Type.Integer(),
  goods_manjian_id: Type.Integer({ description: 'the full reduction of one goods that applies, or 0' }),
  goods_manjian_amount: Yuan,
  manjian_id: Type.Integer({ description: 'the full reduction that the line takes part in, or 0' }),
  manjian_choice: NullableInteger,
  manjians: Type.Array(Type.Object({ id: Id, name: Type.String() }), { description: 'full reductions to choose from' }),
  with_coupon: Flag,
  exchange_id: Type.Integer({ description: 'the exchange offer that the line stands under, or 0' }),
  gift_data: Type.Object({
    total: Type.Integer(),
    type: Type.Integer({ description: '1 gifts hang on this line alone, 2 on its activity' }),
    text: Type.String(),
  }),
  is_yj: Flag,
  is_selected: Flag,
  can_buy: Flag,
  reasons: Type.Array(RefusalShape),
})
export type CartLineWire = Static<typeof CartLine>

/** A tier of an activity as it stands for the selected lines. */
const ActivityTier = Type.Object({
  id: Id,
  text: Type.String(),
  amount: Type.String({ description: '元 from which it is reached; 0.00 of a tier that counts units' }),
  number: Type.Integer({ description: 'units from which it is reached; 0 of a tier that counts money' }),
  status: Type.Integer({ description: '1 reached, 2 next, 0 far' }),
  missing: Type.String({ description: '元 or units still missing; empty when reached' }),
})
/** The same tiers by the names of the specification, those of all activities in one list. */
const NamedTier = Type.Object({
  ...ActivityTier.properties,
  activity_id: Id,
  kind: Type.Unsafe<PromotionKindWire>({ type: 'string' }),
  name: Type.String({ description: 'of the activity' }),
})

/** How an activity stands for the selected lines. */
export const CartActivity = Type.Object({
  id: Id,
  kind: Type.Unsafe<PromotionKindWire>({ type: 'string' }),
  tag: Type.String(),
  name: Type.String(),
  ends_at: Type.String(),
  line_ids: Type.Array(Id),
  amount: Type.String({ description: '元 measured so far' }),
  number: Type.Integer(),
  reduction: Yuan,
  text: Type.String({ description: '已减 ¥30.00；再买 ¥52.00 可减 ¥60.00' }),
  fill_url: Type.String({ description: 'the activity’s goods, to fill up with' }),
  tiers: Type.Array(ActivityTier, { description: 'reached ones first' }),
  gifts: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'what zps names' }),
      tier_id: Id,
      choose: Type.Integer({ description: 'how many gifts of its tier the buyer picks; 0: all are given' }),
      goods_id: Id,
      name: Type.String(),
      unit: Type.String(),
      number: Type.Integer(),
      image: Type.String(),
      selected: Flag,
      open: Flag,
      why: Type.String(),
    }),
  ),
  exchanges: Type.Array(
    Type.Object({
      id: Id,
      goods_id: Id,
      name: Type.String(),
      ypgg: Type.String(),
      unit: Type.String(),
      image: Type.String(),
      price: Yuan,
      raw_price: NullableYuan,
      limit: Type.Integer(),
      in_cart: Type.Integer(),
      open: Flag,
      why: Type.String(),
    }),
  ),
})
export type CartActivityWire = Static<typeof CartActivity>

/** A coupon that the buyer holds, as it stands for the selected lines. */
export const CartCoupon = Type.Object({
  id: Id,
  name: Type.String(),
  face: Type.String(),
  threshold_text: Type.String(),
  scope_text: Type.String(),
  valid_until: Type.String(),
  stackable: Flag,
  amount: Type.String({ description: '元 it takes off here; 0.00 when it cannot be used' }),
  usable: Flag,
  selected: Flag,
  why: Type.String(),
})
export type CartCouponWire = Static<typeof CartCoupon>

/** Lines that belong together: an activity, ephedrine goods, or the rest. */
export const CartGroup = Type.Object({
  key: Type.String(),
  tag: Type.String(),
  name: Type.String(),
  rule: Type.String(),
  ends_at: NullableText,
  activity_id: Type.Integer({ description: 'the activity whose group it is, or 0' }),
  line_ids: Type.Array(Id),
})

export const MoneyRow = Type.Object({ key: Type.String(), label: Type.String(), note: Type.String(), amount: Yuan })
export type MoneyRowWire = Static<typeof MoneyRow>

export const CartTotal = Type.Object({
  total: Yuan,
  goods_amount: Yuan,
  reduction_amount: Yuan,
  rows: Type.Array(MoneyRow, { description: 'they sum to total' }),
  cashback: Type.String({ description: '元 back to the balance once the order completes' }),
  points: Type.Integer(),
  shipping_amount: Yuan,
  shipping_note: Type.String(),
  no_trans_order_amount: Type.String({
    description: '元 from which the first charged warehouse ships free; 0.00 where nothing is charged',
  }),
  selected_lines: Type.Integer(),
  selected_number: Type.Integer(),
  line_count: Type.Integer(),
})
export type CartTotalWire = Static<typeof CartTotal>

export const CartList = Type.Object({
  list: Type.Array(CartLine),
  groups: Type.Array(CartGroup),
  activities: Type.Array(CartActivity),
  manjians: Type.Array(NamedTier, { description: 'tiers of full reductions, reached ones first' }),
  sphgs: Type.Array(NamedTier, { description: 'tiers of gifts and exchange purchases, reached ones first' }),
  coupons: Type.Array(CartCoupon),
  total: CartTotal,
})
export type CartListWire = Static<typeof CartList>
