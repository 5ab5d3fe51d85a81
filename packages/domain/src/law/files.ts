import type { RestrictedClass } from '../restricted.ts'
import { BARRED_CLASSES, type BarredClass, SPECIAL_SUBSTANCES, type SpecialSubstance } from './judgement.ts'
import { FORMS, type Form } from './stems.ts'
import { type Faults, type InForce, readChoice, readInForce, readTable, type TableRow } from './table.ts'

/** The rows of each kind of file, as written: apps/server/law/README.md tells the pharmacist the same. */

/** Under what conditions the names of a row count (column `forms`). */
export interface Condition {
  /** Only where no second active substance is named (单方). */
  single: boolean
  /** Two substances named together, or one with any other (`*`), count as if the row itself was named. */
  compounds: ReadonlyArray<readonly [string, string]>
  /** Only in one of these; empty for every form. */
  forms: ReadonlySet<Form>
  notForms: ReadonlySet<Form>
  /** Words that say that something else is meant. */
  notWords: readonly string[]
}

export interface SubstanceRow {
  /** `list/name` */
  rule: string
  line: number
  name: string
  barredClass: BarredClass
  inForce: InForce
  condition: Condition
  source: string
  strong: readonly string[]
  /** Brands: they never outweigh a generic name. */
  trade: readonly string[]
  /** Count only as a whole name, and then make the goods doubtful. */
  weak: readonly string[]
}

export const CLUE_COLUMNS = {
  名称: 'name',
  标记: 'mark',
  文号: 'approvalNo',
  厂家: 'manufacturer',
  类别: 'category',
  规格: 'spec',
  单位: 'unit',
  剂型: 'dosageForm',
} as const
export type ClueColumn = (typeof CLUE_COLUMNS)[keyof typeof CLUE_COLUMNS]

const MATCHES = { 全: 'whole', 含: 'holds', 首: 'starts', 尾: 'ends' } as const
export type Match = (typeof MATCHES)[keyof typeof MATCHES]

/** A word in some column that speaks for a class. */
export interface ClueRow {
  rule: string
  word: string
  column: ClueColumn
  /** The column's name as the file has it. */
  columnName: string
  match: Match
  barredClass: BarredClass
  strength: 'barred' | 'doubtful'
  /** Where one of these stands in the names or in the column itself, the word says nothing. */
  unless: readonly string[]
  inForce: InForce
  source: string
}

export interface SpecialRow {
  rule: string
  substance: SpecialSubstance | RestrictedClass | null
  word: string
  column: ClueColumn
  match: Match
  /** Classes of which these goods are not, being compounds of this kind. */
  clears: ReadonlySet<BarredClass>
  forms: ReadonlySet<Form>
  unless: readonly string[]
  inForce: InForce
}

export interface LawfulRow {
  rule: string
  words: readonly string[]
  clears: ReadonlySet<BarredClass>
  /**
   * span: clears what is named inside the word; beside: clears the whole name; whole: the name is exactly this; number: the
   * approval number holds the word, which clears what is only suspected and contradicts what is certain.
   */
  how: 'span' | 'beside' | 'whole' | 'number'
  unless: readonly string[]
}

export interface HerbRow {
  rule: string
  line: number
  name: string
  barredClass: BarredClass
  names: readonly string[]
  raw: readonly string[]
  bare: Strength
  processed: Strength
  processedNames: readonly string[]
  inForce: InForce
  source: string
}
type Strength = 'barred' | 'doubtful' | 'lawful'

/** What reading a file needs beside its text. */
export interface Reading {
  faults: Faults
  /** A word as it is compared: normalised, without brackets. */
  plain: (text: string) => string
}

const CLASSES = Object.fromEntries(BARRED_CLASSES.map((name) => [name, name])) as Record<string, BarredClass>
export const STRENGTHS = { 拒绝: 'barred', 存疑: 'doubtful' } as const
const HERB_STRENGTHS = { ...STRENGTHS, 放行: 'lawful' } as const
const SUBSTANCES: Record<string, SpecialSubstance | RestrictedClass | null> = {
  麻黄碱: 'ephedrine',
  可待因: 'codeine',
  地芬诺酯: 'diphenoxylate',
  曲马多: 'tramadol',
  甘草阿片: 'liquorice_opium',
  不明: null,
  蛋白同化: 'anabolic',
  肽类激素: 'peptide_hormone',
  终止妊娠: 'abortion',
}
const DATES = ['in_force_from', 'in_force_to', 'source', 'note'] as const

export const ruleOf = (row: TableRow, name: string): string => `${row.file.replace(/\.tsv$/, '')}/${name}`

export function readForms(row: TableRow, words: readonly string[]): Set<Form> {
  const forms = new Set<Form>()
  for (const word of words) for (const form of formWord(word)) forms.add(form)
  if (words.length > 0 && forms.size === 0) row.fault('forms', `“${words.join('|')}”不是剂型词`)
  return forms
}

function formWord(word: string): readonly Form[] {
  if (word === 'oral') return ['tablet', 'oral-solid', 'oral-liquid']
  if (word === 'oral-solid') return ['tablet', 'oral-solid']
  return (FORMS as readonly string[]).includes(word) ? [word as Form] : []
}

