/** What goods cost, by whom and why it changed, and what one person may not change alone. */
export { noteImported } from './imported.ts'
export { CUT_PERCENT } from './needs-approval.ts'
export { cutsOfRank } from './rank-cuts.ts'
export { type SaidPrices, sayFirstPrices, sayPrices } from './said.ts'
export { saveBaseIn } from './service.ts'
export { readTyped } from './steps.ts'
export { findCompanies, type PricesByCode, pricesByCode } from './views.ts'
