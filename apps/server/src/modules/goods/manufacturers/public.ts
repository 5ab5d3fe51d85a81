/** Who makes the goods. */
export { makerIdOf } from './store.ts'
