import type { PromotionWire } from '#contract/activity.ts'
import { cashbackTierText, giftTierText, reductionTierText } from '#domain/pricing/pricing.ts'
import type { GiftTier } from '#domain/pricing/terms.ts'
import { packageImage } from '../pictures/public.ts'
import { type Alive, promotionTag } from './running.ts'
import { exchangeText, giftsGoneText } from './words.ts'

type TierWire = PromotionWire['tiers'][number]

/** An activity as pages show it. What nobody can be given any more is not named. */
export function toPromotion({ row, promotion, offered }: Alive, now: Date): PromotionWire {
  return {
    id: row.id,
    kind: row.kind,
    tag: promotionTag(row.kind),
    name: row.name,
    intro: row.intro,
    image: row.image,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    state: row.ends_at <= now ? 'ended' : row.starts_at <= now ? 'open' : 'coming',
    tiers: tiersOf(promotion, offered),
  }
}

/** Tiers count packing units of many goods. */
const UNIT = '件'

function tiersOf(promotion: Alive['promotion'], offered: Alive['offered']): TierWire[] {
  switch (promotion.kind) {
    case 'goods_full_reduction':
      return promotion.tiers.map((tier) => ({ id: tier.id, text: `单品${reductionTierText(tier, UNIT)}`, gifts: [] }))
    case 'full_reduction':
      return promotion.tiers.map((tier) => ({ id: tier.id, text: reductionTierText(tier, UNIT), gifts: [] }))
    case 'gift':
      return promotion.tiers.map((tier) => giftTier(tier, offered))
    case 'exchange':
      return promotion.tiers.map((tier) => {
        const names = tier.offers.filter((offer) => offer.left !== 0).map((offer) => offer.name)
        return { id: tier.id, text: exchangeText(tier, UNIT, names), gifts: [] }
      })
    case 'cashback':
      return promotion.tiers.map((tier) => ({ id: tier.id, text: cashbackTierText(tier), gifts: [] }))
  }
}

function giftTier(tier: GiftTier, offered: Alive['offered']): TierWire {
  const gifts = tier.gifts.filter((gift) => gift.left === null || gift.left >= gift.number)
  return {
    id: tier.id,
    text: gifts.length === 0 ? giftsGoneText(tier, UNIT) : giftTierText({ ...tier, gifts }, UNIT),
    gifts: gifts.map(({ id, goodsId, name, unit, number }) => {
      return { name, unit, number, image: offered.get(id)?.image ?? packageImage(goodsId) }
    }),
  }
}
