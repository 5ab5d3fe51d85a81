import { type GoodsTable, rowOf } from '../rows/goods-table.ts'
import { splitTerms } from '../words/normalise.ts'
import type { Matcher, Matches } from './matching.ts'

/** Above every hit, and below every other one. */
const SCORES = { first: 127, last: 1 } as const

/** Words as pins know them: in the shape in which they are compared. */
export const pinKeyOf = (keywords: string): string => splitTerms(keywords).join(' ')

/** Puts the goods that staff pinned to exactly these words to the beginning, or the end, of what was found. */
export function createPinning(table: GoodsTable, matcher: Matcher): (keywords: string, found: Matches) => void {
  return (keywords, found) => {
    if (table.pins.size === 0 || found.count === 0) return
    for (const { goods_id: id, place } of table.pins.get(pinKeyOf(keywords)) ?? []) {
      const row = rowOf(table, id)
      if (row < 0 || table.columns.live[row] !== 1) continue
      if (place === 'first' || found.score[row] !== 0) matcher.put(row, SCORES[place])
    }
  }
}
