import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type Fen, fen, yuan, ZERO } from '#domain/money.ts'
import { cashbackTierText, exchangeTierText, giftTierText, reductionTierText } from '#domain/pricing/pricing.ts'
import type { GiftOffer, Promotion, PromotionKind } from '#domain/pricing/terms.ts'
import { type AudienceJson, audienceOf, type ScopeJson, scopeOf } from '../scope.ts'

/** Terms as a plan keeps them: what the columns of a promotion hold, before there is one. Money in fen; null: none. */

export interface PlanGift {
  goods_id: number
  number: number
  quota: number | null
  most: number | null
  most_each: number | null
}
export interface PlanExchange {
  goods_id: number
  price: Fen
  limit: number
  quota: number | null
}
export interface PlanTier {
  measure: 'amount' | 'number'
  threshold: number
  amount: Fen | null
  percent: number | null
  repeat: boolean
  cap: Fen | null
  choose: number | null
  gifts: PlanGift[]
  exchanges: PlanExchange[]
}
export interface PlanTerms {
  intro: string
  starts_at: string
  ends_at: string
  scope: ScopeJson
  audience: AudienceJson
  tiers: PlanTier[]
}
export interface Plan {
  kind: PromotionKind
  name: string
  terms: PlanTerms
}

export const amountText = (amount: Fen | null): string => (amount === null ? '' : yuan(amount))
const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

function tierWire({
  measure,
  threshold,
  amount,
  percent,
  repeat,
  cap,
  choose,
  gifts,
  exchanges,
}: PlanTier): OfferTermsWire['tiers'][number] {
  return {
    measure,
    threshold: measure === 'amount' ? yuan(fen(threshold)) : String(threshold),
    amount: amountText(amount),
    percent: percent ?? 0,
    repeat: flag(repeat),
    cap: amountText(cap),
    choose: choose ?? 0,
    gifts: gifts.map(({ goods_id, number, quota, most, most_each }) => ({
      goods_id,
      number,
      quota: quota ?? 0,
      limit_per_order: most ?? 0,
      limit_per_company: most_each ?? 0,
    })),
    exchanges: exchanges.map(({ goods_id, price, limit, quota }) => ({ goods_id, price: yuan(price), limit, quota: quota ?? 0 })),
  }
}

export const scopeWire = (scope: ScopeJson): OfferTermsWire['scope'] => ({
  all: flag(scope.all === true),
  goods: scope.goods ?? [],
  categories: scope.categories ?? [],
  manufacturers: scope.manufacturers ?? [],
  zones: scope.zones ?? [],
  except: scope.except ?? [],
})
export const audienceWire = (audience: AudienceJson): OfferTermsWire['audience'] => ({
  types: audience.types ?? [],
  places: [...(audience.provinces ?? []), ...(audience.cities ?? [])],
  ranks: audience.ranks ?? [],
  companies: audience.companies ?? [],
})

export function termsWire({ kind, name, terms }: Plan): OfferTermsWire {
  const { scope, audience } = terms
  return {
    kind,
    name,
    intro: terms.intro,
    starts_at: new Date(terms.starts_at).toISOString(),
    ends_at: new Date(terms.ends_at).toISOString(),
    scope: scopeWire(scope),
    audience: audienceWire(audience),
    tiers: terms.tiers.map(tierWire),
  }
}

export const goodsGiven = ({ tiers }: PlanTerms): number[] => [
  ...new Set(tiers.flatMap(({ gifts, exchanges }) => [...gifts, ...exchanges].map((one) => one.goods_id))),
]

/** Numbers that no row has: what is only drafted stands behind everything that is there. */
const DRAFT_ID = 2 ** 50

export interface OfferedGoods {
  id: number
  name: string
  unit: string
  stock: number
}

