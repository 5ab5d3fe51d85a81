/** The cart: lines judged with today's facts, for checkout and for buying again. */
export { type CartLineNow, noteOf } from './evaluate.ts'
export { evaluateRows } from './read.ts'
export { addWishes } from './service.ts'
export { readTerms } from './settings.ts'
export { cartLinesById, deleteLines } from './store.ts'
export { type Chosen, chosenLine } from './wire.ts'
