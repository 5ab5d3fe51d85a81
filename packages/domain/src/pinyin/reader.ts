import { CHEMISTRY } from './chemistry.ts'
import { HERBS } from './herbs.ts'
import { PLACES } from './places.ts'
import { parseTable } from './table.ts'

/** One character as it is read here: the correct syllable, and what else buyers type for it. */
export interface Reading {
  /** Lower case letters without tone; ü is v. */
  syllable: string
  habits: readonly string[]
}

/** Reads a text character by character; null where the character stands for itself (letters, digits). */
export type Reader = (text: string) => (Reading | null)[]

const GREEK: Readonly<Record<string, readonly string[]>> = {
  α: ['a', 'aerfa', 'alpha'],
  β: ['b', 'beita', 'beta'],
  γ: ['g', 'gama', 'gamma', 'r', 'y'],
  δ: ['d', 'deerta', 'delta'],
  ε: ['e', 'yipuxilong'],
  κ: ['k', 'kapa'],
  λ: ['l', 'lanmuda'],
  μ: ['u', 'miu', 'm'],
  π: ['p', 'pai'],
  σ: ['s', 'xigema'],
  ω: ['w', 'omijia', 'o'],
}

const HAN = /\p{Script=Han}/u

/**
 * base gives the usual reading of any character (a general converter); the tables of this folder correct it for the
 * trade. Readings are shared objects: the same reading of the same character is the same object.
 */
export function createReader(base: (character: string) => string): Reader {
  const rules = parseTable(HERBS, CHEMISTRY, PLACES)
  const shared = new Map<string, Reading>()
  const plain = new Map<string, Reading | null>()

  function share(character: string, syllable: string, all: readonly string[]): Reading {
    const key = `${character}${syllable}`
    const known = shared.get(key)
    if (known) return known
    // ü has no key: lv is also typed lu and lyu.
    const typed = [syllable, ...all].flatMap((one) => (one.includes('v') ? [one, one.replace('v', 'u'), one.replace('v', 'yu')] : [one]))
    const reading = { syllable, habits: [...new Set(typed)].filter((other) => other !== syllable) }
    shared.set(key, reading)
    return reading
  }

  function readPlain(character: string): Reading | null {
    const known = plain.get(character)
    if (known !== undefined) return known
    const greek = GREEK[character]
    let reading: Reading | null = null
    if (greek) reading = share(character, greek[0] ?? '', greek)
    else if (HAN.test(character)) {
      const syllable = base(character)
      if (/^[a-z]+$/.test(syllable)) reading = share(character, syllable, [])
    }
    plain.set(character, reading)
    return reading
  }

  return (text) => {
    const readings: (Reading | null)[] = []
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at)
      const rule = rules.get(character)
      if (!rule) {
        readings.push(readPlain(character))
        continue
      }
      const named = rule.words.find((entry) => entry.at <= at && text.startsWith(entry.word, at - entry.at))
      readings.push(share(character, named?.reading ?? rule.usual, rule.readings))
    }
    return readings
  }
}
