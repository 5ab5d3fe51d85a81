/** Goods as the house keeps them. */
export { holdAfter, type KnownBefore, knownBefore } from './said.ts'
