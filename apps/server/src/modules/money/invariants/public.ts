/** What is always true of a shop's data, for the command that asks it and for the tests. */
export type { Carried } from './since-views.ts'
export { CHECKS, findViolations, MONEY_CHECKS, reportOf, violationsIn } from './views.ts'
