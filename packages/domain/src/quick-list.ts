import { withoutBrackets } from './brackets.ts'
import { type Count, countOf, hangingCount, isUnitWord } from './counting-words.ts'
import { folded } from './folding.ts'
import { tidy } from './identifiers.ts'

/** One line of a list that a clerk pasted or uploaded. */
export interface QuickLine {
  /** Its number in the text or the worksheet, from 1. */
  line: number
  /** What names the goods: code, barcode, approval number, name, specification, maker; parted by spaces. */
  text: string
  /** Null: not written. */
  number: number | null
  /** number counts full cases. */
  cases: boolean
  /** What is wrong with the quantity, in a sentence; '' when nothing is. */
  problem: string
}

/** What a column may be called; the first name is the one of the template. */
export const QUICK_COLUMNS = {
  code: ['商品编码', '编码', '编号', '货号', '商品代码', '品种编码', 'ERP编码', '商品编号', '代码'],
  barcode: ['条形码', '条码', '69码', '国际条码'],
  approval: ['批准文号', '注册证号', '国药准字', '文号'],
  name: ['商品名称', '名称', '品名', '通用名', '药品名称', '通用名称', '商品', '品种', '药名'],
  spec: ['规格', '药品规格', '包装规格', '规格型号'],
  maker: ['生产厂家', '厂家', '生产企业', '厂商', '产地', '生产厂商'],
  number: ['数量', '采购数量', '订货数量', '计划数量', '需求数量', '采购量', '要货数量', '订购数量', '件数'],
} as const
export type QuickColumn = keyof typeof QUICK_COLUMNS

/** What a line may say of its goods; a pasted line may also hold what goes with it, cell by cell. */
const TEXT_LENGTH_MAX = 200
const LINE_LENGTH_MAX = 1_000
/** No list has more columns, no header is longer. */
const COLUMNS_MAX = 256
const HEADER_LENGTH_MAX = 60
const NUMBER_MAX = 1_000_000

/** What was read of a list; left: lines that name goods as well, beyond as many as were asked for. */
export interface QuickText {
  lines: QuickLine[]
  left: number
}

/** The lines of a pasted text. Empty ones and a header are passed over; a line is cut before anything is read of it. */
export function readQuickText(text: string, most = Number.POSITIVE_INFINITY): QuickText {
  const filled: { line: number; raw: string }[] = []
  for (const [at, whole] of text.split(/\r\n|[\r\n\u2028\u2029]/).entries()) {
    const raw = whole.slice(0, LINE_LENGTH_MAX)
    if (raw.trim() !== '') filled.push({ line: at + 1, raw })
  }
  const lines: QuickLine[] = []
  let left = 0
  const [first] = filled
  const columns = first?.raw.includes('\t') ? quickColumnsOf(first.raw.split('\t')) : null
  for (const { line, raw } of columns === null ? filled : filled.slice(1)) {
    for (const part of columns === null ? raw.split(/[;；]/) : [raw]) {
      if (part.trim() === '') continue
      if (lines.length >= most) left += 1
      else lines.push(...(columns === null ? readWords(line, wordsOf(part)) : [readCells(line, raw.split('\t'), columns) ?? []].flat()))
    }
  }
  return { lines, left }
}

const plain = (header: string) =>
  withoutBrackets(tidy(header.slice(0, HEADER_LENGTH_MAX)))
    .replace(/[\s_*:：-]/g, '')
    .toLowerCase()

/** Where each column of a worksheet stands; null: this row is no header, for it does not say where goods are named. */
export function quickColumnsOf(cells: readonly string[]): Partial<Record<QuickColumn, number>> | null {
  const headers = cells.slice(0, COLUMNS_MAX).map(plain)
  const found: Partial<Record<QuickColumn, number>> = {}
  for (const [column, names] of Object.entries(QUICK_COLUMNS) as [QuickColumn, readonly string[]][]) {
    const at = names
      .map(plain)
      .map((name) => headers.indexOf(name))
      .find((index) => index >= 0)
    if (at !== undefined) found[column] = at
  }
  const names = found.code !== undefined || found.barcode !== undefined || found.approval !== undefined || found.name !== undefined
  return names ? found : null
}

const cellOf = (raw: string) => tidy(raw.slice(0, TEXT_LENGTH_MAX))

