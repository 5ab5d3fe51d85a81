/** Promotions: the terms that the pricing engine reads, and the quotas that an order takes and gives back. */
export { promotionsAlive, promotionTag } from './book.ts'
export { type BundleItemTerms, type BundleTerms, bundlesById } from './bundle-views.ts'
export { type CouponSource, giveBackCoupons, heldCoupons, takeCoupons } from './coupon-store.ts'
export { type ExchangeTerms, exchangesById } from './exchange-views.ts'
export { type Grant, grantCoupon } from './grant.ts'
export { giveBackQuotas, takeBundles, takeExchanges, takeGifts } from './quotas.ts'
export { type AudienceJson, audienceOf, buyerOf, isFor, type ScopeJson, scopeGoods, scopeOf, takesPart } from './scope.ts'
export { ACTIVITY_TAGS, type TagReader, tagReader } from './tags.ts'
