import { add, type Fen, subtract, times, ZERO } from '#domain/money.ts'
import type { BundleTerms } from './bundle-views.ts'

export interface BundleMoney {
  price: Fen
  /** What the same goods would cost this company one by one; null where one of them has no price of its own. */
  raw: Fen | null
  saving: Fen
}

/** Dearer than its goods one by one: nobody is to be told that it is a bargain. */
export const isDearer = ({ price, raw }: BundleMoney): boolean => raw !== null && raw < price

/** One bundle. priceOf: what this company pays for one unit when it buys so many; null = no price. */
export function bundleMoney(bundle: BundleTerms, priceOf: (goodsId: number, number: number) => Fen | null): BundleMoney {
  const price = add(...bundle.items.map((item) => times(item.price, item.number)))
  const singly = bundle.items.map((item) => {
    const unit = priceOf(item.goodsId, item.number)
    return unit === null ? null : times(unit, item.number)
  })
  const known = singly.filter((amount) => amount !== null)
  const raw = known.length === singly.length ? add(...known) : null
  return { price, raw, saving: raw === null || raw <= price ? ZERO : subtract(raw, price) }
}
