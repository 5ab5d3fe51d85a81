/** Stores that one account runs, and the invitations by which others join them. */
export { answersTo } from './screens.ts'
export { giveCompany, groupOf, hasOwner, joinGroup, lockCompanies, memberOf, otherGroupOf } from './store.ts'
