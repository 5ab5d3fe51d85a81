import { MARK } from './name-parts.ts'
import { lowerBound } from './suffixes.ts'
import { NONE, type TextIndex } from './text-index.ts'

/** Where in the text the hit stands. head, wordHead: at the start, or where a word starts, and an ingredient ends with it. */
export const PLACE = { whole: 0, head: 1, wordHead: 2, start: 3, word: 4, inside: 5 } as const
export const PLACES = 6
/** How the text was written by the buyer: its characters, its correct reading, a reading of habit. */
export const MODE = { text: 0, reading: 1, habit: 2 } as const

/** Called for every hit; the same label may come several times. `shape` = mode * PLACES + place, `at` the first character in index.codes. */
export type Hit = (label: number, kind: number, shape: number, at: number) => void

const HAN = /\p{Script=Han}/u
const PURE_HAN = /^\p{Script=Han}+$/u
const LETTER = /[a-z]/
/** No name needs more; a query that does is nonsense and stops there. */
const STEP_LIMIT = 400

const EXACT = 1
const BY_HABIT = 2

/** For each reading number: 0 does not fit what was typed, EXACT fits, BY_HABIT fits a reading of habit. */
function maskOf(index: TextIndex, typed: string, whole: boolean): Uint8Array {
  const key = whole ? `${typed} ` : typed
  const known = index.masks.get(key)
  const { syllables, habits } = index.sets
  if (known && known.length === syllables.length) return known
  const fits = whole ? (syllable: string) => syllable === typed : (syllable: string) => syllable.startsWith(typed)
  const mask = Uint8Array.from(syllables, (syllable, set) => {
    if (set === 0) return 0
    if (fits(syllable)) return EXACT
    return (habits[set] as readonly string[]).some(fits) ? BY_HABIT : 0
  })
  index.masks.set(key, mask)
  return mask
}

/** What one typed piece asks of the character at `depth` beyond its initial. */
interface Demand {
  depth: number
  /** Must be this very character, or 0. */
  code: number
  mask: Uint8Array | null
}

function placeOf(index: TextIndex, segment: number, at: number, length: number): number {
  const start = (index.segmentStart[segment] as number) + at
  const isLast = at + length === index.segmentLength[segment]
  if (at === 0 && isLast) return PLACE.whole
  const ends = isLast || ((index.wordStarts[start + length] as number) & MARK.end) !== 0
  if (at === 0) return ends ? PLACE.head : PLACE.start
  if (((index.wordStarts[start] as number) & (MARK.word | MARK.ingredient)) === 0) return PLACE.inside
  return ends ? PLACE.wordHead : PLACE.word
}

/** What was broken off is no whole word. */
function brokenOff(place: number): number {
  if (place === PLACE.whole || place === PLACE.head) return PLACE.start
  return place === PLACE.wordHead ? PLACE.word : place
}

/** Where in the sorted suffixes those lie that begin with these characters. */
function rangeOf(index: TextIndex, characters: string): readonly [low: number, high: number] {
  let low = 0
  let high = index.textOrder.length
  for (let depth = 0; depth < characters.length && low < high; depth++) {
    const code = characters.charCodeAt(depth)
    low = lowerBound(index.codes, index.textOrder, low, high, depth, code)
    high = lowerBound(index.codes, index.textOrder, low, high, depth, code + 1)
  }
  return [low, high]
}

/** Whether any text holds these characters; without looking at which. */
export function holdsText(index: TextIndex, characters: string): boolean {
  const [low, high] = rangeOf(index, characters)
  return low < high
}

/** Every text that holds these very characters. */
export function matchCharacters(index: TextIndex, term: string, hit: Hit): void {
  const [low, high] = rangeOf(index, term)
  for (let i = low; i < high; i++) {
    const offset = index.textOrder[i] as number
    const segment = index.segmentAt[offset] as number
    const place = placeOf(index, segment, offset - (index.segmentStart[segment] as number), term.length)
    hit(index.segmentLabel[segment] as number, index.segmentKind[segment] as number, MODE.text * PLACES + place, offset)
  }
}

