/** The prize draw. */
export { drawIn } from './tap.ts'
