/**
 * How a character is read in the trade, where a general converter cannot know: one line a character,
 *
 *     character usual-reading ~habit,habit | reading: words in which it reads so | …
 *
 * The reading of a word in the list wins over the usual one. Every other reading of the line, and those after '~',
 * is what buyers type out of habit: it finds, but ranks behind.
 */
export interface CharacterRule {
  usual: string
  /** All readings of the line, the usual one included. */
  readings: readonly string[]
  /** Longest first, so that the first that fits is the most specific. */
  words: readonly { word: string; at: number; reading: string }[]
}

function addLine(rules: Map<string, CharacterRule>, line: string): void {
  const [head = '', ...parts] = line.split('|')
  const [character = '', usual = '', habits = ''] = head.trim().split(/\s+/)
  if ([...character].length !== 1 || !/^[a-z]+$/.test(usual)) throw new Error(`unreadable line in the table of readings: ${line}`)
  if (rules.has(character)) throw new Error(`${character} has two lines in the tables of readings`)
  const readings = new Set([usual])
  const words: { word: string; at: number; reading: string }[] = []
  for (const part of parts) {
    const [reading = '', list = ''] = part.split(':')
    readings.add(reading.trim())
    for (const word of list.trim().split(/\s+/)) {
      if (!word) continue
      if (!word.includes(character)) throw new Error(`${word} does not contain ${character}`)
      for (let at = word.indexOf(character); at >= 0; at = word.indexOf(character, at + 1))
        words.push({ word, at, reading: reading.trim() })
    }
  }
  for (const habit of habits.replace('~', '').split(',')) if (habit) readings.add(habit)
  words.sort((a, b) => b.word.length - a.word.length)
  rules.set(character, { usual, readings: [...readings], words })
}

export function parseTable(...texts: readonly string[]): ReadonlyMap<string, CharacterRule> {
  const rules = new Map<string, CharacterRule>()
  for (const text of texts) {
    for (const line of text.split('\n')) if (line.trim()) addLine(rules, line)
  }
  return rules
}
