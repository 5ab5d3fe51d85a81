import { fenFromYuan } from '#domain/money.ts'
import type { Integration } from '../../../platform/open-door.ts'
import { OpenRefusal } from '../../../platform/open-problems.ts'

export type Buyer = NonNullable<Integration['buyer']>

/** Whose key it is. No key of the house has the words of these calls; were there one, it would be nobody's here. */
export function buyerOf({ buyer }: Integration): Buyer {
  if (buyer === null) throw new OpenRefusal('SCOPE_MISSING')
  return buyer
}

/** What the shop's screens say in yuan. */
export function fenOf(yuan: string): number {
  const fen = fenFromYuan(yuan)
  if (fen === null) throw new Error(`${yuan} is no amount`)
  return fen
}
export const fenOrNull = (yuan: string | null): number | null => (yuan === null || yuan === '' ? null : fenOf(yuan))
