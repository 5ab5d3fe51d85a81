import { KEY, type KeyIndex, type KeyIndexBuilder, keyIndexBuilder } from '../finding/key-index.ts'
import { type Corrections, createCorrections } from '../meaning/corrections.ts'
import { createLexicon, type Lexicon } from '../meaning/lexicon.ts'
import { grown, type Postings, postingsOf } from '../rows/arrays.ts'
import type { GoodsTable, Title } from '../rows/goods-table.ts'
import { atOnce, type Steps } from '../steps.ts'
import type { GoodsRow, ManufacturerRow } from '../store.ts'
import { headsOf, markParts } from './name-parts.ts'
import { normalise, normaliseKey, normaliseSpec } from './normalise.ts'
import { buildTextIndex, type LabelText, type TextIndex, type TextReader } from './text-index.ts'

/** Kinds of a title's texts, places in its score table. */
export const TITLE_KIND = { name: 0, other: 1, mnemonic: 2 } as const

/** One column of labels that can be searched: the bulk as it was built, and what came later. */
export interface LabelColumn {
  column: 'title' | 'manufacturer' | 'spec' | 'form' | 'categorySet'
  main: TextIndex
  postings: Postings
  mainLabels: number
  /** Labels that came after the build; small, made anew with each. */
  late: TextIndex | null
  lateRows: Map<number, number[]>
}

/** Everything that words are looked up in. */
export interface Words {
  labels: Record<LabelColumn['column'], LabelColumn>
  keys: KeyIndex
  lateKeys: KeyIndex | null
  /** Rows whose keys in `keys` no longer hold. */
  staleKeys: Uint8Array
  lateKeyTexts: Map<number, GoodsRow>
  reader: TextReader
  /** What words of the trade mean besides. Made anew when they or the categories change. */
  lexicon: Lexicon
  /** What is near a word that nothing is called by. */
  corrections: Corrections
  /** Titles that it knows. */
  correctedTitles: number
}

const lexiconOf = (table: GoodsTable): Lexicon => createLexicon(table.wordEntries, [...table.categories.values()])

/** The words of the trade, or the categories, are others than they were. */
export function followWords(table: GoodsTable, words: Words): void {
  words.lexicon = lexiconOf(table)
  for (const word of words.lexicon.words()) words.corrections.add(word, 0)
}

const PLACE_PREFIX =
  /^(北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆)省?/u
const CITY_PREFIX = /^[\p{Script=Han}]{2,3}市/u

function titleTexts(label: number, title: Title): LabelText[] {
  const texts: LabelText[] = [{ label, kind: TITLE_KIND.name, text: markParts(normalise(title.name)), isInitials: false }]
  for (const other of [title.generic, title.trade]) {
    if (other !== '') texts.push({ label, kind: TITLE_KIND.other, text: markParts(normalise(other)), isInitials: false })
  }
  if (title.mnemonic !== '') texts.push({ label, kind: TITLE_KIND.mnemonic, text: normalise(title.mnemonic), isInitials: true })
  return texts
}

/** 同仁堂 starts a word in 北京同仁堂: buyers leave the place out. */
function manufacturerTexts(label: number, maker: ManufacturerRow): LabelText[] {
  const names = maker.short_name === '' || maker.short_name === maker.name ? [maker.name] : [maker.name, maker.short_name]
  return names.map((name) => {
    const text = normalise(name)
    const province = PLACE_PREFIX.exec(text.text)?.[0].length ?? 0
    const city = CITY_PREFIX.exec(text.text.slice(province))?.[0].length ?? 0
    for (const start of [province, province + city]) if (start < text.starts.length) text.starts[start] = 1
    return { label, kind: 0, text, isInitials: false }
  })
}

function textsOf(table: GoodsTable, column: LabelColumn['column'], label: number): LabelText[] {
  if (column === 'title') return titleTexts(label, table.titles.values[label] as Title)
  if (column === 'manufacturer') return manufacturerTexts(label, table.manufacturers.values[label] as ManufacturerRow)
  if (column === 'spec') return [{ label, kind: 0, text: normaliseSpec(table.specs.values[label] as string), isInitials: false }]
  if (column === 'form') return [{ label, kind: 0, text: normalise(table.forms.values[label] as string), isInitials: false }]
  // Found by what the lexicon says of a category, and not by letters.
  return []
}

export function labelCount(table: GoodsTable, column: LabelColumn['column']): number {
  const numberings = {
    title: table.titles,
    manufacturer: table.manufacturers,
    spec: table.specs,
    form: table.forms,
    categorySet: table.categorySets,
  }
  return numberings[column].values.length
}

const LABELS_A_STEP = 4_000

function* indexLabels(table: GoodsTable, column: LabelColumn['column'], from: number, to: number, reader: TextReader): Steps<TextIndex> {
  const texts: LabelText[] = []
  for (let label = from; label < to; label++) {
    texts.push(...textsOf(table, column, label))
    if (label % LABELS_A_STEP === 0) yield
  }
  return yield* buildTextIndex(texts, reader, column === 'title' || column === 'manufacturer')
}

