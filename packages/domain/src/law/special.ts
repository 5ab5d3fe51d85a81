import type { TradeDate } from '../dates.ts'
import { matches, type ReadColumns } from './columns.ts'
import type { LawGoods, SpecialSubstance } from './judgement.ts'
import { SPECIAL_SUBSTANCES } from './judgement.ts'
import { specialCounts } from './names.ts'
import type { LawRules } from './rules.ts'
import type { Scan } from './scan.ts'
import type { Form } from './stems.ts'
import { inForceOn } from './table.ts'

export interface FoundSpecial {
  substances: readonly SpecialSubstance[]
  /** A mark says that there is one, and nothing says which. */
  unknownMark: string
}

/** The special substances that names, marks and the other columns speak of, in the order of SPECIAL_SUBSTANCES. */
export function findSpecial(
  rules: LawRules,
  goods: LawGoods,
  columns: ReadColumns,
  scans: readonly Scan[],
  forms: ReadonlySet<Form>,
  on: TradeDate,
): FoundSpecial {
  const found = new Set<SpecialSubstance>()
  for (const scan of scans) {
    for (const { word } of [...scan.inside, ...scan.wholes]) {
      if (word.kind === 'special' && word.row.substance !== null && specialCounts(word.row, scan, forms, on)) found.add(word.row.substance)
    }
  }
  let unknownMark = ''
  for (const row of rules.specialMarks) {
    const text = row.column === 'name' ? '' : columns[row.column]
    if (text === '' || !inForceOn(row.inForce, on) || !matches(row.match, text, row.word)) continue
    if (row.unless.some((word) => text.includes(word))) continue
    if (row.substance === null) unknownMark = goods[row.column]
    else found.add(row.substance)
  }
  return { substances: SPECIAL_SUBSTANCES.filter((name) => found.has(name)), unknownMark: found.size > 0 ? '' : unknownMark }
}
