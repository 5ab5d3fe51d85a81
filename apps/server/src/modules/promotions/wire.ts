import type { PromotionWire } from '#contract/activity.ts'
import { packageImage } from '../packages/public.ts'
import { type Alive, promotionTag } from './book.ts'
import type { TierRow } from './views.ts'
import { cashbackText, exchangeText, giftText, reductionText } from './words.ts'

type TierWire = PromotionWire['tiers'][number]

/** An activity as pages show it. What nobody can be given any more is not named. */
export function toPromotion({ row, offered }: Alive, now: Date): PromotionWire {
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
    tiers: row.tiers.map((tier) => toTier(row.kind, tier, offered)),
  }
}

function toTier(kind: PromotionWire['kind'], tier: TierRow, offered: Alive['offered']): TierWire {
  const gifts = tier.gifts.flatMap((gift) => {
    const now = offered.get(gift.id)
    if (now === undefined || now.left === 0 || now.stock < gift.number) return []
    return [{ name: now.name, unit: now.unit, number: gift.number, image: now.image ?? packageImage(gift.goods_id) }]
  })
  return { id: tier.id, text: tierText(kind, tier, gifts, offered), gifts: kind === 'gift' ? gifts : [] }
}

function tierText(kind: PromotionWire['kind'], tier: TierRow, gifts: TierWire['gifts'], offered: Alive['offered']): string {
  switch (kind) {
    case 'goods_full_reduction':
    case 'full_reduction':
      return reductionText(tier, kind === 'goods_full_reduction')
    case 'gift':
      return giftText(tier, gifts)
    case 'exchange':
      return exchangeText(
        tier,
        tier.exchanges.flatMap((one) => {
          const now = offered.get(one.id)
          return now === undefined || now.left === 0 ? [] : [now.name]
        }),
      )
    case 'cashback':
      return cashbackText(tier)
  }
}
