/**
 * Finds all of many words in one pass over a text (Aho and Corasick): time grows with the text and its hits, not with the
 * number of words.
 */
export interface Automaton<T> {
  /** Calls back for each word found, in the order of their ends. */
  find(text: string, hit: (value: T, start: number, end: number) => void): void
}

export function buildAutomaton<T>(words: Iterable<readonly [word: string, value: T]>): Automaton<T> {
  // A step is keyed by node and character together: one map is quicker and smaller than a map a node.
  const steps = new Map<number, number>()
  const values: T[][] = [[]]
  const lengths: number[] = [0]
  const first: Array<Array<[code: number, node: number]>> = [[]]
  const key = (node: number, code: number): number => node * 65_536 + code

  for (const [word, value] of words) {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      let next = steps.get(key(node, code))
      if (next === undefined) {
        next = values.length
        steps.set(key(node, code), next)
        first[node]?.push([code, next])
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
    for (const [code, next] of first[node] ?? []) {
      let back = fallback[node] as number
      while (back !== 0 && !steps.has(key(back, code))) back = fallback[back] as number
      const target = steps.get(key(back, code)) ?? 0
      fallback[next] = target
      ending[next] = (values[target]?.length ?? 0) > 0 ? target : (ending[target] as number)
      queue.push(next)
    }
  }

  return {
    find(text, hit) {
      let node = 0
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        let next = steps.get(key(node, code))
        while (next === undefined && node !== 0) {
          node = fallback[node] as number
          next = steps.get(key(node, code))
        }
        node = next ?? 0
        for (let end = node; end !== 0; end = ending[end] as number) {
          for (const value of values[end] ?? []) hit(value, at + 1 - (lengths[end] as number), at + 1)
        }
      }
    },
  }
}
