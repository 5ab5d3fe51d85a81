import type { TextReader } from '../words/text-index.ts'
import { isOneSlip, soundOf } from './sounds.ts'

/** What may have been meant by a word that nothing is called by. */
export interface Corrections {
  /** What can be meant, and how many goods by it. */
  add: (text: string, weight: number) => void
  /** The likeliest first; none: nothing is near. */
  of: (term: string) => string[]
}

/** A name without its form, in the shape in which names are compared, and how many goods are called so. */
interface Head {
  text: string
  weight: number
}

const HAN_ONLY = /^\p{Script=Han}+$/u
const LETTERS = /^[a-z]+$/
/** Shorter ones have a neighbour in everything. */
const HAN_MIN = 2
const HAN_SLIP_MIN = 3
const LETTERS_MIN = 5
const FOUND_MAX = 3
const LENGTH_MAX = 24

/** Kinds of likeness, the best first: it sounds the same or nearly so, its sound begins so, one letter of its sound is another, one character is. */
const LIKE = { sound: 0, beginning: 1, letter: 2, character: 3 } as const

interface Candidate extends Head {
  like: number
}

function lettersOf(text: string, reader: TextReader): string {
  return reader
    .read(text)
    .map((reading, at) => reading?.syllable ?? text.charAt(at))
    .join('')
}

/** Names are looked through one by one, which takes milliseconds and happens only where nothing was found. */
export function createCorrections(reader: TextReader): Corrections {
  const places = new Map<string, number>()
  const heads: Head[] = []
  const sounds: string[] = []

  function likeness(term: string, sound: string, at: number): number | null {
    const { text } = heads[at] as Head
    if (text === term) return null
    const other = sounds[at] as string
    const isHan = HAN_ONLY.test(term)
    // 地西泮 is not 迪先: who writes characters gets some of them right.
    if (isHan && HAN_ONLY.test(text) && ![...term].some((one) => text.includes(one))) return null
    if (other === sound) return LIKE.sound
    if (!isHan && sound.length >= LETTERS_MIN && other.startsWith(sound)) return LIKE.beginning
    if (sound.length >= LETTERS_MIN && Math.abs(other.length - sound.length) <= 1 && isOneSlip(sound, other)) return LIKE.letter
    if (isHan && term.length >= HAN_SLIP_MIN && text.length >= HAN_SLIP_MIN && isOneSlip(term, text)) return LIKE.character
    return null
  }

  return {
    add(text, weight) {
      if (text.length < HAN_MIN || text.length > LENGTH_MAX) return
      const known = places.get(text)
      if (known !== undefined) {
        const head = heads[known] as Head
        head.weight += weight
        return
      }
      places.set(text, heads.length)
      heads.push({ text, weight })
      sounds.push(soundOf(lettersOf(text, reader)))
    },
    of(term) {
      const isHan = HAN_ONLY.test(term)
      if (isHan ? term.length < HAN_MIN : !LETTERS.test(term) || term.length < LETTERS_MIN) return []
      const sound = soundOf(isHan ? lettersOf(term, reader) : term)
      const found: Candidate[] = []
      for (let at = 0; at < heads.length; at++) {
        const like = likeness(term, sound, at)
        if (like !== null) found.push({ ...(heads[at] as Head), like })
      }
      found.sort((a, b) => a.like - b.like || b.weight - a.weight)
      return found.slice(0, FOUND_MAX).map(({ text }) => text)
    },
  }
}
