import type { GiftOffer, Promotion } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'
import { givenTo } from './limit-views.ts'

const hasLimit = (gift: GiftOffer): boolean => gift.mostEach !== undefined
const giftsOf = (promotion: Promotion): GiftOffer[] => (promotion.kind === 'gift' ? promotion.tiers.flatMap((tier) => tier.gifts) : [])

/** What this company may still be given; nothing is asked where no gift has such a limit. */
export async function withinLimits(
  connection: Connection,
  promotions: readonly Promotion[],
  companyId: number,
): Promise<readonly Promotion[]> {
  const limited = promotions.flatMap(giftsOf).filter(hasLimit)
  if (limited.length === 0) return promotions
  const had = await givenTo(
    connection,
    limited.map(({ id }) => id),
    companyId,
  )
  const within = (gift: GiftOffer): GiftOffer => {
    if (gift.mostEach === undefined) return gift
    const more = Math.max(0, gift.mostEach - (had.get(gift.id) ?? 0))
    if (more < gift.number) return { ...gift, left: 0, barred: `每家企业最多赠 ${gift.mostEach} ${gift.unit}，您的企业已领满` }
    const { quota = null, stock = 0 } = gift.allowed ?? {}
    return { ...gift, left: Math.min(gift.left ?? more, more), allowed: { quota: Math.min(quota ?? more, more), stock } }
  }
  return promotions.map((promotion) =>
    promotion.kind === 'gift' && giftsOf(promotion).some(hasLimit)
      ? { ...promotion, tiers: promotion.tiers.map((tier) => ({ ...tier, gifts: tier.gifts.map(within) })) }
      : promotion,
  )
}
