/** Messages of the shop to its companies. */
export { type News, tell, tellMany } from './tell.ts'