/** The engine's own terms of a plan that is no promotion yet. Goods that are not given here are not offered. */
export function promotionOf({ kind, name, terms }: Plan, offered: ReadonlyMap<number, OfferedGoods>): Promotion {
  let next = DRAFT_ID
  const head = {
    id: next++,
    name,
    startsAt: new Date(terms.starts_at),
    endsAt: new Date(terms.ends_at),
    scope: scopeOf(terms.scope),
    audience: audienceOf(terms.audience),
  }
  const tiers = terms.tiers.map((tier) => ({ ...tier, id: next++ }))
  switch (kind) {
    case 'full_reduction':
    case 'goods_full_reduction':
      return { ...head, kind, tiers: tiers.map(({ gifts: _, exchanges: __, choose: ___, ...tier }) => tier) }
    case 'gift':
      return {
        ...head,
        kind,
        tiers: tiers.map(({ id, measure, threshold, repeat, choose, gifts }) => ({
          id,
          measure,
          threshold,
          repeat,
          choose,
          gifts: gifts.flatMap((gift): GiftOffer[] => {
            const goods = offered.get(gift.goods_id)
            if (goods === undefined) return []
            const limits = [gift.quota, gift.most, gift.most_each].filter((one) => one !== null)
            const quota = limits.length === 0 ? null : Math.min(...limits)
            const left = Math.min(quota ?? goods.stock, goods.stock)
            return [
              {
                id: next++,
                goodsId: goods.id,
                name: goods.name,
                unit: goods.unit,
                number: gift.number,
                left,
                allowed: { quota, stock: goods.stock },
              },
            ]
          }),
        })),
      }
    case 'exchange':
      return {
        ...head,
        kind,
        tiers: tiers.map(({ id, measure, threshold, exchanges }) => ({
          id,
          measure,
          threshold,
          offers: exchanges.flatMap(({ goods_id, price, limit, quota }) => {
            const goods = offered.get(goods_id)
            return goods === undefined
              ? []
              : [{ id: next++, goodsId: goods.id, name: goods.name, unit: goods.unit, price, limit, left: quota }]
          }),
        })),
      }
    case 'cashback':
      return { ...head, kind, tiers: tiers.map(({ id, threshold, amount }) => ({ id, threshold: fen(threshold), amount: amount ?? ZERO })) }
  }
}

/** Tiers count packing units of many goods. */
const UNIT = '件'

export function tierTexts(promotion: Promotion): string[] {
  switch (promotion.kind) {
    case 'full_reduction':
    case 'goods_full_reduction':
      return promotion.tiers.map((tier) => reductionTierText(tier, UNIT))
    case 'gift':
      return promotion.tiers.map((tier) => giftTierText(tier, UNIT))
    case 'exchange':
      return promotion.tiers.map((tier) => exchangeTierText(tier, UNIT))
    case 'cashback':
      return promotion.tiers.map(cashbackTierText)
  }
}

const SHOWN = 4
const listed = (words: readonly string[]): string =>
  words.length > SHOWN ? `${words.slice(0, SHOWN).join('、')}等 ${words.length} 项` : words.join('、')

/** 单体药店；贵州省贵阳市；A 级；指定 3 家 */
export function audienceText({ types = [], provinces = [], cities = [], ranks = [], companies = [] }: AudienceJson): string {
  const parts = [
    listed(types),
    listed([...provinces, ...cities]),
    ranks.length > 0 ? `${listed(ranks)} 级` : '',
    companies.length > 0 ? `指定 ${companies.length} 家` : '',
  ].filter(Boolean)
  return parts.join('；') || '全部客户'
}

/** 2026-11-24 10:00 至 2026-11-29 24:00 */
export function periodText({ starts_at, ends_at }: Pick<PlanTerms, 'starts_at' | 'ends_at'>): string {
  return `${beijingMinute(new Date(starts_at))} 至 ${endText(new Date(ends_at))}`
}
/** A midnight is the end of the day before it. */
function endText(at: Date): string {
  const text = beijingMinute(at)
  return text.endsWith('00:00') ? `${beijingMinute(new Date(at.getTime() - 1)).slice(0, 10)} 24:00` : text
}
