/** What an order would be, by lines that stand in no cart. */
export { entryRows, entrySheet } from './entry-sheet.ts'
