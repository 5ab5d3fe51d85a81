import { type Static, Type } from 'typebox'
import { CouponTemplateShape, PromotionShape, type PromotionWire } from './activity.ts'
import { call } from './call.ts'
import { GoodsCard } from './goods.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, NullableYuan, Page, Paging, PerPage, Yuan } from './shapes.ts'

/** Activities, coupons, bundles: what a buyer meets before the cart. Thresholds and coupon amounts are no goods' prices and are public. */

/** Live and coming activities; with id, the goods of that one, paged. */
export const goodsActivities = call('GET', '/api/goods/activities', {
  access: 'public',
  summary: '活动与参加活动的商品',
  query: Type.Object({
    id: Type.Optional(Id),
    ids: Type.Optional(Type.String({ maxLength: 200, description: 'several activities, separated by commas' })),
    kind: Type.Optional(Type.String({ maxLength: 30, description: 'one kind only' })),
    goods_id: Type.Optional(Id),
    keywords: Type.Optional(Type.String({ maxLength: 100 })),
    sort: Type.Optional(Type.String({ maxLength: 20 })),
    ...Paging,
  }),
  data: Type.Object({
    now: Type.String(),
    activities: Type.Array(PromotionShape),
    activity: Type.Unsafe<PromotionWire | null>({ anyOf: [PromotionShape, { type: 'null' }] }),
    list: Type.Array(GoodsCard),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
export type GoodsActivitiesWire = Static<typeof goodsActivities.data>

// ── Coupons ──

export const couponCentre = call('GET', '/api/coupon/centre', {
  access: 'public',
  summary: '领券中心',
  query: Type.Object({ goods_id: Type.Optional(Id), zone: Type.Optional(Type.String({ maxLength: 30 })), limit: Type.Optional(PerPage) }),
  data: Type.Object({ list: Type.Array(CouponTemplateShape) }),
})
export const couponTake = call('POST', '/api/coupon/take', {
  access: 'passed',
  summary: '领取优惠券',
  refuses: ['COUPON_NOT_STARTED', 'COUPON_OVER', 'COUPON_LIMIT', 'COUPON_GONE'],
  body: Type.Object({ id: Id }),
  data: Type.Object({ coupon_id: Id, template: CouponTemplateShape }),
})

export const CouponShape = Type.Object({
  id: Id,
  name: Type.String(),
  intro: Type.String(),
  face: Type.String(),
  threshold_text: Type.String(),
  scope_text: Type.String(),
  stackable: Flag,
  valid_from: Type.String(),
  valid_until: Type.String(),
  days_left: NullableInteger,
  status: Type.Unsafe<'unused' | 'used' | 'expired'>({ type: 'string' }),
  used_order_no: Type.String(),
  url: Type.String(),
})
export type CouponWire = Static<typeof CouponShape>
const CouponPage = Type.Object({ list: Type.Array(CouponShape), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() })

/** type 0 all, 1 amount, 2 percent; status 0 unused, 1 used, 2 expired. */
export const userCoupon = call('GET', '/api/user/coupon', {
  access: 'member',
  summary: '我的优惠券',
  query: Type.Object({
    ...Paging,
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  data: CouponPage,
})
/** What can be used now; type 1: with the selected lines of the cart, cheapest first. */
export const userAvailableCoupon = call('GET', '/api/user/availableCoupon', {
  access: 'member',
  summary: '可用优惠券',
  query: Type.Object({ page: Type.Optional(Page), type: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })) }),
  data: CouponPage,
})
export const couponNum = call('GET', '/api/user/couponNum', {
  access: 'member',
  summary: '优惠券数量',
  data: Type.Object({ unused: Type.Integer(), used: Type.Integer(), expired: Type.Integer(), soon: Type.Integer() }),
})

// ── Bundles ──

export const BundleShape = Type.Object({
  id: Id,
  name: Type.String(),
  hint: Type.String(),
  ck_id: Id,
  ck_name: Type.String(),
  items: listOf({ goods: GoodsCard, number: Type.Integer(), price: NullableYuan }),
  price: NullableYuan,
  raw_price: NullableYuan,
  saving: NullableYuan,
  max: NullableInteger,
  limit_per_buyer: NullableInteger,
  left: NullableInteger,
  ends_at: NullableText,
  can_buy: Flag,
  reason: Type.String(),
})
export type BundleWire = Static<typeof BundleShape>
export const bundleList = call('GET', '/api/bundle/list', {
  access: 'public',
  summary: '组合专区',
  query: Type.Object({ ...Paging, goods_id: Type.Optional(Id) }),
  data: Type.Object({ list: Type.Array(BundleShape), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})

/** Cashback of this buyer: what is running, and what was earned. */
export const cashbackInfo = call('GET', '/api/activity/cashback', {
  access: 'public',
  summary: '满额返现',
  data: Type.Object({
    now: Type.String(),
    activities: Type.Array(PromotionShape),
    earned: listOf({ order_id: Id, no: Type.String(), amount: Yuan, state: Type.String(), at: Type.String() }),
  }),
})
