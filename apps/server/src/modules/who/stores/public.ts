/** Stores that one account runs, and the invitations by which others join them. */
export { answersTo } from './screens.ts'
export { giveCompany, groupOf, hasOwner, joinGroup, letIn, lockCompanies, memberOf, otherGroupOf, takeOut } from './store.ts'
