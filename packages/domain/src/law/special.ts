import type { TradeDate } from '../dates.ts'
import { isRestrictedClass, RESTRICTED_CLASSES, type RestrictedClass } from '../restricted.ts'
import { matches, type ReadColumns } from './columns.ts'
import type { SpecialRow } from './files.ts'
import type { LawGoods, SpecialSubstance } from './judgement.ts'
import { SPECIAL_SUBSTANCES } from './judgement.ts'
import { specialCounts } from './names.ts'
import type { LawRules } from './rules.ts'
import type { Scan } from './scan.ts'
import type { Form } from './stems.ts'
import { inForceOn } from './table.ts'

export interface FoundSpecial {
  substances: readonly SpecialSubstance[]
  restricted: readonly RestrictedClass[]
  /** A mark says that there is one, and nothing says which. */
  unknownMark: string
}

const MEDICINE_NUMBER = /国药准字[hzs]/i

/** The special substances that names, marks and the other columns speak of, in the order of SPECIAL_SUBSTANCES. */
export function findSpecial(
  rules: LawRules,
  goods: LawGoods,
  columns: ReadColumns,
  scans: readonly Scan[],
  forms: ReadonlySet<Form>,
  on: TradeDate,
): FoundSpecial {
  const found = new Set<SpecialSubstance | RestrictedClass>()
  // Insulin beside a mark of its class, a test kit for a hormone, a dose of another use: what excepts a restricted class stands in any of these.
  // What was approved as a medicine is none of them for the shelf that a file lays it on (药械, 诊断用药).
  const shelf = MEDICINE_NUMBER.test(columns.approvalNo) ? [] : [columns.category]
  const said = [columns.spec, ...shelf, columns.approvalNo, ...scans.map(({ whole }) => whole)]
  const isExcepted = ({ substance, unless }: SpecialRow) =>
    substance !== null && isRestrictedClass(substance) && unless.some((word) => said.some((text) => text.includes(word)))
  for (const scan of scans) {
    for (const { word } of [...scan.inside, ...scan.wholes]) {
      if (word.kind !== 'special' || word.row.substance === null || isExcepted(word.row)) continue
      if (specialCounts(word.row, scan, forms, on)) found.add(word.row.substance)
    }
  }
  let unknownMark = ''
  for (const row of rules.specialMarks) {
    const text = row.column === 'name' ? '' : columns[row.column]
    if (text === '' || !inForceOn(row.inForce, on) || !matches(row.match, text, row.word)) continue
    if (row.unless.some((word) => text.includes(word)) || isExcepted(row)) continue
    if (row.substance === null) unknownMark = goods[row.column]
    else found.add(row.substance)
  }
  const substances = SPECIAL_SUBSTANCES.filter((name) => found.has(name))
  const restricted = RESTRICTED_CLASSES.filter((name) => found.has(name))
  return { substances, restricted, unknownMark: substances.length > 0 ? '' : unknownMark }
}
