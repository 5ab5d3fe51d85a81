import type { Reader, Reading } from '#domain/pinyin/reader.ts'
import type { Steps } from '../steps.ts'
import { MARK } from './name-parts.ts'
import type { Normalised } from './normalise.ts'
import { sortSuffixes } from './suffixes.ts'

/** One text of a label: a goods' name, its generic name, a manufacturer's short name. */
export interface LabelText {
  label: number
  /** What kind of text it is; indexes the score table of whoever searches. */
  kind: number
  text: Normalised
  /** Mnemonics are initials already; they are found as initials and not as text. */
  isInitials: boolean
}

/** A reading as the index compares it: the distinct (syllable, habits) of all characters, numbered. */
interface ReadingSets {
  syllables: string[]
  habits: (readonly string[])[]
}

/**
 * Finds labels by any part of their texts: two sorted arrays of suffixes, one of the characters and one of their
 * initials. Where buyers read a character with another initial, the initials are there in that variant too.
 */
export interface TextIndex {
  read: Reader
  /** Texts one behind the other, each ended by 0. */
  codes: Uint16Array
  /** Bits of MARK, for every character. */
  wordStarts: Uint8Array
  /** Number of the reading at this character, 0 where it stands for itself. */
  readingAt: Uint16Array
  segmentAt: Uint32Array
  textOrder: Uint32Array
  segmentStart: Uint32Array
  segmentLength: Uint16Array
  segmentLabel: Uint32Array
  segmentKind: Uint8Array
  /** Initials of every variant, ended by 0. */
  initials: Uint8Array
  /** 1 where a word starts, for every character of every variant. */
  initialStarts: Uint8Array
  variantAt: Uint32Array
  initialOrder: Uint32Array
  variantStart: Uint32Array
  variantSegment: Uint32Array
  /** Place of the first character read by habit; NONE where the variant is the correct reading. */
  variantDeviation: Uint16Array
  sets: ReadingSets
  /** Every beginning of every syllable in use, for cutting what was typed; true where it is a whole syllable. */
  syllableHeads: Map<string, boolean>
  masks: Map<string, Uint8Array>
}

export const NONE = 0xffff
const VARIANT_LIMIT = 3

interface Draft {
  label: LabelText
  readings: Uint16Array
  variants: { initials: Uint8Array; deviation: number }[]
}

export interface TextReader {
  read: Reader
  sets: ReadingSets
  numberOf: (reading: Reading) => number
}

export function createTextReader(read: Reader): TextReader {
  const sets: ReadingSets = { syllables: [''], habits: [[]] }
  const byReading = new Map<Reading, number>()
  const byContent = new Map<string, number>()
  return {
    read,
    sets,
    numberOf(reading) {
      const known = byReading.get(reading)
      if (known !== undefined) return known
      const content = `${reading.syllable} ${reading.habits.join(' ')}`
      let number = byContent.get(content)
      if (number === undefined) {
        number = sets.syllables.length
        sets.syllables.push(reading.syllable)
        sets.habits.push(reading.habits)
        byContent.set(content, number)
      }
      byReading.set(reading, number)
      return number
    },
  }
}

/** The initials of a text: the correct ones, and what habit makes of them where an initial differs. */
function variantsOf(text: string, readings: readonly (Reading | null)[]): Draft['variants'] {
  const correct = new Uint8Array(text.length)
  const ambiguous: { at: number; initial: number }[] = []
  for (let at = 0; at < text.length; at++) {
    const reading = readings[at]
    const code = reading ? reading.syllable.charCodeAt(0) : text.charCodeAt(at)
    correct[at] = code < 256 ? code : 1
    const others = new Set(reading?.habits.map((habit) => habit.charCodeAt(0)))
    for (const initial of others) if (initial !== code) ambiguous.push({ at, initial })
  }
  const variants = [{ initials: correct, deviation: NONE }]
  const few = ambiguous.slice(0, VARIANT_LIMIT)
  for (let choice = 1; choice < 1 << few.length; choice++) {
    const initials = correct.slice()
    const changed = few.filter((_, bit) => choice & (1 << bit))
    if (new Set(changed.map((change) => change.at)).size < changed.length) continue
    for (const change of changed) initials[change.at] = change.initial
    variants.push({ initials, deviation: changed[0]?.at ?? 0 })
  }
  for (const change of ambiguous.slice(VARIANT_LIMIT)) {
    const initials = correct.slice()
    initials[change.at] = change.initial
    variants.push({ initials, deviation: change.at })
  }
  return variants
}

