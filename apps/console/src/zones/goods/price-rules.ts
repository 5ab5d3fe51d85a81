import type { GoodsPricesWire } from '#contract/prices-desk.ts'

/** Prices of a goods as they are typed. */
export interface TypedPrices {
  base: string
  retail: string
  ranks: { rank: string; price: string }[]
  ladder_type: number
  ladder: { number: number; price: string }[]
}

/** A row for each rank that companies have, priced or not. */
export const typedOf = ({ base, retail, ranks, known_ranks, ladder_type, ladder }: GoodsPricesWire): TypedPrices => ({
  base: base ?? '',
  retail: retail ?? '',
  ranks: [...new Set([...known_ranks, ...ranks.map(({ rank }) => rank)])]
    .sort()
    .map((rank) => ({ rank, price: ranks.find((one) => one.rank === rank)?.price ?? '' })),
  ladder_type,
  ladder: ladder.map(({ number, price }) => ({ number, price })),
})

const plain = (price: string): string => (/^\d+(\.\d{1,2})?$/.test(price.trim()) ? Number(price).toFixed(2) : price.trim())
const said = (typed: TypedPrices): string =>
  JSON.stringify([
    plain(typed.base),
    plain(typed.retail),
    typed.ranks.filter(({ price }) => price.trim() !== '').map(({ rank, price }) => [rank, plain(price)]),
    typed.ladder_type,
    [...typed.ladder].sort((a, b) => a.number - b.number).map(({ number, price }) => [number, plain(price)]),
  ])

export const isSamePrices = (one: TypedPrices, other: TypedPrices): boolean => said(one) === said(other)

/** In the words of the refusal that names what stands there. */
export const wordsOfPrices = ({ base, retail, ranks, ladder }: TypedPrices): Record<string, string> => ({
  base: plain(base),
  retail: plain(retail),
  ranks: ranks
    .filter(({ price }) => price.trim() !== '')
    .map(({ rank, price }) => `${rank} ${plain(price)}`)
    .join('，'),
  ladder: [...ladder]
    .sort((a, b) => a.number - b.number)
    .map(({ number, price }) => `${number} ${plain(price)}`)
    .join('，'),
})

/** What is left of a price over the cost, in per cent with one decimal; '' where one of them is not known. */
export function marginOf(price: string, cost: string | null): string {
  const [paid, spent] = [Number(price), Number(cost)]
  if (cost === null || price.trim() === '' || !Number.isFinite(paid) || paid <= 0) return ''
  return `${(Math.floor(((paid - spent) / paid) * 1000) / 10).toFixed(1)}%`
}
