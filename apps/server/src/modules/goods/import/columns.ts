import { withoutBrackets } from '#domain/brackets.ts'
import { tidy } from '#domain/identifiers.ts'
import { cleaned, unprintable } from '#domain/paper-text.ts'
import type { CellProblem } from './table-row.ts'

/** What a file may call a field. The first name is the one that messages use. */
export type Aliases<Field extends string> = Record<Field, readonly string[]>

export interface ColumnMap<Field extends string> {
  index: Partial<Record<Field, number>>
  /** Headers that no field took. */
  ignored: string[]
  /** Required fields that the file lacks, by their first name. */
  missing: string[]
  /** What --map names and there is not: fields of ours, headers of the file. */
  unknownFields: string[]
  absentHeaders: string[]
}

/** No header is longer; more of one is not looked at. */
const HEADER_MAX = 100

const plain = (header: string) => withoutBrackets(tidy(header.slice(0, HEADER_MAX)).toLowerCase()).replace(/[\s_\-*:：/]/g, '')

/** overrides: field, by any of its names → header of the file, from --map 商品编码=货号. */
export function mapColumns<Field extends string>(
  header: readonly string[],
  aliases: Aliases<Field>,
  required: readonly Field[],
  overrides: ReadonlyMap<string, string> = new Map(),
): ColumnMap<Field> {
  const headers = header.map(plain)
  const fields = Object.keys(aliases) as Field[]
  const chosen = new Map<Field, string>()
  const unknownFields: string[] = []
  for (const [name, wanted] of overrides) {
    const field = fields.find((one) => [one, ...aliases[one]].map(plain).includes(plain(name)))
    if (field === undefined) unknownFields.push(name)
    else chosen.set(field, wanted)
  }
  const index: Partial<Record<Field, number>> = {}
  const taken = new Set<number>()
  // Columns that were named first: no field may take one of them by its own names.
  for (const field of [...chosen.keys(), ...fields.filter((one) => !chosen.has(one))]) {
    const named = chosen.get(field)
    const candidates = named === undefined ? [field, ...aliases[field]].map(plain) : [plain(named)]
    for (const candidate of candidates) {
      const found = headers.findIndex((one, position) => one === candidate && !taken.has(position))
      if (found < 0) continue
      index[field] = found
      taken.add(found)
      break
    }
  }
  return {
    index,
    ignored: header.filter((cell, position) => cell !== '' && !taken.has(position)),
    missing: required.filter((field) => index[field] === undefined).map((field) => aliases[field][0] ?? field),
    unknownFields,
    absentHeaders: [...chosen].filter(([field]) => index[field] === undefined).map(([, wanted]) => wanted),
  }
}

const COUNT_MAX = 100_000_000

export type Level = 'error' | 'notice'
export interface Finding {
  line: number
  level: Level
  column: string
  value: string
  reason: string
  /** For programs; left out: the row itself is wrong. */
  code?: FindingCode
}
export type FindingCode = 'REPEATED' | 'LAW_BARRED' | 'UNKNOWN_GOODS' | 'WAREHOUSE_SHUT'

/** Reads one row field by field and collects what is wrong with it. */
export class RowReader<Field extends string> {
  readonly findings: Finding[] = []
  readonly line: number
  private readonly cells: readonly string[]
  private readonly map: ColumnMap<Field>
  private readonly aliases: Aliases<Field>
  private readonly problems: ReadonlyMap<number, CellProblem> | undefined

  constructor(
    line: number,
    cells: readonly string[],
    map: ColumnMap<Field>,
    aliases: Aliases<Field>,
    problems?: ReadonlyMap<number, CellProblem>,
  ) {
    this.line = line
    this.cells = cells
    this.map = map
    this.aliases = aliases
    this.problems = problems
  }

  has(field: Field): boolean {
    return this.map.index[field] !== undefined
  }

  /** There is a cell for it, and something in it. */
  says(field: Field): boolean {
    const position = this.map.index[field]
    return position !== undefined && (tidy(this.cells[position] ?? '') !== '' || this.hasProblem(field))
  }

  text(field: Field, max = 200): string {
    const position = this.map.index[field]
    const problem = position === undefined ? undefined : this.problems?.get(position)
    if (problem) this.error(field, problem.value, problem.reason)
    const value = tidy(position === undefined ? '' : (this.cells[position] ?? ''))
    if (value.includes('\ufffd') || value.includes('\0')) this.error(field, value, '含无法识别的字符')
    if (value.length > max) this.error(field, value.slice(0, 40), `超过 ${max} 个字`)
    return value
  }

  required(field: Field, max = 200): string {
    const value = this.text(field, max)
    if (value === '' && !this.hasProblem(field)) this.error(field, '', '不能为空')
    return value
  }

  /** A text that will stand on papers, as it was read. */
  printable(field: Field, text: string): string {
    const why = unprintable(text)
    if (why !== null) this.error(field, text, why)
    return cleaned(text)
  }

  /** A whole number of at least `minimum`; `fallback` where the cell is empty. */
  count(field: Field, minimum: number, fallback: number): number {
    const value = this.text(field).replaceAll(',', '')
    if (value === '') return fallback
    const number = Number(value)
    if (number > COUNT_MAX) this.error(field, value, `不能超过 ${COUNT_MAX.toLocaleString('en-US')}`)
    // Number also reads 0x10 and 1e3.
    else if (!/^\d+(?:\.0+)?$/.test(value) || number < minimum) this.error(field, value, `不是不小于 ${minimum} 的整数`)
    else return number
    return fallback
  }

  /** Its cell is not empty, but holds nothing to go by; said when it was read. */
  hasProblem(field: Field): boolean {
    return this.problems?.has(this.map.index[field] ?? -1) === true
  }

  error(field: Field, value: string, reason: string, code?: FindingCode): void {
    this.find('error', field, value, reason, code)
  }

  notice(field: Field, value: string, reason: string): void {
    this.find('notice', field, value, reason)
  }

  /** A field that is read twice is wrong once. */
  private find(level: Level, field: Field, value: string, reason: string, code?: FindingCode): void {
    const column = this.aliases[field][0] ?? field
    if (this.findings.some((one) => one.column === column && one.reason === reason)) return
    this.findings.push({ line: this.line, level, column, value, reason, ...(code && { code }) })
  }

  /** Remarks on a row that does not land anyhow would only hide why. */
  dropNotices(): void {
    this.findings.splice(0, this.findings.length, ...this.findings.filter((finding) => finding.level === 'error'))
  }

  get failed(): boolean {
    return this.findings.some((finding) => finding.level === 'error')
  }
}
