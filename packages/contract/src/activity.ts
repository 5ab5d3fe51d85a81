import { type Static, Type } from 'typebox'
import { Flag, Id, listOf, NullableInteger, NullableText } from './shapes.ts'

/** What activities and coupon templates look like wherever they are shown. Thresholds and coupon amounts are no goods' prices: they are public. */

export const PROMOTION_KINDS = ['goods_full_reduction', 'full_reduction', 'gift', 'exchange', 'cashback'] as const
export type PromotionKindWire = (typeof PROMOTION_KINDS)[number]
const KindShape = Type.Unsafe<PromotionKindWire>({ type: 'string' })
const StateShape = Type.Unsafe<'coming' | 'open' | 'ended'>({ type: 'string' })

export const PromotionTierShape = Type.Object({
  id: Id,
  text: Type.String({ description: '满 ¥500.00 减 ¥30.00' }),
  gifts: listOf({ name: Type.String(), unit: Type.String(), number: Type.Integer(), image: Type.String() }),
})
export const PromotionShape = Type.Object({
  id: Id,
  kind: KindShape,
  tag: Type.String({ description: '满 | 赠 | 换购 | 返' }),
  name: Type.String(),
  intro: Type.String(),
  image: Type.String(),
  starts_at: Type.String(),
  ends_at: Type.String(),
  state: StateShape,
  tiers: Type.Array(PromotionTierShape),
})
export type PromotionWire = Static<typeof PromotionShape>

export const CouponTemplateShape = Type.Object({
  id: Id,
  name: Type.String(),
  intro: Type.String(),
  face: Type.String({ description: '¥30 or 9折' }),
  threshold_text: Type.String({ description: '满 ¥300.00 可用 | 无门槛' }),
  scope_text: Type.String({ description: '全场 | 限中药专区 | 限指定商品' }),
  period_text: Type.String({ description: '2026-11-01 至 2026-11-30 | 领取后 7 天内有效' }),
  stackable: Flag,
  left_percent: NullableInteger,
  taken_by_me: Type.Integer(),
  per_buyer: Type.Integer(),
  state: Type.Unsafe<'open' | 'taken' | 'gone' | 'coming'>({ type: 'string' }),
  take_from: NullableText,
  url: Type.String({ description: 'where to use it' }),
})
export type CouponTemplateWire = Static<typeof CouponTemplateShape>
