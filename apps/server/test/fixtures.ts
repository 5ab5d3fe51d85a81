/**
 * Small worlds for tests: every builder fills in what the test does not speak of, so that a test shows only what
 * matters to its guarantee. Amounts are in yuan, as people write them.
 */
export { fenOf, makeScope, next } from './fixtures-base.ts'
export * from './fixtures-companies.ts'
export * from './fixtures-goods.ts'
