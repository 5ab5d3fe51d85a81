/** The cart: lines judged and priced with today's facts, for checkout and for buying again. */
export { activitiesWire, readCouponsWire, shownGoods } from './activities.ts'
export { type CartLineNow, nameOf, noteOf, piecesOf, unitOf } from './evaluate.ts'
export { choiceOf, type PricedLines, priceLines, readOffers } from './price.ts'
export { cartNow, evaluateRows, readShown, warehousesOf } from './read.ts'
export { addWishes } from './service.ts'
export { readTerms, TERM_KEYS, type Terms, termsFrom } from './settings.ts'
export { cartLinesById, deleteLines } from './store.ts'
export { rowsWire } from './wire.ts'
