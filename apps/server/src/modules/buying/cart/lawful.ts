import { beijingDate } from '#domain/dates.ts'
import type { Promotion } from '#domain/pricing/pricing.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsFacts, judgeStanding } from '../../goods/catalogue/public.ts'
import { type Shown, shownGoods } from './activities.ts'
import type { CartLineNow } from './evaluate.ts'
import { type AskedPrice, type PricedLines, priceLines, type World } from './price.ts'
import { factsOf, type Source } from './source.ts'

/** The price of lines, with gifts and exchange goods asked by the same gate as every line: what the buyer may not have is not offered. */
export interface LawfulPrice extends PricedLines {
  /** The goods that the activities on these lines give or exchange. */
  shown: Shown
}

/** place: where the goods would go, null while nobody has said. */
export async function lawfulPrice(
  source: Source,
  evaluated: readonly CartLineNow[],
  world: World,
  buyer: { company: ViewerCompany; place: DeliveryPlace | null },
  ask: AskedPrice,
  now: Date,
): Promise<LawfulPrice> {
  const { company } = buyer
  const reckon = (promotions: readonly Promotion[]) => priceLines(evaluated, { ...world, promotions }, company, ask, now)
  const first = reckon(world.promotions)
  const keys = shownGoods(first.priced).map((goodsId) => ({ goodsId }))
  const read = await factsOf(source, keys, company, now)
  const goods = new Map(read.flatMap((one) => (one ? [[one.goodsId, one] as const] : [])))
  const shown = { goods, company, now }
  const barred = barredOf(goods, buyer, now)
  return { ...(barred.size === 0 ? first : reckon(world.promotions.map((one) => marked(one, barred)))), shown }
}

/** Why the buyer may not have them, by goods. */
function barredOf(
  goods: ReadonlyMap<number, GoodsFacts>,
  { company, place }: { company: ViewerCompany; place: DeliveryPlace | null },
  now: Date,
): Map<number, string> {
  const today = beijingDate(now)
  return new Map(
    [...goods].flatMap(([goodsId, facts]) => {
      const [refusal] = judgeStanding(facts, company, place, today)
      return refusal ? [[goodsId, refusal.message] as const] : []
    }),
  )
}

function marked(promotion: Promotion, barred: ReadonlyMap<number, string>): Promotion {
  const mark = <Offer extends { goodsId: number }>(offer: Offer): Offer => {
    const why = barred.get(offer.goodsId)
    return why === undefined ? offer : { ...offer, barred: why }
  }
  if (promotion.kind === 'gift') return { ...promotion, tiers: promotion.tiers.map((tier) => ({ ...tier, gifts: tier.gifts.map(mark) })) }
  if (promotion.kind === 'exchange') {
    return { ...promotion, tiers: promotion.tiers.map((tier) => ({ ...tier, offers: tier.offers.map(mark) })) }
  }
  return promotion
}