/** One row of a worksheet; null where it names no goods. Without a header the cells are read as words are. */
export function readCells(line: number, cells: readonly string[], columns: Partial<Record<QuickColumn, number>> | null): QuickLine | null {
  if (columns === null)
    return (
      readWords(
        line,
        cells
          .slice(0, COLUMNS_MAX)
          .map(cellOf)
          .filter((cell) => cell !== ''),
      )[0] ?? null
    )
  const cell = (column: QuickColumn) => cellOf(cells[columns[column] ?? -1] ?? '')
  const text = (['code', 'barcode', 'approval', 'name', 'spec', 'maker'] as const)
    .map(cell)
    .filter((part) => part !== '')
    .join(' ')
  if (text === '') return null
  const written = cell('number')
  return lineFrom(line, text, written === '' ? null : (countOf(written) ?? 'broken'), written)
}

function wordsOf(part: string): string[] {
  const text = folded(part)
    // 1. 阿莫西林, (2) 板蓝根: numbers of a list.
    .replace(/^\s*(?:[(（]\d{1,3}[)）]|\d{1,3}[.．)）](?=\D)|\d{1,3}、)\s*/u, '')
  if (text.includes('\t')) return text.split('\t').map(tidy).filter(Boolean)
  return (
    text
      .trimEnd()
      .replace(/\s+/gu, ' ')
      // 阿莫西林胶囊：10 盒
      .replace(/(?<=[\p{Script=Han}) ])[:=](?= ?\d[\d,]{0,15} ?\p{Script=Han}?$)/u, ' ')
      // 10 盒 is one word.
      .replace(/(?<= \d{1,12}) (?=\p{Script=Han}$)/u, '')
      // A comma between thousands at the end of a line parts nothing.
      .replace(/(?<= )(\d{1,3}),(\d{3})(?= ?\p{Script=Han}?$)/u, '$1$2')
      .split(/[\s,，、|]+/u)
      .filter(Boolean)
  )
}

const isPrice = (word: string) => /^[¥￥]?\d+\.\d{1,4}元?$/.test(word)
/** Neither a price nor a bare unit or sign names goods. */
const isNoise = (word: string) => isPrice(word) || isUnitWord(word) || /^[x×*]$/i.test(word)

function readWords(line: number, words: readonly string[]): QuickLine[] {
  const named = words.filter((word) => !isNoise(word))
  const last = named.at(-1) ?? ''
  const taken = takeCount(named, last)
  const { rest } = taken
  // 阿莫西林胶囊 10.5: where no other number stands, that one was meant.
  const end = words.at(-1) ?? ''
  const count = taken.count === null && isPrice(end) ? countOf(end) : taken.count
  const kept = dropSerial(rest, count !== null)
  const text = kept.join(' ')
  return text === '' ? [] : [lineFrom(line, text, count, taken.count === null ? end : last)]
}

function takeCount(words: readonly string[], last: string): { rest: readonly string[]; count: Count | 'broken' | null } {
  const [first = ''] = words
  if (words.length > 1) {
    const behind = countOf(last)
    if (behind !== null) return { rest: words.slice(0, -1), count: behind }
    const before = countOf(first)
    // 10 盒 阿莫西林: before the name only what cannot be a code.
    if (before !== null && before !== 'broken' && (before.marked || first.length <= 3)) return { rest: words.slice(1), count: before }
  }
  const hanging = hangingCount(last)
  return hanging ? { rest: [...words.slice(0, -1), hanging.rest], count: hanging.count } : { rest: words, count: null }
}

/** 1 阿莫西林胶囊 10: the first number only counts the lines. */
function dropSerial(words: readonly string[], counted: boolean): readonly string[] {
  return counted && words.length > 1 && /^\d{1,3}$/.test(words[0] ?? '') && words.slice(1).some((word) => /\p{Script=Han}/u.test(word))
    ? words.slice(1)
    : words
}

function lineFrom(line: number, text: string, count: Count | 'broken' | null, written: string): QuickLine {
  const cut = text.slice(0, TEXT_LENGTH_MAX)
  if (count === null) return { line, text: cut, number: null, cases: false, problem: '' }
  if (count === 'broken') return { line, text: cut, number: null, cases: false, problem: `数量“${written.slice(0, 12)}”不是整数` }
  if (count.number === 0) return { line, text: cut, number: null, cases: false, problem: '数量为 0' }
  if (count.number > NUMBER_MAX) return { line, text: cut, number: null, cases: false, problem: `数量“${written.slice(0, 12)}”过大` }
  return { line, text: cut, number: count.number, cases: count.cases, problem: '' }
}