function readCondition(row: TableRow, plain: Reading['plain']): Condition {
  const forms = new Set<Form>()
  const notForms = new Set<Form>()
  const notWords: string[] = []
  const compounds: Array<readonly [string, string]> = []
  let single = false
  for (const word of row.list('forms')) {
    const except = word.startsWith('except:') ? word.slice(7).trim() : null
    if (word === '单方') single = true
    else if (except !== null) {
      const found = formWord(except)
      for (const form of found) notForms.add(form)
      if (found.length === 0) notWords.push(plain(except))
    } else if (word.startsWith('compound:')) {
      const [first = '', second = '', more] = word.slice(9).split('+')
      if (first === '' || second === '' || more !== undefined) row.fault('forms', `“${word}”应写作 compound:甲+乙 或 compound:甲+*`)
      else compounds.push([first, second === '*' ? '*' : plain(second)])
    } else {
      const found = formWord(word)
      for (const form of found) forms.add(form)
      if (found.length === 0) row.fault('forms', `“${word}”不认识，可写：单方、compound:甲+乙、except:词、${FORMS.join('、')}、oral`)
    }
  }
  return { single, compounds, forms, notForms, notWords }
}

const readClass = (row: TableRow): BarredClass => readChoice<BarredClass>(row, 'class', CLASSES, BARRED_CLASSES[0])

function readClasses(row: TableRow, column: string): Set<BarredClass> {
  const classes = new Set<BarredClass>()
  for (const word of row.list(column)) {
    const found = CLASSES[word]
    if (found) classes.add(found)
    else row.fault(column, `“${word}”不是禁售类别，可写：${BARRED_CLASSES.join('、')}`)
  }
  return classes
}

const NAMES = ['name', 'class', 'english', 'other_names', 'trade_names', 'short_names', 'forms', ...DATES]

export function readSubstances(file: string, text: string, { faults, plain }: Reading): SubstanceRow[] {
  return readTable(file, text, { columns: NAMES, required: ['name', 'class'] }, faults).map((row) => {
    const name = row.cell('name')
    const all = [name, ...row.list('english'), ...row.list('other_names'), ...row.list('short_names')]
    // A row that is not certain itself has no certain name.
    const sure = !name.includes('待核')
    const trade = row.list('trade_names')
    const bare = (word: string): string => word.replace(/^~/, '').replace(/[(（]待核[)）]/, '')
    const weak = (word: string): boolean => word.startsWith('~') || !sure
    return {
      rule: ruleOf(row, name),
      line: row.line,
      name,
      barredClass: readClass(row),
      inForce: readInForce(row),
      condition: readCondition(row, plain),
      source: row.cell('source'),
      strong: all.filter((word) => !weak(word)),
      trade: trade.filter((word) => !weak(word)),
      weak: [...all, ...trade].filter(weak).map(bare),
    }
  })
}

const CLUE = ['column', 'match', 'words', 'class', 'verdict', 'unless', ...DATES]

export function readClues(file: string, text: string, { faults, plain }: Reading): ClueRow[] {
  return readTable(file, text, { columns: CLUE, required: ['column', 'match', 'words', 'class', 'verdict'] }, faults).flatMap((row) => {
    const shared = {
      column: readChoice(row, 'column', CLUE_COLUMNS, 'name'),
      columnName: row.cell('column'),
      match: readChoice(row, 'match', MATCHES, 'whole'),
      barredClass: readClass(row),
      strength: readChoice(row, 'verdict', STRENGTHS, 'doubtful'),
      unless: row.list('unless').map(plain),
      inForce: readInForce(row),
      source: row.cell('source'),
    } as const
    return row.list('words').map((word) => ({ ...shared, word, rule: ruleOf(row, word) }))
  })
}

export function readSpecial(file: string, text: string, { faults, plain }: Reading): SpecialRow[] {
  const columns = ['substance', 'column', 'match', 'words', 'clears', 'forms', 'unless', ...DATES]
  return readTable(file, text, { columns, required: ['substance', 'column', 'match', 'words'] }, faults).flatMap((row) => {
    const shared = {
      substance: readChoice<SpecialSubstance | RestrictedClass | null>(row, 'substance', SUBSTANCES, SPECIAL_SUBSTANCES[0]),
      column: readChoice(row, 'column', CLUE_COLUMNS, 'name'),
      match: readChoice(row, 'match', MATCHES, 'whole'),
      clears: readClasses(row, 'clears'),
      forms: readForms(row, row.list('forms')),
      unless: row.list('unless').map(plain),
      inForce: readInForce(row),
    } as const
    return row.list('words').map((word) => ({ ...shared, word, rule: ruleOf(row, word) }))
  })
}

const HOW = { 词: 'span', 同现: 'beside', 全名: 'whole', 文号: 'number' } as const

export function readLawful(file: string, text: string, { faults, plain }: Reading): LawfulRow[] {
  const columns = ['words', 'match', 'clears', 'unless', 'source', 'note']
  return readTable(file, text, { columns, required: ['words', 'match', 'clears'] }, faults).map((row) => ({
    rule: ruleOf(row, row.list('words')[0] ?? ''),
    words: row.list('words'),
    clears: readClasses(row, 'clears'),
    how: readChoice(row, 'match', HOW, 'whole'),
    unless: row.list('unless').map(plain),
  }))
}

export function readHerbs(file: string, text: string, { faults }: Reading): HerbRow[] {
  const columns = ['name', 'class', 'other_names', 'raw_names', 'bare', 'processed', 'processed_names', ...DATES]
  return readTable(file, text, { columns, required: ['name', 'class', 'bare', 'processed'] }, faults).map((row) => ({
    rule: ruleOf(row, row.cell('name')),
    line: row.line,
    name: row.cell('name'),
    barredClass: readClass(row),
    names: [row.cell('name'), ...row.list('other_names')],
    raw: row.list('raw_names'),
    bare: readChoice<Strength>(row, 'bare', HERB_STRENGTHS, 'doubtful'),
    processed: readChoice<Strength>(row, 'processed', HERB_STRENGTHS, 'doubtful'),
    processedNames: row.list('processed_names'),
    inForce: readInForce(row),
    source: row.cell('source'),
  }))
}
