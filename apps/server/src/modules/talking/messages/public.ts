/** Messages of the shop to its companies. */
export type { News } from './store.ts'
export { tell, tellMany } from './tell.ts'
