/** What an ERP says of goods, stock and prices. */
export { actorOf } from './bulk.ts'
export { momentOf } from './moments.ts'
