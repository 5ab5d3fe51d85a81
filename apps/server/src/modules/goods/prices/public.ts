/** What goods cost, by whom and why it changed, and what one person may not change alone. */
export { noteImported } from './imported.ts'
export { CUT_PERCENT } from './needs-approval.ts'
export { cutsOfRank } from './rank-cuts.ts'
export { saveBaseIn } from './service.ts'
export { findCompanies } from './views.ts'
