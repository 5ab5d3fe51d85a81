import { readCharacters } from '../search/public.ts'

/** A name as people look it up: 望槐堂 under W, by 'wht' and by 'wanghuaitang'. */
export interface NameKeys {
  /** A–Z, or '#' for a name that begins with neither. */
  initial: string
  initials: string
  letters: string
}

export function nameKeys(name: string): NameKeys {
  const syllables = readCharacters(name).map((reading, at) => reading?.syllable ?? name.charAt(at).toLowerCase())
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  const first = initials.charAt(0).toUpperCase()
  return { initial: /^[A-Z]$/.test(first) ? first : '#', initials, letters: syllables.join('') }
}

/** Does a name answer to what was typed: part of the name, or the beginning of its letters? */
export function answersTo(names: readonly string[], keys: NameKeys, typed: string): boolean {
  const wanted = typed.replaceAll(/\s+/g, '').toLowerCase()
  if (wanted === '') return true
  return names.some((name) => name.toLowerCase().includes(wanted)) || keys.initials.includes(wanted) || keys.letters.startsWith(wanted)
}
