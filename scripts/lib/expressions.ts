import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

/** An expression as it stands in a source. */
export interface Expression {
  line: number
  source: string
  flags: string
}

export interface Fault {
  line: number
  shown: string
  why: string
}

type Syntax = Record<string, unknown> & { type?: string }
const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null

/** What a source does to texts. */
export interface TextWork {
  found: Expression[]
  /** Lines with expressions that only exist when the program runs: nobody can judge these. */
  built: number[]
  /** Lines that call the platform's normalize. */
  normalized: number[]
}

export function expressionsOf(text: string, isTsx: boolean): TextWork {
  // The parser counts from the first token of all that it ever read: a token of our own says where this source begins.
  const bytes = Buffer.from(`;\n${text}`)
  const tree = parseSync(bytes.toString(), { syntax: 'typescript', tsx: isTsx, target: 'esnext' })
  const origin = tree.span.start
  const lineOf = (node: Syntax) =>
    bytes
      .subarray(0, (node.span as { start: number }).start - origin)
      .toString()
      .split('\n').length - 1
  const found: Expression[] = []
  const built: number[] = []
  const normalized: number[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isSyntax(node) || Array.isArray(node)) return
    if (node.type === 'RegExpLiteral') found.push({ line: lineOf(node), source: String(node.pattern), flags: String(node.flags) })
    if (makesExpression(node)) {
      const words = (node.arguments as { expression: Syntax }[]).map(({ expression }) => expression)
      if (words.every((word) => word.type === 'StringLiteral')) {
        const [source, flags] = words.map((word) => String(word.value))
        found.push({ line: lineOf(node), source: source ?? '', flags: flags ?? '' })
      } else built.push(lineOf(node))
    }
    if (normalizes(node)) normalized.push(lineOf(node))
    const schema = patternOfSchema(node)
    if (schema !== null) found.push({ line: lineOf(node.value as Syntax), source: schema, flags: 'u' })
    for (const [name, child] of Object.entries(node)) if (name !== 'span') visit(child)
  }
  visit(tree.body)
  return { found, built, normalized }
}

const makesExpression = (node: Syntax): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && isSyntax(node.callee) && node.callee.value === 'RegExp'

const normalizes = (node: Syntax): boolean =>
  node.type === 'CallExpression' &&
  isSyntax(node.callee) &&
  node.callee.type === 'MemberExpression' &&
  (node.callee.property as Syntax).value === 'normalize' &&
  (node.arguments as unknown[]).length > 0

/** { pattern: '…' } of a schema of the contract. */
function patternOfSchema(node: Syntax): string | null {
  if (node.type !== 'KeyValueProperty' || !isSyntax(node.key) || !isSyntax(node.value)) return null
  return node.key.value === 'pattern' && node.value.type === 'StringLiteral' ? String(node.value.value) : null
}

/** Why the time of an expression may grow faster than the text that it is given; null: it does not. */
export function faultOf({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | null {
  const { parsed, reports } = analyse({ source, flags })
  const [report] = reports
  if (report) {
    if (report.exponential) return 'its time doubles with every character'
    return report.type === 'Move'
      ? 'it begins anew at every character of what it has read already'
      : 'two of its repetitions share what they read between them in every way there is'
  }
  const pump = slowText(source, flags, parsed.pattern as unknown as Part)
  return pump === null ? null : `it is slow with ${JSON.stringify(pump)} over and over`
}

/** The tree of an expression, as far as texts are made of it. */
interface Part {
  type: string
  raw: string
  alternatives?: readonly Part[]
  elements?: readonly Part[]
  element?: Part
  min?: number
  value?: number
}

/** What a class of characters may be tried with, besides the characters of the expression itself. */
const CHARACTERS = [...' 1aA药\n\t.(（,-x']

/** The shortest text that a part likes; repeated parts stand once or twice. */
function likedBy(part: Part, flags: string, characters: readonly string[], choice: number): string {
  const all = (parts: readonly Part[]) => parts.map((one) => likedBy(one, flags, characters, choice)).join('')
  if (part.type === 'Character') return String.fromCodePoint(part.value ?? 0)
  if (part.type === 'Quantifier' && part.element) {
    const times = Math.max(part.min ?? 0, choice % 2)
    return likedBy(part.element, flags, characters, choice).repeat(Math.min(times, 8))
  }
  if (part.alternatives) return all([part.alternatives[choice % part.alternatives.length] as Part])
  if (part.type === 'Alternative') return all(part.elements ?? [])
  if (part.type === 'CharacterSet' || part.type.endsWith('CharacterClass')) {
    const one = new RegExp(`^${part.raw}$`, flags.replace(/[gy]/g, ''))
    const fitting = characters.filter((character) => one.test(character))
    return fitting[choice % Math.max(1, fitting.length)] ?? ''
  }
  return ''
}

const LENGTH = 64_000
/** Linear ones take a millisecond or two, square ones some 200 on a quick machine and two seconds on a slow one. */
const SLOW_MS = 60
const CHOICES = 6

/**
 * The analysis knows repetitions that follow one character, not those that follow a word (Android.*Mobile). Therefore each
 * expression is also given what its beginnings like, over and over, and must be done with it in a moment.
 */
function slowText(source: string, flags: string, pattern: Part): string | null {
  const characters = [...new Set([...CHARACTERS, ...source.replace(/[\\^$*+?{}|[\]]/g, '')])]
  const pumps = new Set<string>()
  for (const alternative of pattern.alternatives ?? []) {
    const parts = alternative.elements ?? []
    for (let to = 1; to <= parts.length; to++)
      for (let choice = 0; choice < CHOICES; choice++)
        pumps.add(
          parts
            .slice(0, to)
            .map((part) => likedBy(part, flags, characters, choice))
            .join(''),
        )
  }
  pumps.delete('')
  return (
    [...pumps].find((pump) => ['', '\n', '\u0000'].some((end) => isSlow(source, flags, pump.repeat(LENGTH / pump.length) + end))) ?? null
  )
}

function isSlow(source: string, flags: string, text: string): boolean {
  const once = () => {
    const expression = new RegExp(source, flags)
    const before = process.threadCpuUsage()
    text.replace(expression, '')
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  // Compiled once or twice meanwhile, it is slow once; a slow expression is so always.
  return once() > SLOW_MS && once() > SLOW_MS && once() > SLOW_MS
}

/** What is wrong with the expressions of a source. */
export function faultsOf(text: string, isTsx: boolean, known: Map<string, string | null> = new Map()): Fault[] {
  const { found, built, normalized } = expressionsOf(text, isTsx)
  const judged = found.flatMap(({ line, source, flags }): Fault[] => {
    const shown = `/${source}/${flags}`
    const why = known.get(shown) ?? (known.has(shown) ? null : faultOf({ source, flags }))
    known.set(shown, why)
    return why === null ? [] : [{ line, shown, why }]
  })
  const unjudged = built.map((line) => ({ line, shown: 'RegExp(…)', why: 'an expression made while the program runs cannot be judged' }))
  const slow = normalized.map((line) => ({
    line,
    shown: '.normalize(…)',
    why: 'its time grows with the square of the marks over a letter; folded() of the domain bounds them',
  }))
  return [...judged, ...unjudged, ...slow].toSorted((a, b) => a.line - b.line)
}
