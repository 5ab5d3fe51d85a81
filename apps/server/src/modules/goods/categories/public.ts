/** The tree that goods hang on. */
export { hangGoods } from './store.ts'
