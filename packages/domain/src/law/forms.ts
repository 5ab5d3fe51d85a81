import type { ReadColumns } from './columns.ts'
import type { Condition } from './files.ts'
import type { LawRules } from './rules.ts'
import type { Hit, Scan } from './scan.ts'
import { type Form, formsAtEnd, formsIn, unknownLength } from './stems.ts'

/** In what form a goods is, and whether a substance stands in it alone: what the lists' column `forms` asks. */

/** A weight of loose stuff: 100g/瓶, 1kg. */
const LOOSE = /^[\d.]+(g|gm|kg|克|千克|公斤)(\/?(瓶|袋|桶|包|罐|听|kg|g|公斤))?$/
const SPEC_HINTS: readonly (readonly [hint: (spec: string) => boolean, forms: readonly Form[]])[] = [
  [(spec) => /[x*/\d]片|片[/x*]/.test(spec), ['tablet', 'oral-solid']],
  [(spec) => /[x*/\d]粒|粒[/x*]/.test(spec), ['oral-solid']],
  [(spec) => spec.includes('贴'), ['patch']],
  [(spec) => spec.includes('安瓿') || (spec.includes('ml') && spec.includes('支')), ['injection']],
]

/** The name says it first, then the column of the dosage form, then category, spec and unit. Empty: not known. */
export function formsOf(rules: LawRules, scans: readonly Scan[], columns: ReadColumns): ReadonlySet<Form> {
  for (const scan of scans) {
    for (const candidate of scan.candidates) {
      const forms = formsAtEnd(candidate, rules.stems)
      if (forms.length > 0) return new Set(forms)
    }
    if (scan.whole.includes('注射用')) return new Set(['injection'])
  }
  const said = formsIn(columns.dosageForm, rules.stems)
  if (said.length > 0) return new Set(said)
  if (/原料|化学试剂/.test(columns.category)) return new Set(['raw'])
  if (LOOSE.test(columns.spec)) return new Set(['raw'])
  for (const [hint, forms] of SPEC_HINTS) if (hint(columns.spec)) return new Set(forms)
  if (/^(kg|g|千克|公斤|克)$/.test(columns.unit)) return new Set(['raw'])
  return new Set()
}

/** Does the row count for goods of these forms? `unknown` where it depends on a form that nobody wrote. */
export function formFits({ forms, notForms }: Pick<Condition, 'forms' | 'notForms'>, has: ReadonlySet<Form>): 'yes' | 'no' | 'unknown' {
  if (forms.size > 0) {
    if (has.size === 0) return 'unknown'
    if (forms.isDisjointFrom(has)) return 'no'
  }
  // What a row takes out must be proved: goods of no known form stay in.
  return notForms.size > 0 && has.size > 0 && has.isSubsetOf(notForms) ? 'no' : 'yes'
}

/** Is the substance named at this place the only active one that the name names? */
export function composition(rules: LawRules, scan: Scan, at: Pick<Hit, 'start' | 'end'>): 'single' | 'compound' | 'unknown' {
  if (scan.whole.includes('复方')) return 'compound'
  for (const { word, start, end } of scan.inside) {
    if (word.kind === 'partner' && (end <= at.start || start >= at.end)) return 'compound'
  }
  const named = scan.whole.slice(at.start, at.end)
  for (const candidate of scan.candidates) {
    const start = candidate.indexOf(named)
    if (start < 0) continue
    const rest = unknownLength(candidate.slice(0, start), rules.stems) + unknownLength(candidate.slice(start + named.length), rules.stems)
    if (rest < 2) return 'single'
  }
  return 'unknown'
}
