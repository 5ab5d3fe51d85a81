import type { TradeDate } from '../dates.ts'
import type { Clearing, Evidence } from './evidence.ts'
import type { LawfulRow, SpecialRow, SubstanceRow } from './files.ts'
import { composition, formFits } from './forms.ts'
import { readHerb } from './herbs.ts'
import type { BarredClass } from './judgement.ts'
import { findNuclides } from './nuclides.ts'
import type { LawRules } from './rules.ts'
import { NAME_COLUMNS, type Scan } from './scan.ts'
import { type Form, unknownLength } from './stems.ts'
import { inForceOn } from './table.ts'
import type { ClueWord, SubstanceWord, Word } from './words.ts'

/** What one name column says for and against each class. */
export interface NameEvidence {
  for: Evidence[]
  against: Clearing[]
  /** Rows that this name says are not meant, being a compound: the generic name decides this for the other columns. */
  notSingle: Set<string>
}

interface Place {
  start: number
  end: number
}

interface Cover extends Place {
  classes: ReadonlySet<BarredClass>
  rule: string
  text: string
}

export function evidenceOfName(rules: LawRules, scan: Scan, forms: ReadonlySet<Form>, on: TradeDate): NameEvidence {
  const found: NameEvidence = { for: [], against: [], notSingle: new Set() }
  const covers = coversOf(scan, forms, on)
  const add: Add = (evidence, place) => {
    const cover = covers.find(({ classes, start, end }) => classes.has(evidence.barredClass) && start <= place.start && place.end <= end)
    if (cover === undefined) found.for.push({ ...evidence, from: scan.column, length: place.end - place.start })
    else
      found.against.push({ barredClass: evidence.barredClass, from: scan.column, rule: cover.rule, says: clearingText(scan, cover.text) })
  }

  for (const { word, start, end, exact } of scan.inside) {
    if (word.kind === 'substance') addSubstance(rules, scan, forms, on, word, { start, end, exact, whole: false }, found, add)
    else if (word.kind === 'component') addCompound(rules, scan, forms, on, word.row, word.other, { start, end }, exact, add)
    else if (word.kind === 'clue' && exact) addClue(scan, on, word, { start, end }, add)
  }
  for (const { word, candidate, exact, part } of scan.wholes) {
    const start = scan.whole.indexOf(word.plain)
    const place = start < 0 ? { start: 0, end: scan.whole.length } : { start, end: start + word.plain.length }
    if (word.kind === 'substance') {
      addSubstance(rules, scan, forms, on, word, { ...place, exact, whole: true, part, candidate }, found, add)
    } else if (word.kind === 'clue' && exact) addClue(scan, on, word, place, add)
  }
  addHerb(rules, scan, on, found)
  for (const { row, text } of findNuclides(rules.nuclides, scan.read.spaced)) {
    add(
      { barredClass: '放射性药品', strength: row.strength, brand: false, rule: row.rule, says: says(scan, `写有放射性核素 ${text}`) },
      {
        start: 0,
        end: scan.whole.length,
      },
    )
  }
  for (const cover of covers) {
    for (const barredClass of cover.classes) {
      found.against.push({ barredClass, from: scan.column, rule: cover.rule, says: clearingText(scan, cover.text) })
    }
  }
  return found
}

const says = (scan: Scan, what: string): string => `${NAME_COLUMNS[scan.column]}“${shown(scan.said)}”${what}`
const clearingText = (scan: Scan, text: string): string => says(scan, `是“${text}”`)
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** What lawful names cover, and the compounds that have rules of their own. */
function coversOf(scan: Scan, forms: ReadonlySet<Form>, on: TradeDate): Cover[] {
  const covers: Cover[] = []
  const all: Place = { start: 0, end: scan.whole.length }
  const counts = (row: LawfulRow): boolean => !row.unless.some((word) => scan.whole.includes(word))
  const add = (word: Word, place: Place, wholeName: boolean): void => {
    if (word.kind === 'lawful' && counts(word.row) && (wholeName || word.row.how !== 'whole')) {
      covers.push({ ...(word.row.how === 'span' ? place : all), classes: word.row.clears, rule: word.row.rule, text: word.text })
    } else if (word.kind === 'special' && specialCounts(word.row, scan, forms, on) && word.row.clears.size > 0) {
      covers.push({ ...all, classes: word.row.clears, rule: word.row.rule, text: word.text })
    }
  }
  for (const { word, start, end, exact } of scan.inside) if (exact) add(word, { start, end }, false)
  for (const { word, exact } of scan.wholes) if (exact) add(word, all, true)
  return covers
}

/** Do the conditions of a row for special compounds hold? */
export function specialCounts(row: SpecialRow, scan: Scan, forms: ReadonlySet<Form>, on: TradeDate): boolean {
  return (
    inForceOn(row.inForce, on) &&
    formFits({ forms: row.forms, notForms: new Set() }, forms) !== 'no' &&
    !row.unless.some((word) => scan.whole.includes(word))
  )
}

type Add = (evidence: Omit<Evidence, 'from' | 'length'>, place: Place) => void

interface Named extends Place {
  exact: boolean
  whole: boolean
  part?: boolean
  candidate?: string
}

