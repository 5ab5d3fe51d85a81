/** What is always true of a shop's data, for the command that asks it and for the tests. */
export { CHECKS, findViolations, reportOf, violationsIn } from './views.ts'
