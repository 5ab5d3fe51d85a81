import type { GoodsCardWire } from '#contract/goods.ts'
import { fenFromYuan, times, yuan } from '#domain/money.ts'

type Priced = Pick<GoodsCardWire, 'price' | 'raw_price' | 'price_source' | 'ladder_price' | 'ladder_price_type'>

/** An offer sets the price, and no quantity changes it. */
export const isOfferPrice = ({ price_source }: Pick<GoodsCardWire, 'price_source'>): boolean =>
  price_source === 'flash' || price_source === 'daily' || price_source === 'near_expiry' || price_source === 'whole_case'

/** The step of the ladder that a quantity reaches; type 1 names upper bounds, otherwise lower ones. */
function stepFor({ ladder_price, ladder_price_type }: Priced, number: number) {
  const steps = [...ladder_price].sort((a, b) => a.number - b.number)
  return ladder_price_type === 1 ? steps.find((step) => number <= step.number) : steps.findLast((step) => number >= step.number)
}

/** Prices as the server named them, for a quantity that is being typed; what is charged, the cart says. */
export function quoted(goods: Priced, number: number): { price: string; amount: string; tier: string } | null {
  if (goods.price === null || number <= 0) return null
  const step = isOfferPrice(goods) ? undefined : stepFor(goods, number)
  const price = isOfferPrice(goods) ? goods.price : (step?.price ?? goods.raw_price ?? goods.price)
  const unit = fenFromYuan(price)
  return unit === null ? null : { price, amount: yuan(times(unit, number)), tier: step?.text ?? '' }
}
