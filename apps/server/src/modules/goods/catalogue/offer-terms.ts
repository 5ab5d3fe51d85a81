import type { OfferKind } from '#domain/price.ts'
import { priceOf } from './card.ts'
import { type GoodsFacts, smallestLot } from './facts.ts'

/** What the price of the day takes part in; everything where no offer sets it. */
export interface OfferTerms {
  activities: boolean
  coupons: boolean
  /** Said on the page, so that nobody reckons with what the cart will not give; '' where nothing is shut out. */
  note: string
}

const PRICES: Record<OfferKind, string> = {
  flash: '秒杀价',
  daily: '每日特价',
  near_expiry: '近效期特价',
  whole_case: '整件价',
  welfare: '福利专区价',
}

export function offerTerms(facts: GoodsFacts, now: Date): OfferTerms {
  const { offer } = facts.price
  const rules = offer !== null && priceOf(facts, smallestLot(facts), now)?.source === offer.kind
  if (!rules || (offer.fullReductionOk && offer.couponOk)) return { activities: true, coupons: true, note: '' }
  const out = [...(offer.fullReductionOk ? [] : ['满减、换购、赠品等活动']), ...(offer.couponOk ? [] : ['优惠券'])]
  return { activities: offer.fullReductionOk, coupons: offer.couponOk, note: `${PRICES[offer.kind]}不参与${out.join('，也不用')}` }
}
