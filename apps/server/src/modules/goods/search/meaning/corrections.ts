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

/** Characters, and letters or digits behind them that belong to the name: 维生素C. */
const HAN_FIRST = /^\p{Script=Han}{2,}[a-z0-9]{0,3}$/u
const LETTERS = /^[a-z]+$/
/** Shorter ones have a neighbour in everything. */
const HAN_MIN = 2
const HAN_SLIP_MIN = 3
const LETTERS_MIN = 5
const FOUND_MAX = 3
const LENGTH_MAX = 24
/** No syllable is longer than six. */
const LETTERS_MAX = 64

/** Kinds of likeness, the best first: it sounds the same or nearly so, its sound begins so, one letter of its sound is another, one character is. */
const LIKE = { sound: 0, beginning: 1, letter: 2, character: 3 } as const

function lettersOf(text: string, reader: TextReader): string {
  return reader
    .read(text)
    .map((reading, at) => reading?.syllable ?? text.charAt(at))
    .join('')
}

/** How like a head is to a word of characters that shares one with it. */
function likeCharacters(term: string, sound: string, text: string, other: string): number | null {
  if (other === sound) return LIKE.sound
  if (sound.length >= LETTERS_MIN && isOneSlip(sound, other)) return LIKE.letter
  return term.length >= HAN_SLIP_MIN && text.length >= HAN_SLIP_MIN && isOneSlip(term, text) ? LIKE.character : null
}

function likeLetters(sound: string, other: string): number | null {
  if (other === sound) return LIKE.sound
  if (other.startsWith(sound)) return LIKE.beginning
  return isOneSlip(sound, other) ? LIKE.letter : null
}

/** Its first two letters and its last two. */
const edgesOf = (sound: string): readonly [string, string] => [`^${sound.slice(0, 2)}`, `${sound.slice(-2)}$`]

function put(places: Map<string, number[]>, key: string, at: number): void {
  const others = places.get(key)
  if (others) others.push(at)
  else places.set(key, [at])
}

/** Looks through the names that share a character with what was typed, or of letters through those that begin or end alike: only where little was found. */
export function createCorrections(reader: TextReader): Corrections {
  const places = new Map<string, number>()
  const heads: Head[] = []
  const sounds: string[] = []
  /** Heads by each of their characters and by how long they are: 芬3. */
  const holding = new Map<string, number[]>()
  /** And by how they begin and end: one slip leaves one of both as it is, and so does what is left out at the end. */
  const edged = new Map<string, number[]>()

  /** 地西泮 is not 迪先: who writes characters gets some of them right. */
  function byCharacters(term: string): Map<number, number> {
    const sound = soundOf(lettersOf(term, reader))
    const likes = new Map<number, number>()
    for (const character of new Set(term)) {
      const alike: (readonly [at: number, like: number])[] = []
      for (let length = term.length - 1; length <= term.length + 1; length++) {
        for (const at of holding.get(`${character}${length}`) ?? []) {
          const { text } = heads[at] as Head
          if (text === term || likes.has(at)) continue
          const like = likeCharacters(term, sound, text, sounds[at] as string)
          if (like !== null) alike.push([at, like])
        }
      }
      // Of those that are alike in the same way, as many goods by each, the one that was known first comes first.
      for (const [at, like] of alike.sort(([a], [b]) => a - b)) likes.set(at, like)
    }
    return likes
  }

  function byLetters(term: string): Map<number, number> {
    const sound = soundOf(term)
    const likes = new Map<number, number>()
    if (sound.length < LETTERS_MIN) return likes
    const [first, last] = edgesOf(sound)
    const near = new Set([...(edged.get(first) ?? []), ...(edged.get(last) ?? [])])
    for (const at of [...near].sort((a, b) => a - b)) {
      const other = sounds[at] as string
      if (other.length < sound.length - 1 || heads[at]?.text === term) continue
      const like = likeLetters(sound, other)
      if (like !== null) likes.set(at, like)
    }
    return likes
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
      const at = heads.length
      places.set(text, at)
      heads.push({ text, weight })
      const sound = soundOf(lettersOf(text, reader))
      sounds.push(sound)
      for (const edge of edgesOf(sound)) put(edged, edge, at)
      for (const character of new Set(text)) put(holding, `${character}${text.length}`, at)
    },
    of(term) {
      const isHan = HAN_FIRST.test(term)
      if (isHan ? term.length < HAN_MIN || term.length > LENGTH_MAX : !LETTERS.test(term) || term.length > LETTERS_MAX) return []
      const found = [...(isHan ? byCharacters(term) : byLetters(term))].map(([at, like]) => ({ ...(heads[at] as Head), like }))
      found.sort((a, b) => a.like - b.like || b.weight - a.weight)
      return found.slice(0, FOUND_MAX).map(({ text }) => text)
    },
  }
}
