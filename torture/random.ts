/** Numbers from a seed, so that a run can be repeated (mulberry32). */
export interface Random {
  below: (limit: number) => number
  of: <T>(list: readonly T[]) => T
}

export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of: (list) => {
      const one = list[below(list.length)]
      if (one === undefined) throw new RangeError('an empty list has nothing to choose')
      return one
    },
  }
}
