/**
 * Finds all of many words in one pass over a text (Aho and Corasick): time grows with the text and its hits, not with the
 * number of words.
 */
export interface Automaton<T> {
  /** Calls back for each word found, in the order of their ends. */
  find(text: string, hit: (value: T, start: number, end: number) => void): void
}

export function buildAutomaton<T>(words: Iterable<readonly [word: string, value: T]>): Automaton<T> {
  const all = [...words]
  // Letters of the words by number; 0 is a character that no word has.
  const letters = new Uint16Array(65_536)
  let size = 1
  for (const [word] of all) for (let at = 0; at < word.length; at++) letters[word.charCodeAt(at)] ||= size++
  // A step is keyed by node and letter together: one map is quicker and smaller than a map a node, and small keys quicker than large ones.
  const steps = new Map<number, number>()
  const values: T[][] = [[]]
  const lengths: number[] = [0]
  const first: Array<Array<[letter: number, node: number]>> = [[]]
  const key = (node: number, letter: number): number => node * size + letter

  for (const [word, value] of all) {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const letter = letters[word.charCodeAt(at)] as number
      let next = steps.get(key(node, letter))
      if (next === undefined) {
        next = values.length
        steps.set(key(node, letter), next)
        first[node]?.push([letter, next])
        values.push([])
        first.push([])
        lengths.push(at + 1)
      }
      node = next
    }
    if (node !== 0) values[node]?.push(value)
  }

  const fallback = new Int32Array(values.length)
  /** The nearest node on the way back that ends a word; 0 for none. */
  const ending = new Int32Array(values.length)
  const queue: number[] = (first[0] ?? []).map(([, node]) => node)
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at] as number
    for (const [letter, next] of first[node] ?? []) {
      let back = fallback[node] as number
      while (back !== 0 && !steps.has(key(back, letter))) back = fallback[back] as number
      const target = steps.get(key(back, letter)) ?? 0
      fallback[next] = target
      ending[next] = (values[target]?.length ?? 0) > 0 ? target : (ending[target] as number)
      queue.push(next)
    }
  }

  return {
    find(text, hit) {
      let node = 0
      for (let at = 0; at < text.length; at++) {
        const letter = letters[text.charCodeAt(at)] as number
        if (letter === 0) {
          node = 0
          continue
        }
        let next = steps.get(key(node, letter))
        while (next === undefined && node !== 0) {
          node = fallback[node] as number
          next = steps.get(key(node, letter))
        }
        node = next ?? 0
        for (let end = node; end !== 0; end = ending[end] as number) {
          for (const value of values[end] ?? []) hit(value, at + 1 - (lengths[end] as number), at + 1)
        }
      }
    },
  }
}
