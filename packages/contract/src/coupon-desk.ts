import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { OFFER_DRAFT, OfferAudience, OfferBelow, OfferNames, OfferRequest, OfferScope, OfferStateName } from './offer-desk.ts'
import { Flag, Id, Paged, Paging, Reason, Version, words, Yuan } from './shapes.ts'

/**
 * Coupons as the house prepares them: a draft, what another person approved of it, and what became of it. Terms that were approved stay as
 * they are, for companies hold them. Given to companies by the deeds on many records (coupon.grant, coupon.take_back).
 */

const Units = Type.Integer({ minimum: 0, maximum: 9_999_999 })
const Amount = Type.String({ maxLength: 20, description: '元; empty: none' })
const Moment = Type.String({ maxLength: 40, description: 'empty: none' })

export const CouponTerms = Type.Object({
  name: words(60),
  intro: words(200),
  threshold: Amount,
  amount: Amount,
  percent: Type.Integer({ minimum: 0, maximum: 99, description: '92: pays 92 of 100; 0: none' }),
  cap: Amount,
  scope: OfferScope,
  audience: OfferAudience,
  stackable: Flag,
  is_public: { ...Flag, description: '1: taken in the coupon centre; 0: given by staff, draws, points alone' },
  quota: { ...Units, description: '0: without a limit' },
  per_company: Units,
  take_from: Moment,
  take_until: Moment,
  valid_days: { ...Units, description: 'days from the moment it is had; 0: from valid_from until valid_until' },
  valid_from: Moment,
  valid_until: Moment,
})
export type CouponTermsWire = Static<typeof CouponTerms>

const head = {
  id: Id,
  name: Type.String(),
  state: OfferStateName,
  state_name: Type.String(),
  text: Type.String({ description: 'what it takes off, in words' }),
  goods: Type.String({ description: 'the scope in words' }),
  buyers: Type.String({ description: 'the audience in words' }),
  taking: Type.String({ description: 'when it is given out, in words' }),
  validity: Type.String({ description: 'how long one is good for, in words' }),
  quota: { ...Units, description: '0: without a limit' },
  taken: Type.Integer(),
  updated_at: Type.String(),
  updated_by: Type.String(),
}
const Coupon = Type.Object({
  ...head,
  version: Type.Integer(),
  published: { ...Flag, description: '1: it was approved, and its terms stay' },
  asked_by: Type.String(),
  approved_by: Type.String(),
  terms: CouponTerms,
  names: OfferNames,
  request: OfferRequest,
  withdrawn_reason: Type.String(),
})
export type CouponDeskWire = Static<typeof Coupon>

export const staffCoupons = call('GET', '/api/staff/coupon', {
  permission: 'offers.view',
  summary: '优惠券',
  query: Type.Object({ keywords: Type.Optional(words(60)), state: Type.Optional(OfferStateName), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Type.Object(head)) }),
})
export const staffCouponLook = call('GET', '/api/staff/coupon_look', {
  permission: 'offers.view',
  summary: '优惠券草稿：命中的商品与客户、低于成本',
  query: Type.Object({ terms: OFFER_DRAFT.terms }),
  data: Type.Object({
    text: Type.String(),
    goods: Type.Integer({ description: 'on sale, that take part' }),
    companies: Type.Integer(),
    companies_all: Type.Integer({ description: 'passed ones of the shop' }),
    below: Type.Array(OfferBelow, { description: 'the deepest' }),
    below_total: Type.Integer(),
  }),
})
export const staffCoupon = call('GET', '/api/staff/coupon/:id', {
  permission: 'offers.view',
  summary: '一种优惠券',
  data: Coupon,
})
/** Orders that were cancelled count for nothing. */
export const staffCouponResult = call('GET', '/api/staff/coupon/:id/result', {
  permission: 'offers.view',
  summary: '优惠券的成效',
  data: Type.Object({
    granted: Type.Integer({ description: 'by staff' }),
    taken: Type.Integer({ description: 'in the coupon centre' }),
    won: Type.Integer({ description: 'in draws and for points' }),
    companies: Type.Integer({ description: 'that have or had one' }),
    used: Type.Integer(),
    unused: Type.Integer({ description: 'that can still be used' }),
    expired: Type.Integer(),
    withdrawn: Type.Integer(),
    orders: Type.Integer(),
    amount: { ...Yuan, description: 'goods of these orders, reductions taken off' },
    discount: { ...Yuan, description: 'what the coupon took off' },
  }),
})
export const staffCouponAdd = call('POST', '/api/staff/coupon', {
  permission: 'offers.change',
  summary: '新建优惠券草稿',
  body: CouponTerms,
  data: Coupon,
})
export const staffCouponSave = call('POST', '/api/staff/coupon/:id', {
  permission: 'offers.change',
  summary: '修改优惠券草稿',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...CouponTerms.properties, version: Version }),
  data: Coupon,
})
export const staffCouponPublish = call('POST', '/api/staff/coupon/:id/publish', {
  permission: 'offers.change',
  summary: '优惠券送审，批准后发放',
  approval: 'coupon.publish',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, reason: Type.Optional(words(200)) }),
  data: Coupon,
})
/** withdraw: by who prepares them; stop: by who answers for them. No more are given out; those that companies hold stay good. */
export const staffCouponEnd = call('POST', '/api/staff/coupon/:id/end/:command', {
  permission: { param: 'command', words: { withdraw: 'offers.change', stop: 'offers.approve' } },
  summary: '撤下、叫停优惠券',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ id: Id, command: Type.Unsafe<'withdraw' | 'stop'>({ type: 'string', enum: ['withdraw', 'stop'] }) }),
  body: Type.Object({ version: Version, reason: Reason }),
  data: Coupon,
})
