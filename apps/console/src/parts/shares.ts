export interface Share {
  /** Names its colour: share-<key> of a style sheet. */
  key: string
  text: string
  number: number
}

/** Widths in hundredths of a percent that add up to the whole, for pieces of which there are any. */
export function widthsOf(shares: readonly Share[]): { share: Share; width: number }[] {
  const shown = shares.filter(({ number }) => number > 0)
  const all = shown.reduce((sum, { number }) => sum + number, 0)
  let done = 0
  let placed = 0
  return shown.map((share) => {
    done += share.number
    const end = Math.round((done / all) * 10_000)
    const width = end - placed
    placed = end
    return { share, width }
  })
}

export const sumOf = (shares: readonly Share[]): number => shares.reduce((sum, { number }) => sum + number, 0)
