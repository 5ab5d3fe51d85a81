/** What texts were found to say, the latest of them: lists of goods repeat their names, makers and classes. */

/** Longer texts are not kept: they hardly come twice, and what is kept has a bound. */
const LONGEST = 60

/** Keeps between `most` and twice as many; what was asked for lately stays. */
export function remembering<Found>(most: number, find: (text: string) => Found): (text: string) => Found {
  let fresh = new Map<string, Found>()
  let former: typeof fresh = new Map()
  return (text) => {
    const known = fresh.get(text)
    if (known !== undefined) return known
    const found = former.get(text) ?? find(text)
    if (text.length > LONGEST) return found
    if (fresh.size >= most) {
      former = fresh
      fresh = new Map()
    }
    fresh.set(text, found)
    return found
  }
}
