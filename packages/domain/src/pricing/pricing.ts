/** The pricing engine as others use it. */
export type * from './answer.ts'
export { audienceHas, audiencesMeet, goodsInScope, isAlive, saleInScope } from './matching.ts'
export { price } from './price-cart.ts'
export { earningTakenBack, refundSplit, returnWorth, type SoldPart } from './returns.ts'
export type * from './terms.ts'
export { cashbackTierText, exchangeTierText, giftTierText, reductionTierText } from './texts.ts'
