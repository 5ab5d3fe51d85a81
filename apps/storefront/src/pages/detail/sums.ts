import type { GoodsDetailWire } from '#contract/goods.ts'
import { fenFromYuan, times, yuan } from '#domain/money.ts'
import { type QuantityAnswer, settleQuantity } from '#domain/quantity.ts'
import { moneyText } from '#ui/yuan.ts'

type Tiered = Pick<GoodsDetailWire, 'price_tiers'>

/** Which tier a quantity stands in; −1: the goods has no price for this viewer. */
export function tierAt({ price_tiers: tiers }: Tiered, number: number): number {
  const reached = tiers.findLastIndex((tier) => number >= tier.from)
  return reached < 0 && tiers.length > 0 ? 0 : reached
}

/** Unit price of a quantity, 元. */
export const priceAt = (goods: Tiered, number: number): string | null => goods.price_tiers[tierAt(goods, number)]?.price ?? null

/** Unit price × quantity, exact to the fen. */
export function subtotal(goods: Tiered, number: number): string | null {
  const price = fenFromYuan(priceAt(goods, number) ?? '')
  return price === null ? null : yuan(times(price, number))
}

/** Why the tier before the next one should not be the last: 再买 40 盒，单价 ¥9.20. Null: no cheaper tier follows. */
export function nextTier(goods: Tiered & Pick<GoodsDetailWire, 'bzdw'>, number: number): string | null {
  const tier = goods.price_tiers[tierAt(goods, number) + 1]
  const now = fenFromYuan(priceAt(goods, number) ?? '')
  const then = tier && fenFromYuan(tier.price)
  if (!tier || now === null || then === null || then === undefined || then >= now) return null
  return `再买 ${tier.from - number} ${goods.bzdw}，单价 ${moneyText(tier.price)}`
}

type Bounded = Pick<GoodsDetailWire, 'step' | 'min_number' | 'number' | 'qg_number' | 'offer' | 'price_source' | 'bzdw'>
const ENDLESS = 1_000_000

/** What the cart would make of a quantity, said before it is asked; the cart itself decides. */
export function settle(goods: Bounded, wished: number, wholeCase: boolean): QuantityAnswer {
  const { offer } = goods
  const offerRules = offer !== null && offer.kind === goods.price_source
  const limits = [
    goods.qg_number,
    offerRules ? offer.limit_per_buyer : null,
    offerRules && offer.quota !== null ? Math.max(0, offer.quota - offer.taken) : null,
  ].filter((limit) => limit !== null)
  return settleQuantity(
    wished,
    {
      midPack: goods.step,
      casePack: goods.step,
      splittable: goods.step === 1,
      minNumber: goods.min_number,
      wholeCase: wholeCase && goods.step > 1,
      available: goods.number ?? ENDLESS,
      limitLeft: limits.length === 0 ? null : Math.min(...limits),
    },
    goods.bzdw,
  )
}
