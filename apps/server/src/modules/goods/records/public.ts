/** Goods as the house keeps them. */
export { holdAfter, knownBefore } from './said.ts'
