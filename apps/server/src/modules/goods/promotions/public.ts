/** Promotions: the terms that the pricing engine reads, and the quotas that an order takes and gives back. */
export { activitiesFor, activitiesOfGoods, activityPage, takesPart } from './activities.ts'
export { type BundleMoney, bundleMoney, isDearer } from './bundle-money.ts'
export { type BundleTerms, bundlesById, openBundles } from './bundle-views.ts'
export { countsOf as couponCountsOf } from './coupon-counts.ts'
export { giveBackCoupons, heldCoupons, takeCoupons } from './coupon-store.ts'
export { centre, couponScope, couponsForGoods } from './coupons.ts'
export { closeBundle, closeOffers, putBundle, putOffers } from './deal-store.ts'
export { couponsMany } from './desk/coupon-many.ts'
export { draftIn, ownPromotions, preparedDraft } from './desk/draft.ts'
export {
  changesOf,
  type Fact,
  type Fields,
  factsIn,
  flagSaid,
  momentSaid,
  type NameOf,
  named,
  orEndless,
  percentSaid,
  recorded,
  rowIn,
  yuanSaid,
} from './desk/facts.ts'
export { pricedGoods } from './desk/look-views.ts'
export { exceptFirst, lowsByGoods, newLows, refuseNewLows } from './desk/lows.ts'
export { amountIn, instant, type Say } from './desk/plan-read.ts'
export { type GoodsRow, goodsNamed } from './desk/plan-views.ts'
export { addOffer, publishOffer } from './desk/plans.ts'
export { BELOW_TOGETHER, type DealPrice, type Low, lowsTogether, standsText, togetherText } from './desk/together.ts'
export { lockWeighing, lowestOwn } from './desk/together-views.ts'
export { boundBelow, someOf } from './desk/warnings.ts'
export { type ExchangeTerms, exchangesById } from './exchange-views.ts'
export { grantCoupon } from './grant.ts'
export { withinLimits } from './limits.ts'
export { couponsOf, couponsWire } from './own-coupons.ts'
export { giveBackOffers, giveBackPart, giveBackQuotas, takeBundles, takeExchanges, takeGifts, takeOffers } from './quota-store.ts'
export { promotionsAlive, promotionTag } from './running.ts'
export { type AudienceJson, audienceOf, buyerOf, isFor, type ScopeJson, scopeGoods } from './scope.ts'
export { goodsOfScope } from './scope-sets.ts'
export { scopeText } from './scope-text.ts'
export { readScopeNames } from './scope-views.ts'
export { ACTIVITY_TAGS, goodsTagged, type TagReader, tagReader } from './tags.ts'
export { toPromotion } from './wire.ts'
export { faceText, thresholdText } from './words.ts'
