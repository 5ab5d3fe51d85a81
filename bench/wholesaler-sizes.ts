export interface Sizes {
  companies: number
  orders: number
  batches: number
}
export interface Known extends Sizes {
  goods: number
  /** Accounts that were there: a company's buyer has its number above it. */
  before: number
  /** The first of the clerks' accounts. */
  clerk: number
}
/** One statement after the other, on one connection. */
export type Step = (known: Known) => readonly string[]

export const CLERKS = 60
