import type { CartActivityWire, CartCouponWire, CartListWire } from '#contract/cart-shapes.ts'
import { type Fen, yuan, ZERO } from '#domain/money.ts'
import type { ActivityState, HeldCoupon, Measure, Priced, Promotion, PromotionKind, TierState } from '#domain/pricing/pricing.ts'
import type { Connection } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsFacts, packageImage, seesFigures } from '../../goods/catalogue/public.ts'
import { faceText, promotionTag, readScopeNames, scopeText, thresholdText } from '../../goods/promotions/public.ts'
import { ordinaryOf } from './evaluate.ts'

/** Activities and coupons as the cart, step 2 and the exchange panel show them. */

/** Where the activity's goods are, to fill up with. */
export const fillUrl = (promotionId: number) => `/Hdzx/${promotionId}`

/** Goods that the activities give or exchange, to be read with their pictures. */
export const shownGoods = (priced: Priced): number[] => [
  ...new Set(priced.activities.flatMap((state) => [...state.gifts, ...state.exchanges].map((one) => one.goodsId))),
]

export interface Shown {
  goods: ReadonlyMap<number, GoodsFacts>
  company: ViewerCompany
  now: Date
}

const TIER_STATUS = { reached: 1, next: 2, far: 0 } as const
const flag = (value: boolean) => (value ? 1 : 0)

export function activitiesWire(priced: Priced, promotions: readonly Promotion[], shown: Shown): CartActivityWire[] {
  const tiers = new Map(
    promotions.flatMap((one) =>
      one.tiers.map((tier): [number, TierTerms] => [
        tier.id,
        {
          measure: 'measure' in tier ? tier.measure : 'amount',
          threshold: tier.threshold,
          choose: ('choose' in tier && tier.choose) || 0,
        },
      ]),
    ),
  )
  return priced.activities.map((state) => activityWire(state, tiers, shown))
}

interface TierTerms {
  measure: Measure
  /** Fen or units, by the measure. */
  threshold: number
  /** 0: all of its gifts are given. */
  choose: number
}

function activityWire(state: ActivityState, tiers: ReadonlyMap<number, TierTerms>, { goods, company, now }: Shown): CartActivityWire {
  const imageOf = (goodsId: number) => goods.get(goodsId)?.image ?? packageImage(goodsId)
  return {
    id: state.promotionId,
    kind: state.kind,
    tag: promotionTag(state.kind),
    name: state.name,
    ends_at: state.endsAt.toISOString(),
    line_ids: [...state.lineIds],
    amount: yuan(state.measured.amount),
    number: state.measured.number,
    reduction: yuan(state.reduction),
    text: state.text,
    fill_url: fillUrl(state.promotionId),
    tiers: [...state.tiers]
      .sort((a, b) => RANK[a.status] - RANK[b.status])
      .map((tier) => ({
        id: tier.id,
        text: tier.text,
        ...thresholdOf(tiers.get(tier.id)),
        status: TIER_STATUS[tier.status],
        missing: missingText(tier, tiers),
      })),
    gifts: state.gifts.map((gift) => ({
      id: gift.id,
      tier_id: gift.tierId,
      choose: tiers.get(gift.tierId)?.choose ?? 0,
      goods_id: gift.goodsId,
      name: gift.name,
      unit: gift.unit,
      number: gift.number,
      image: imageOf(gift.goodsId),
      selected: flag(gift.selected),
      open: flag(gift.open),
      why: gift.why,
    })),
    exchanges: state.exchanges.map((offer) => {
      const facts = goods.get(offer.goodsId)
      const raw = facts !== undefined && seesFigures(facts, company) ? ordinaryOf(facts, now) : null
      return {
        id: offer.id,
        goods_id: offer.goodsId,
        name: offer.name,
        ypgg: facts?.spec ?? '',
        unit: offer.unit,
        image: imageOf(offer.goodsId),
        price: yuan(offer.price),
        raw_price: raw === null ? null : yuan(raw),
        limit: offer.limit,
        in_cart: offer.taken,
        open: flag(offer.open),
        why: offer.why,
      }
    }),
  }
}

const RANK = { reached: 0, next: 1, far: 2 } as const

function thresholdOf(terms: TierTerms | undefined): { amount: string; number: number } {
  if (terms === undefined) return { amount: yuan(ZERO), number: 0 }
  const { measure, threshold } = terms
  return measure === 'number' ? { amount: yuan(ZERO), number: threshold } : { amount: yuan(threshold as Fen), number: 0 }
}

/** The tiers of all activities of these kinds, reached ones first, then the next of each. */
export function namedTiers(activities: readonly CartActivityWire[], kinds: readonly PromotionKind[]): CartListWire['manjians'] {
  const order: readonly number[] = [TIER_STATUS.reached, TIER_STATUS.next, TIER_STATUS.far]
  return activities
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ id, kind, name, tiers }) => tiers.map((tier) => ({ ...tier, activity_id: id, kind, name })))
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
}

function missingText(tier: TierState, tiers: ReadonlyMap<number, TierTerms>): string {
  if (tier.status === 'reached') return ''
  return tiers.get(tier.id)?.measure === 'number' ? String(tier.missing) : yuan(tier.missing as Fen)
}

/** The coupons with where each can be used, in words. */
export async function readCouponsWire(connection: Connection, priced: Priced, coupons: readonly HeldCoupon[]): Promise<CartCouponWire[]> {
  const names = await readScopeNames(
    connection,
    coupons.map((coupon) => coupon.scope),
  )
  const held = new Map(coupons.map((coupon) => [coupon.id, coupon]))
  return priced.coupons.flatMap((state) => {
    const coupon = held.get(state.id)
    if (coupon === undefined) return []
    return [
      {
        id: state.id,
        name: state.name,
        face: faceText(coupon),
        threshold_text: thresholdText(coupon),
        scope_text: scopeText(coupon.scope, names),
        valid_until: coupon.validUntil.toISOString(),
        stackable: flag(coupon.stackable),
        amount: yuan(state.amount),
        usable: flag(state.usable),
        selected: flag(state.selected),
        why: state.why,
      },
    ]
  })
}