function* labelColumn(table: GoodsTable, column: LabelColumn['column'], reader: TextReader): Steps<LabelColumn> {
  const labels = labelCount(table, column)
  const main = yield* indexLabels(table, column, 0, labels, reader)
  return {
    column,
    main,
    postings: postingsOf(table.columns[column], table.count, labels),
    mainLabels: labels,
    late: null,
    lateRows: new Map(),
  }
}

/** The keys of a goods. An approval number is found by its digits alone as well. */
export function keysOf(goods: GoodsRow, add: (kind: number, key: string) => void): void {
  add(KEY.code, normaliseKey(goods.code))
  add(KEY.barcode, normaliseKey(goods.barcode))
  const approval = normaliseKey(goods.approval_no)
  add(KEY.approval, approval)
  if (/^[a-z]+[0-9]{6,}$/.test(approval)) add(KEY.approvalDigits, approval.replace(/^[a-z]+/, ''))
}

/** Titles from this one on: names whole and without their forms. */
function* correctTitles(table: GoodsTable, from: number, corrections: Corrections, goodsOf: (label: number) => number): Steps<void> {
  for (let label = from; label < table.titles.values.length; label++) {
    const { name, generic } = table.titles.values[label] as Title
    for (const one of [name, generic]) for (const head of headsOf(normalise(one))) corrections.add(head, goodsOf(label))
    if (label % LABELS_A_STEP === 0) yield
  }
}

/** Names, makers, and what the trade calls them. */
function* correctionsOf(table: GoodsTable, lexicon: Lexicon, { starts }: Postings, reader: TextReader): Steps<Corrections> {
  const corrections = createCorrections(reader)
  yield* correctTitles(table, 0, corrections, (label) => (starts[label + 1] as number) - (starts[label] as number))
  for (const { short_name } of table.manufacturers.values) corrections.add(normalise(short_name).text, 1)
  for (const word of lexicon.words()) corrections.add(word, 1)
  return corrections
}

export function* buildWords(table: GoodsTable, keys: KeyIndexBuilder, reader: TextReader): Steps<Words> {
  const lexicon = lexiconOf(table)
  const categorySet = yield* labelColumn(table, 'categorySet', reader)
  const form = yield* labelColumn(table, 'form', reader)
  const spec = yield* labelColumn(table, 'spec', reader)
  const manufacturer = yield* labelColumn(table, 'manufacturer', reader)
  const title = yield* labelColumn(table, 'title', reader)
  return {
    labels: { title, manufacturer, spec, form, categorySet },
    lexicon,
    corrections: yield* correctionsOf(table, lexicon, title.postings, reader),
    correctedTitles: table.titles.values.length,
    keys: yield* keys.finish(),
    lateKeys: null,
    staleKeys: new Uint8Array(table.count),
    lateKeyTexts: new Map(),
    reader,
  }
}

/** Notes rows that are found otherwise than before: their labels, if they moved, and their keys. */
export function addLateRows(table: GoodsTable, words: Words, late: readonly { row: number; goods: GoodsRow }[]): void {
  for (const column of Object.values(words.labels)) {
    for (const { row } of late) {
      const label = table.columns[column.column][row] as number
      if (isInPostings(column, label, row)) continue
      const known = column.lateRows.get(label)
      if (!known) column.lateRows.set(label, [row])
      else if (!known.includes(row)) known.push(row)
    }
    const labels = labelCount(table, column.column)
    if (column.column === 'title') {
      atOnce(correctTitles(table, words.correctedTitles, words.corrections, () => 1))
      words.correctedTitles = labels
    }
    if (labels > column.mainLabels) column.late = atOnce(indexLabels(table, column.column, column.mainLabels, labels, words.reader))
  }
  words.staleKeys = grown(words.staleKeys, table.count)
  for (const { row, goods } of late) {
    words.staleKeys[row] = 1
    words.lateKeyTexts.set(row, goods)
  }
  const builder = keyIndexBuilder()
  for (const [row, one] of words.lateKeyTexts) keysOf(one, (kind, key) => builder.add(row, kind, key))
  words.lateKeys = atOnce(builder.finish())
}

function isInPostings(column: LabelColumn, label: number, row: number): boolean {
  if (label >= column.mainLabels) return false
  const { starts, rows } = column.postings
  let low = starts[label] as number
  let high = starts[label + 1] as number
  // Rows of a label ascend, as they were counted.
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low < (starts[label + 1] as number) && rows[low] === row
}

export function rowsWith(column: LabelColumn, label: number): number {
  const bulk = label < column.mainLabels ? (column.postings.starts[label + 1] as number) - (column.postings.starts[label] as number) : 0
  return bulk + (column.lateRows.get(label)?.length ?? 0)
}