/** Reports what a finished walk left in [low, high): suffixes whose first `length` initials fit. */
function report(
  index: TextIndex,
  low: number,
  high: number,
  length: number,
  demands: readonly Demand[],
  broken: boolean,
  single: boolean,
  hit: Hit,
): void {
  for (let i = low; i < high; i++) {
    const offset = index.initialOrder[i] as number
    if (single && index.initialStarts[offset] !== 1) continue
    const variant = index.variantAt[offset] as number
    const segment = index.variantSegment[variant] as number
    const at = offset - (index.variantStart[variant] as number)
    const start = (index.segmentStart[segment] as number) + at
    const deviation = index.variantDeviation[variant] as number
    let mode: number = MODE.reading
    if (deviation !== NONE) {
      if (deviation >= at + length) continue
      mode = MODE.habit
    }
    let fits = true
    for (const demand of demands) {
      const place = start + demand.depth
      if (demand.code !== 0 && index.codes[place] !== demand.code) fits = false
      else if (demand.mask !== null) {
        const fit = demand.mask[index.readingAt[place] as number]
        if (fit === 0) fits = false
        else if (fit === BY_HABIT) mode = MODE.habit
      }
      if (!fits) break
    }
    if (!fits) continue
    let place = placeOf(index, segment, at, length)
    if (broken) place = brokenOff(place)
    if (mode === MODE.reading && length > 2 && index.readingAt[start] === 0 && isLiteral(index, start, length)) mode = MODE.text
    hit(index.segmentLabel[segment] as number, index.segmentKind[segment] as number, mode * PLACES + place, start)
  }
}

/** Letters that stand for themselves in a name. One or two are more likely meant as initials. */
function isLiteral(index: TextIndex, start: number, length: number): boolean {
  for (let place = start; place < start + length; place++) if (index.readingAt[place] !== 0) return false
  return true
}

/** Initials, syllables, syllables broken off and characters, in any mixture: every way to cut the term is walked. */
function matchReadings(index: TextIndex, term: string, hit: Hit): void {
  let steps = 0
  const single = term.length === 1
  const walk = (from: number, low: number, high: number, depth: number, demands: readonly Demand[], broken: boolean): void => {
    if (low >= high) return
    if (from === term.length) {
      report(index, low, high, depth, demands, broken, single, hit)
      return
    }
    if (++steps > STEP_LIMIT) return
    const narrowed = (code: number, next: number, demand: Demand | null, breaks: boolean): void => {
      const nextLow = lowerBound(index.initials, index.initialOrder, low, high, depth, code)
      const nextHigh = lowerBound(index.initials, index.initialOrder, nextLow, high, depth, code + 1)
      walk(next, nextLow, nextHigh, depth + 1, demand ? [...demands, demand] : demands, breaks)
    }
    const character = term.charAt(from)
    const code = term.charCodeAt(from)
    if (HAN.test(character) || code > 255) {
      const reading = index.read(character)[0]
      const initials = reading ? new Set([reading.syllable, ...reading.habits].map((one) => one.charCodeAt(0))) : [1]
      for (const initial of initials) narrowed(initial, from + 1, { depth, code, mask: null }, broken)
      return
    }
    narrowed(code, from + 1, null, broken)
    if (!LETTER.test(character)) return
    for (let length = 2; from + length <= term.length; length++) {
      const typed = term.slice(from, from + length)
      const isWhole = index.syllableHeads.get(typed)
      if (isWhole === undefined) return
      const atEnd = from + length === term.length
      if (atEnd || typed === 'zh' || typed === 'ch' || typed === 'sh') {
        narrowed(code, from + length, { depth, code: 0, mask: maskOf(index, typed, false) }, broken || (atEnd && !isWhole))
      } else if (isWhole) {
        narrowed(code, from + length, { depth, code: 0, mask: maskOf(index, typed, true) }, broken)
      }
    }
  }
  walk(0, 0, index.initialOrder.length, 0, [], false)
}

/** Every text that holds the term, however it was typed. */
export function matchText(index: TextIndex, term: string, hit: Hit): void {
  if (PURE_HAN.test(term) || index.initialOrder.length === 0) matchCharacters(index, term, hit)
  else matchReadings(index, term, hit)
}
