import type { TradeDate } from '../dates.ts'
import type { Clearing, Evidence } from './evidence.ts'
import { CLUE_COLUMNS, type ClueColumn, type ClueRow, type Match } from './files.ts'
import type { LawGoods } from './judgement.ts'
import { remembering } from './memory.ts'
import { readText } from './normalise.ts'
import type { LawRules } from './rules.ts'
import { inForceOn } from './table.ts'

/** What marks, numbers, makers and the other columns say. */

const COLUMN_NAMES = Object.fromEntries(Object.entries(CLUE_COLUMNS).map(([name, column]) => [column, name])) as Record<ClueColumn, string>
const FROM: Readonly<Record<ClueColumn, Evidence['from']>> = {
  name: 'name',
  mark: 'mark',
  approvalNo: 'approvalNo',
  category: 'category',
  manufacturer: 'other',
  spec: 'other',
  unit: 'other',
  dosageForm: 'other',
}

export function matches(match: Match, text: string, word: string): boolean {
  switch (match) {
    case 'whole':
      return text === word
    case 'holds':
      return text.includes(word)
    case 'starts':
      return text.startsWith(word)
    case 'ends':
      return text.endsWith(word)
  }
}

/** The columns beside the names as they are compared: normalised, without spaces and brackets. */
export type ReadColumns = Readonly<Record<Exclude<ClueColumn, 'name'>, string>>

/** Makers, categories and forms come again and again: what was read of them is kept, up to a bound. */
const readers = new WeakMap<LawRules, (text: string) => string>()
const MOST_KEPT = 5_000

function readerOf(rules: LawRules): (text: string) => string {
  let read = readers.get(rules)
  if (read === undefined) {
    read = remembering(MOST_KEPT, (text) => {
      const { joined } = readText(text, rules.characters)
      return joined.includes('(') || joined.includes(')') ? joined.replaceAll(/[()]/g, '') : joined
    })
    readers.set(rules, read)
  }
  return read
}

export function readColumns(rules: LawRules, goods: LawGoods): ReadColumns {
  const read = readerOf(rules)
  return {
    mark: read(goods.mark),
    approvalNo: read(goods.approvalNo),
    manufacturer: read(goods.manufacturer),
    category: read(goods.category),
    spec: read(goods.spec),
    unit: read(goods.unit),
    dosageForm: read(goods.dosageForm),
  }
}

/** @param names all name columns, normalised, as one text */
export function evidenceOfColumns(rules: LawRules, goods: LawGoods, columns: ReadColumns, names: string, on: TradeDate): Evidence[] {
  const found: Evidence[] = []
  for (const [column, rows] of rules.clues) {
    const text = columns[column]
    if (text === '') continue
    for (const row of rows) {
      if (!matches(row.match, text, row.word) || !inForceOn(row.inForce, on)) continue
      // `unless` may name a form of number: what has a 国药准字 is no hospital's own preparation.
      if (row.unless.some((word) => text.includes(word) || names.includes(word) || columns.approvalNo.includes(word))) continue
      found.push(evidenceOf(row, goods))
    }
  }
  return found
}

function evidenceOf(row: ClueRow, goods: LawGoods): Evidence {
  return {
    barredClass: row.barredClass,
    strength: row.strength,
    from: FROM[row.column],
    length: row.word.length,
    brand: false,
    rule: row.rule,
    says: `${COLUMN_NAMES[row.column]}“${goods[row.column].slice(0, 60)}”表明是${row.barredClass}`,
  }
}

/** What the approval number speaks against: a registered device or reagent, an approved Chinese patent medicine. */
export function clearingOfNumber(rules: LawRules, goods: LawGoods, { approvalNo: number }: ReadColumns): Clearing[] {
  if (number === '') return []
  return rules.lawfulNumbers
    .filter(({ words }) => words.some((word) => number.includes(word)))
    .flatMap(({ clears, rule }) =>
      [...clears].map((barredClass) => ({
        barredClass,
        from: 'approvalNo' as const,
        rule,
        says: `文号是“${goods.approvalNo.slice(0, 60)}”`,
      })),
    )
}
