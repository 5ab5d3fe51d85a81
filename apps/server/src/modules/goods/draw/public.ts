/** The prize draw. */
export { closeDraw, putDraw } from './desk-store.ts'
export { drawIn } from './tap.ts'
