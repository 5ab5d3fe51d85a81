import type { Font } from 'fontkit'

/**
 * The glyphs of a paper, each written out in full. In the font they call some thirty thousand pieces that are shared by all glyphs;
 * the library keeps a place for each of these in every paper, which is half of a paper's work, three quarters of its garbage and
 * most of its bytes. What is called stands in the glyph itself here, once a glyph and thread.
 */

interface Piece {
  offset: number
  length: number
}
interface PrivateDict {
  Subrs?: readonly Piece[]
}
interface FontDict {
  FontName?: unknown
  Private?: PrivateDict
}
interface Cff {
  stream: { pos: number; readBuffer: (length: number) => Uint8Array }
  topDict: { FDArray: readonly FontDict[] }
  globalSubrIndex: readonly Piece[]
  isCIDFont: boolean
  getCharString: (glyph: number) => Uint8Array
  fdForGlyph: (glyph: number) => number | null
  privateDictForGlyph: (glyph: number) => PrivateDict | null
}
/** Not among the types: what the library makes a paper's font of. */
interface Subset {
  glyphs: readonly number[]
  charstrings: Uint8Array[]
  gsubrs: readonly Uint8Array[]
  subsetCharstrings: () => void
  subsetFontdict: (topDict: TopDict) => void
}
interface TopDict {
  FDArray?: FontDict[]
  FDSelect?: { version: number; fds: number[] }
}
export interface CffFont extends Font {
  'CFF ': Cff
  createSubset: () => never
}

const RETURN = 11
const CALL = 10
const CALL_GLOBAL = 29
const ESCAPE = 12
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 23])
const MASKS: ReadonlySet<number> = new Set([19, 20])
const FLEXES: ReadonlySet<number> = new Set([34, 35, 36, 37])

const biasOf = (pieces: readonly Piece[]): number => (pieces.length < 1240 ? 107 : pieces.length < 33_900 ? 1131 : 32_768)

/** Of a number in a glyph's program: its value and how many bytes it takes; null: there is none here. */
function numberAt(program: Uint8Array, at: number): { value: number; bytes: number } | null {
  const [first = 0, second = 0, third = 0] = program.subarray(at, at + 3)
  if (first === 28) return { value: ((second << 24) | (third << 16)) >> 16, bytes: 3 }
  if (first < 32) return null
  if (first < 247) return { value: first - 139, bytes: 1 }
  if (first < 251) return { value: (first - 247) * 256 + second + 108, bytes: 2 }
  if (first < 255) return { value: -(first - 251) * 256 - second - 108, bytes: 2 }
  // A fraction: no piece has such a number.
  return { value: Number.NaN, bytes: 5 }
}

/** A glyph's program with what it calls in place of the calls. Throws where it computes something: this font's glyphs do not. */
export function plainProgram(cff: Cff, glyph: number): Uint8Array {
  const locals = cff.privateDictForGlyph(glyph)?.Subrs ?? []
  const written: number[] = []
  let numbers = 0
  let stems = 0
  let last: { value: number; from: number } | null = null
  const called = (pieces: readonly Piece[]): Uint8Array => {
    if (last === null) throw new TypeError(`glyph ${glyph} calls what no number names`)
    const piece = pieces[last.value + biasOf(pieces)]
    if (piece === undefined) throw new RangeError(`glyph ${glyph} calls a piece that is not there`)
    written.length = last.from
    numbers -= 1
    last = null
    cff.stream.pos = piece.offset
    return cff.stream.readBuffer(piece.length)
  }
  const copy = (program: Uint8Array): void => {
    let at = 0
    const take = (bytes: number) => {
      for (const end = at + bytes; at < end; at += 1) written.push(program[at] ?? 0)
    }
    while (at < program.length) {
      const number = numberAt(program, at)
      if (number !== null) {
        last = { value: number.value, from: written.length }
        numbers += 1
        take(number.bytes)
        continue
      }
      const operator = program[at] ?? 0
      if (operator === RETURN) return
      if (operator === CALL || operator === CALL_GLOBAL) {
        at += 1
        copy(called(operator === CALL ? locals : cff.globalSubrIndex))
        continue
      }
      if (operator === ESCAPE && !FLEXES.has(program[at + 1] ?? 0)) throw new TypeError(`glyph ${glyph} computes`)
      if (STEMS.has(operator) || MASKS.has(operator)) stems += numbers >> 1
      take(operator === ESCAPE ? 2 : MASKS.has(operator) ? 1 + ((stems + 7) >> 3) : 1)
      numbers = 0
      last = null
    }
  }
  copy(cff.getCharString(glyph))
  return Uint8Array.from(written)
}

/** Makes the font embed its glyphs so. */
export function embedPlainly(font: CffFont): void {
  const cff = font['CFF ']
  if (!cff.isCIDFont) throw new TypeError('not a font for Chinese')
  const programs = new Map<number, Uint8Array>()
  const programOf = (glyph: number): Uint8Array => {
    const program = programs.get(glyph) ?? plainProgram(cff, glyph)
    programs.set(glyph, program)
    return program
  }
  const create = font.createSubset.bind(font)
  font.createSubset = () => {
    const subset = create() as Subset
    subset.subsetCharstrings = () => {
      subset.charstrings = subset.glyphs.map(programOf)
      subset.gsubrs = []
    }
    subset.subsetFontdict = (topDict) => {
      const dicts = subset.glyphs.map((glyph) => cff.fdForGlyph(glyph) ?? 0)
      const used = [...new Set(dicts)]
      topDict.FDArray = used.map((dict) => {
        const { FontName: _name, Private, ...rest } = cff.topDict.FDArray[dict] ?? {}
        const { Subrs: _pieces, ...own } = Private ?? {}
        return { ...rest, Private: own }
      })
      topDict.FDSelect = { version: 0, fds: dicts.map((dict) => used.indexOf(dict)) }
    }
    return subset as never
  }
}
