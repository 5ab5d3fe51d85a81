import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Expression, TsType } from '@swc/core'
import { type Held, type Place, parsed, type Row, rowOf } from './row-types.ts'

/** What the source says of its statements, and whether what PostgreSQL took and answered agrees with it. */

/** A statement, or a part of one, as it stands in the source: what is fixed of its text, in order. */
export interface Written {
  path: string
  line: number
  pieces: readonly string[]
  /** Of what is asked with a type of rows. */
  row: Row | null
}
/** A statement that PostgreSQL took. Columns with the number of their type; null: it answers no rows. */
export interface Taken {
  text: string
  columns: readonly (readonly [string, number])[] | null
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
const BEGINS = /^\s*(select|insert|update|delete|with|merge|truncate|lock|explain|begin|values)\b/i

type Node = Record<string, unknown> & { type?: string }
type Template = { quasis: readonly { cooked?: string; raw: string }[] }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function piecesOf(template: Template): string[] {
  return template.quasis.map(({ cooked, raw }) => plain(cooked ?? raw))
}

/** The fixed pieces of a text that stands here or under a name of this file; null: it is neither. */
function textOf(node: Expression | undefined, names: ReadonlyMap<string, Expression>): string[] | null {
  if (!node) return null
  if (node.type === 'StringLiteral') return [plain(node.value)]
  if (node.type === 'TemplateLiteral') return piecesOf(node as unknown as Template)
  if (node.type === 'ObjectExpression') {
    const text = node.properties.find((one) => one.type === 'KeyValueProperty' && one.key.type === 'Identifier' && one.key.value === 'text')
    return text?.type === 'KeyValueProperty' ? textOf(text.value, names) : null
  }
  if (node.type === 'Identifier') return textOf(names.get(node.value), names)
  return null
}

/** Every sql`…` of a file, and every text that it gives to .query(…). */
export function writtenIn(place: Place): Written[] {
  const text = readFileSync(join(place.root, place.path), 'utf8')
  const module = parsed(text)
  const start = module.span.start
  const bytes = Buffer.from(text)
  const lineOf = (span: { start: number }) =>
    bytes
      .subarray(0, span.start - start)
      .toString()
      .split('\n').length
  const names = new Map<string, Expression>()
  const found: Written[] = []

  const rowFrom = (params: unknown): Row | null => {
    const [type] = (isNode(params) ? ((params as unknown as { params?: TsType[] }).params ?? []) : []) as TsType[]
    return type ? rowOf(type, place) : null
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one)
      return
    }
    if (!isNode(value)) return
    const node = value as Node & Record<string, unknown>
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node as unknown as { id: { type: string; value: string }; init: Expression | null }
      if (id.type === 'Identifier' && init) names.set(id.value, init)
    }
    if (node.type === 'TaggedTemplateExpression') {
      const { tag, template, typeParameters, span } = node as unknown as {
        tag: Node
        template: Template
        typeParameters: unknown
        span: { start: number }
      }
      if (tag.type === 'Identifier' && tag.value === 'sql')
        found.push({ path: place.path, line: lineOf(span), pieces: piecesOf(template), row: rowFrom(typeParameters) })
    }
    if (node.type === 'CallExpression') {
      const {
        callee,
        arguments: args,
        typeArguments,
        span,
      } = node as unknown as {
        callee: { type: string; property?: { value?: string } }
        arguments: { expression: Expression }[]
        typeArguments: unknown
        span: { start: number }
      }
      if (callee.type === 'MemberExpression' && callee.property?.value === 'query') {
        const pieces = textOf(args[0]?.expression, names)
        if (pieces && BEGINS.test(pieces[0] ?? ''))
          found.push({ path: place.path, line: lineOf(span), pieces, row: rowFrom(typeArguments) })
      }
    }
    for (const [key, inner] of Object.entries(node)) if (key !== 'span') walk(inner)
  }
  walk(module.body)
  return found
}

/** Whether the pieces stand in the text one after the other; whole: with nothing before the first and after the last. */
function standsIn(text: string, pieces: readonly string[], whole: boolean): boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  const [head, foot] = [first.trimStart(), last.trimEnd()]
  if (pieces.length === 1) return whole ? text === head.trimEnd() : text.includes(first.trim())
  if (whole && !(text.startsWith(head) && text.endsWith(foot))) return false
  let at = 0
  for (const [index, piece] of pieces.entries()) {
    const wanted = index === 0 ? head : index === pieces.length - 1 ? foot : piece
    const next = text.indexOf(wanted, at)
    if (next < 0) return false
    at = next + wanted.length
  }
  return true
}

const NUMBERS: Readonly<Record<number, Held>> = {
  16: 'boolean',
  17: 'bytes',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  114: 'any',
  700: 'number',
  701: 'number',
  705: 'string',
  869: 'string',
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1016: 'number[]',
  1021: 'number[]',
  1022: 'number[]',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1083: 'string',
  1114: 'date',
  1182: 'string[]',
  1184: 'date',
  1185: 'date[]',
  1186: 'any',
  1700: 'string',
  2205: 'string',
  2249: 'any',
  2278: 'any',
  2950: 'string',
  3220: 'string',
  3802: 'any',
  5069: 'string',
}

/** Where the type of rows and the answered columns differ, in words. */
function differences(row: Row, columns: NonNullable<Taken['columns']>): string[] {
  const answered = new Map(columns)
  const missing = [...row.keys()].filter((name) => !answered.has(name)).map((name) => `${name} is promised and not answered`)
  const surplus = [...answered.keys()].filter((name) => !row.has(name)).map((name) => `${name} is answered and not in the type`)
  const other = [...row].flatMap(([name, held]) => {
    const number = answered.get(name)
    const given = number === undefined ? 'any' : (NUMBERS[number] ?? 'any')
    return held === 'any' || given === 'any' || held === given ? [] : [`${name} is ${given}, its type says ${held}`]
  })
  return [...missing, ...surplus, ...other]
}

export interface Findings {
  /** Nobody ran it. */
  untaken: Written[]
  /** What it answers is not what its type says. */
  mistyped: { written: Written; differences: readonly string[] }[]
  /** How many had their columns laid beside their type. */
  compared: number
}

export function judged(written: readonly Written[], given: readonly Taken[]): Findings {
  const taken = given.map(({ text, columns }) => ({ text: plain(text).trim(), columns }))
  const untaken = written.filter(({ pieces }) => !taken.some(({ text }) => standsIn(text, pieces, false)))
  const mistyped: Findings['mistyped'] = []
  let compared = 0
  for (const one of written) {
    const { row } = one
    if (row === null || !BEGINS.test(one.pieces[0] ?? '')) continue
    const answers = taken.filter(({ text, columns }) => columns !== null && standsIn(text, one.pieces, true))
    if (answers.length === 0) continue
    compared += 1
    // A text with holes may fit the answers of another one too; its own must agree.
    const faults = answers.map(({ columns }) => differences(row, columns ?? []))
    const least = faults.toSorted((a, b) => a.length - b.length)[0] ?? []
    if (least.length > 0) mistyped.push({ written: one, differences: least })
  }
  return { untaken, mistyped, compared }
}