function addSubstance(
  rules: LawRules,
  scan: Scan,
  forms: ReadonlySet<Form>,
  on: TradeDate,
  word: SubstanceWord,
  named: Named,
  found: NameEvidence,
  add: Add,
): void {
  const { row } = word
  if (!counts(row, scan, on)) return
  const fits = formFits(row.condition, forms)
  if (fits === 'no') return
  const doubts: string[] = []
  if (word.sort === 'weak') {
    if (namesMore(rules, scan, named.candidate ?? '')) return
    doubts.push('此名也可能指别的商品')
  }
  if (named.part) doubts.push('缩写旁还有别的字')
  if (fits === 'unknown') doubts.push('剂型不明')
  if (!named.exact) {
    // A misspelling of the whole name is that name; one inside another name may be another word.
    if (!named.whole && named.end - named.start < 4) return
    if (!named.whole) doubts.push('疑为错字')
    if (word.plain.length < 3) return
  }
  if (row.condition.single && row.condition.compounds.length === 0) {
    const made = composition(rules, scan, named)
    if (made === 'compound') {
      found.notSingle.add(row.rule)
      return
    }
    // A part of the name that is this substance alone is enough: the rest is a brand or a maker.
    if (made === 'unknown' && !named.whole) doubts.push('不能确定是否为单方')
  }
  const spelt = named.exact ? '' : '（错字）'
  const doubt = doubts.length === 0 ? '' : `，${doubts.join('，')}`
  add(
    {
      barredClass: row.barredClass,
      strength: doubts.length === 0 ? 'barred' : 'doubtful',
      brand: word.sort === 'trade',
      weak: word.sort === 'weak',
      rule: row.rule,
      says: says(scan, `含${row.barredClass}“${word.text}”${word.text === row.name ? '' : `（即${row.name}）`}${spelt}${doubt}`),
    },
    named,
  )
}

/** Does the name name something else beside this part of it? 罗拉(氯雷他定片) is no lorazepam. */
function namesMore(rules: LawRules, scan: Scan, part: string): boolean {
  const at = scan.whole.indexOf(part)
  if (at < 0) return false
  return unknownLength(scan.whole.slice(0, at), rules.stems) + unknownLength(scan.whole.slice(at + part.length), rules.stems) >= 3
}

function counts(row: SubstanceRow, scan: Scan, on: TradeDate): boolean {
  return inForceOn(row.inForce, on) && !row.condition.notWords.some((word) => scan.whole.includes(word))
}

function addCompound(
  rules: LawRules,
  scan: Scan,
  forms: ReadonlySet<Form>,
  on: TradeDate,
  row: SubstanceRow,
  other: string | null,
  place: Place,
  exact: boolean,
  add: Add,
): void {
  if (!exact || !counts(row, scan, on) || formFits(row.condition, forms) === 'no') return
  const together = other === null ? composition(rules, scan, place) === 'compound' : scan.whole.includes(other)
  if (!together) return
  add(
    {
      barredClass: row.barredClass,
      strength: 'barred',
      brand: false,
      rule: row.rule,
      says: says(scan, `是${row.barredClass}“${row.name}”`),
    },
    place,
  )
}

function addClue(scan: Scan, on: TradeDate, { row, text }: ClueWord, place: Place, add: Add): void {
  if (!inForceOn(row.inForce, on) || row.unless.some((word) => scan.whole.includes(word))) return
  if (row.match === 'starts' && !scan.candidates.some((candidate) => candidate.startsWith(text))) return
  if (row.match === 'ends' && !scan.candidates.some((candidate) => candidate.endsWith(text))) return
  add(
    {
      barredClass: row.barredClass,
      strength: row.strength,
      brand: false,
      rule: row.rule,
      says: says(scan, `有${row.barredClass}字样“${text}”`),
    },
    place,
  )
}

function addHerb(rules: LawRules, scan: Scan, on: TradeDate, found: NameEvidence): void {
  const herb = readHerb(rules.herbs, scan.herbs)
  if (herb === null) {
    addHerbWord(rules, scan, on, found)
    return
  }
  if (!inForceOn(herb.row.inForce, on)) return
  const { row, sign } = herb
  const strength = sign === 'raw' ? 'barred' : row[sign]
  const state = { raw: '生品', bare: '未写明是否炮制', processed: '炮制品' }[sign]
  if (strength === 'lawful')
    found.against.push({ barredClass: row.barredClass, from: scan.column, rule: row.rule, says: says(scan, `是${row.name}的${state}`) })
  else {
    found.for.push({
      barredClass: row.barredClass,
      strength,
      from: scan.column,
      length: row.name.length,
      brand: false,
      rule: row.rule,
      says: says(scan, `是毒性中药“${row.name}”${sign === 'bare' && strength === 'barred' ? '' : `（${state}）`}`),
    })
  }
}

/** A toxic herb beside other words (a maker, a remark): which goods it is, a person sees. */
function addHerbWord(rules: LawRules, scan: Scan, on: TradeDate, found: NameEvidence): void {
  for (const readings of scan.herbWords) {
    const herb = readHerb(rules.herbs, readings)
    if (herb === null || !inForceOn(herb.row.inForce, on)) continue
    const { row, sign } = herb
    if (sign !== 'raw' && row[sign] !== 'barred') continue
    found.for.push({
      barredClass: row.barredClass,
      strength: 'doubtful',
      from: scan.column,
      length: row.name.length,
      brand: false,
      rule: row.rule,
      says: says(scan, `有毒性中药“${row.name}”，旁还有别的字`),
    })
    return
  }
}