function draftOf(label: LabelText, reader: TextReader, withReadings: boolean): Draft {
  const { text } = label.text
  const readings = withReadings && !label.isInitials ? reader.read(text) : Array.from(text, () => null)
  return {
    label,
    readings: Uint16Array.from(readings, (reading) => (reading ? reader.numberOf(reading) : 0)),
    variants: withReadings ? variantsOf(text, readings) : [],
  }
}

const DRAFTS_A_STEP = 4_000

/** withReadings = false: found by its characters only (specifications, dosage forms). */
export function* buildTextIndex(labels: readonly LabelText[], reader: TextReader, withReadings = true): Steps<TextIndex> {
  const drafts: Draft[] = []
  for (const label of labels) {
    if (label.text.text !== '') drafts.push(draftOf(label, reader, withReadings))
    if (drafts.length % DRAFTS_A_STEP === 0) yield
  }
  const size = drafts.reduce((sum, draft) => sum + draft.label.text.text.length + 1, 0)
  const variantCount = drafts.reduce((sum, draft) => sum + draft.variants.length, 0)
  const variantSize = drafts.reduce((sum, draft) => sum + draft.variants.length * (draft.label.text.text.length + 1), 0)
  const index: TextIndex = {
    read: reader.read,
    codes: new Uint16Array(size),
    wordStarts: new Uint8Array(size),
    readingAt: new Uint16Array(size),
    segmentAt: new Uint32Array(size),
    textOrder: new Uint32Array(0),
    segmentStart: new Uint32Array(drafts.length),
    segmentLength: new Uint16Array(drafts.length),
    segmentLabel: new Uint32Array(drafts.length),
    segmentKind: new Uint8Array(drafts.length),
    initials: new Uint8Array(variantSize),
    initialStarts: new Uint8Array(variantSize),
    variantAt: new Uint32Array(variantSize),
    initialOrder: new Uint32Array(0),
    variantStart: new Uint32Array(variantCount),
    variantSegment: new Uint32Array(variantCount),
    variantDeviation: new Uint16Array(variantCount),
    sets: reader.sets,
    syllableHeads: new Map(),
    masks: new Map(),
  }
  const textOffsets: number[] = []
  const initialOffsets: number[] = []
  let longest = 1
  let at = 0
  let variant = 0
  let variantAt = 0
  for (const [segment, draft] of drafts.entries()) {
    if (segment % DRAFTS_A_STEP === 0) yield
    const { label, readings } = draft
    const { text, starts } = label.text
    longest = Math.max(longest, text.length + 1)
    index.segmentStart[segment] = at
    index.segmentLength[segment] = text.length
    index.segmentLabel[segment] = label.label
    index.segmentKind[segment] = label.kind
    index.wordStarts.set(starts, at)
    index.readingAt.set(readings, at)
    for (let place = 0; place < text.length; place++) {
      index.codes[at] = text.charCodeAt(place)
      index.segmentAt[at] = segment
      if (!label.isInitials) textOffsets.push(at)
      at++
    }
    at++
    for (const { initials, deviation } of draft.variants) {
      index.variantStart[variant] = variantAt
      index.variantSegment[variant] = segment
      index.variantDeviation[variant] = deviation
      index.initialStarts.set(
        starts.map((marks) => marks & MARK.word),
        variantAt,
      )
      index.initials.set(initials, variantAt)
      index.variantAt.fill(variant, variantAt, variantAt + initials.length + 1)
      // Behind the last deviation a variant repeats the correct reading; behind the first, another variant.
      const end = deviation === NONE ? initials.length : deviation + 1
      for (let place = 0; place < end; place++) initialOffsets.push(variantAt + place)
      variantAt += initials.length + 1
      variant++
    }
  }
  index.textOrder = yield* sortSuffixes(index.codes, Uint32Array.from(textOffsets), longest)
  index.initialOrder = yield* sortSuffixes(index.initials, Uint32Array.from(initialOffsets), longest)
  if (withReadings) collectHeads(index)
  return index
}

function collectHeads(index: TextIndex): void {
  const { syllables, habits } = index.sets
  const all = new Set<string>()
  for (let set = 1; set < syllables.length; set++)
    for (const one of [syllables[set] as string, ...(habits[set] as readonly string[])]) all.add(one)
  for (const syllable of all) {
    for (let length = 1; length < syllable.length; length++) {
      const head = syllable.slice(0, length)
      if (!index.syllableHeads.has(head)) index.syllableHeads.set(head, false)
    }
    index.syllableHeads.set(syllable, true)
  }
}
