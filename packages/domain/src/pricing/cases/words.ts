import { type Fen, fen, fenFromYuan } from '../../money.ts'
import type { OfferKind } from '../../price.ts'
import type {
  Audience,
  BundlePart,
  CashbackActivity,
  ExchangeActivity,
  ExchangeTier,
  FullReduction,
  GiftActivity,
  GiftTier,
  GoodsFullReduction,
  HeldCoupon,
  PricedGoods,
  PricingLine,
  ReductionTier,
  Scope,
  Zone,
} from '../terms.ts'

/**
 * The words in which a merchandiser writes a worked case: amounts in yuan as text, tiers as they are printed on a poster
 * (满 500 减 30, 每满 100 减 5 最多 20, 满 10 件 减 8, 满 500 打 92 折 最多 100), and what is expected, by Chinese names.
 */

export const NOW = new Date('2026-11-21T02:00:00Z')
export const LONG_AGO = new Date('2026-01-01T00:00:00Z')
export const FAR_OFF = new Date('2027-01-01T00:00:00Z')

export function y(text: string): Fen {
  const amount = fenFromYuan(text)
  if (amount === null) throw new RangeError(`不是金额：${text}`)
  return amount
}

// ── Goods and lines. A goods is known by one Chinese sign; its id is its place in this row of signs. ──

const SIGNS = '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥'
export type Sign = string
export const idOf = (sign: Sign): number => {
  const place = SIGNS.indexOf(sign)
  if (place < 0) throw new RangeError(`没有这个商品：${sign}`)
  return place + 1
}

export interface LineWords {
  sign: Sign
  price: string
  number: number
  offer?: {
    kind: OfferKind
    price?: string
    percent?: number
    fullReductionOk?: boolean
    couponOk?: boolean
    startsAt?: Date
    endsAt?: Date
  }
  company?: string
  rank?: string
  ladder?: { type: 0 | 1; steps: Record<number, string> }
  category?: number
  brand?: number
  zones?: Zone[]
  warehouse?: number
  ephedrine?: boolean
  shipsFree?: boolean
  freeFrom?: number
  /** The full reduction that the buyer chose; 0 = none. */
  chose?: number
}

export const goodsOf = (words: Pick<LineWords, 'sign' | 'category' | 'brand' | 'zones'>): PricedGoods => ({
  goodsId: idOf(words.sign),
  categoryIds: words.category === undefined ? [] : [words.category],
  manufacturerId: words.brand ?? null,
  zones: words.zones ?? [],
})

const placed = (id: number, words: Partial<LineWords> & { number: number }): Omit<PricingLine, 'sale'> => ({
  id,
  number: words.number,
  unit: '盒',
  warehouseId: words.warehouse ?? 1,
  warehouseName: (words.warehouse ?? 1) === 1 ? '贵阳仓' : '成都仓',
  isEphedrine: words.ephedrine ?? false,
  shipsFree: words.shipsFree ?? false,
  freeFromNumber: words.freeFrom ?? null,
  fullReductionId: words.chose ?? null,
})

/** 买: 甲 at 10.00, 5 of them. */
export function buy(sign: Sign, unitPrice: string, number: number, more: Partial<LineWords> = {}): PricingLine {
  const words: LineWords = { sign, price: unitPrice, number, ...more }
  const { offer, ladder } = words
  return {
    ...placed(idOf(sign), words),
    sale: {
      kind: 'goods',
      goods: goodsOf(words),
      price: {
        basePrice: y(unitPrice),
        rankPrice: words.rank === undefined ? null : y(words.rank),
        companyPrice: words.company === undefined ? null : y(words.company),
        ladder: ladder
          ? { type: ladder.type, steps: Object.entries(ladder.steps).map(([from, at]) => ({ number: Number(from), price: y(at) })) }
          : null,
        offer: offer
          ? {
              id: 900 + idOf(sign),
              kind: offer.kind,
              price: offer.price === undefined ? null : y(offer.price),
              percent: offer.percent ?? null,
              startsAt: offer.startsAt ?? LONG_AGO,
              endsAt: offer.endsAt ?? FAR_OFF,
              quotaLeft: null,
              buyerLeft: null,
            }
          : null,
      },
      offerTerms:
        offer?.fullReductionOk === undefined && offer?.couponOk === undefined
          ? null
          : { fullReductionOk: offer.fullReductionOk ?? true, couponOk: offer.couponOk ?? true },
    },
  }
}

/** 组合: one line of so many bundles; parts as [sign, units in one bundle, unit price]. */
export function bundle(
  sign: Sign,
  bundles: number,
  parts: readonly (readonly [Sign, number, string])[],
  more: { fullReductionOk?: boolean; couponOk?: boolean; category?: number } = {},
): PricingLine {
  const own: BundlePart[] = parts.map(([part, number, at]) => ({
    goods: goodsOf({ sign: part, ...(more.category !== undefined && { category: more.category }) }),
    number,
    price: y(at),
  }))
  const { fullReductionOk = true, couponOk = true } = more
  return {
    ...placed(idOf(sign), { number: bundles }),
    sale: { kind: 'bundle', bundleId: 700 + idOf(sign), name: `组合${sign}`, parts: own, fullReductionOk, couponOk },
  }
}

/** 换购: a line that stands under an exchange offer. */
export const exchanged = (
  sign: Sign,
  exchangeId: number,
  number: number,
  ordinary: string,
  more: Partial<LineWords> = {},
): PricingLine => ({
  ...placed(idOf(sign), { number, ...more }),
  sale: { kind: 'exchange', goods: goodsOf({ sign }), exchangeId, ordinary: y(ordinary) },
})

// ── Activities ──

export const EVERYTHING: Scope = { all: true, goodsIds: [], categoryIds: [], manufacturerIds: [], zones: [], excludedGoodsIds: [] }
export const only = (...signs: readonly Sign[]): Scope => ({ ...EVERYTHING, all: false, goodsIds: signs.map(idOf) })
export const category = (...ids: readonly number[]): Scope => ({ ...EVERYTHING, all: false, categoryIds: ids })
export const brand = (...ids: readonly number[]): Scope => ({ ...EVERYTHING, all: false, manufacturerIds: ids })
export const zone = (...zones: readonly Zone[]): Scope => ({ ...EVERYTHING, all: false, zones })
export const EVERYBODY: Audience = { companyTypes: [], provinces: [], cities: [], ranks: [], companyIds: [] }

export interface ActivityWords {
  id?: number
  scope?: Scope
  audience?: Partial<Audience>
  startsAt?: Date
  endsAt?: Date
}
const activity = (words: ActivityWords, id: number, name: string) => ({
  id: words.id ?? id,
  name,
  startsAt: words.startsAt ?? LONG_AGO,
  endsAt: words.endsAt ?? FAR_OFF,
  scope: words.scope ?? EVERYTHING,
  audience: { ...EVERYBODY, ...words.audience },
})

/** 满 500 · 每满 500 · 满 10 件 */
function reachOf(text: string) {
  const match = /^(每满|满) ([\d.]+)( 件)?/.exec(text)
  if (!match?.[2]) throw new RangeError(`看不懂的门槛：${text}`)
  const measure = match[3] ? ('number' as const) : ('amount' as const)
  return { measure, threshold: measure === 'number' ? Number(match[2]) : y(match[2]), repeat: match[1] === '每满' }
}

export function tier(text: string, id: number): ReductionTier {
  const amount = / 减 ([\d.]+)/.exec(text)?.[1]
  const percent = / 打 (\d+) 折/.exec(text)?.[1]
  const cap = / 最多 ([\d.]+)/.exec(text)?.[1]
  return {
    id,
    ...reachOf(text),
    amount: amount === undefined ? null : y(amount),
    percent: percent === undefined ? null : Number(percent),
    cap: cap === undefined ? null : y(cap),
  }
}

const tiersOf = (texts: string | readonly string[], id: number) => [texts].flat().map((text, index) => tier(text, id * 10 + index))
const titleOf = (texts: string | readonly string[]) => [texts].flat().join('、')

export function goodsReduction(texts: string | readonly string[], words: ActivityWords = {}): GoodsFullReduction {
  const base = activity(words, 10, titleOf(texts))
  return { kind: 'goods_full_reduction', ...base, tiers: tiersOf(texts, base.id) }
}
export function fullReduction(texts: string | readonly string[], words: ActivityWords = {}): FullReduction {
  const base = activity(words, 20, titleOf(texts))
  return { kind: 'full_reduction', ...base, tiers: tiersOf(texts, base.id) }
}

/** 满 500 赠: gifts as [name, units, units left]. choose: how many kinds the buyer picks. */
export function giftTier(
  reach: string,
  id: number,
  gifts: readonly (readonly [name: string, number: number, left?: number])[],
  choose: number | null = null,
): GiftTier {
  return {
    id,
    ...reachOf(reach),
    choose,
    gifts: gifts.map(([name, number, left], index) => ({
      id: id * 10 + index,
      goodsId: 500 + id * 10 + index,
      name,
      unit: '盒',
      number,
      left: left ?? null,
    })),
  }
}
export const gift = (tiers: readonly GiftTier[], words: ActivityWords = {}): GiftActivity => ({
  kind: 'gift',
  ...activity(words, 30, '满赠'),
  tiers,
})

/** 满 500 换购: offers as [name, price, limit, units left]; their ids are the tier's times ten and onwards. */
export function exchangeTier(
  reach: string,
  id: number,
  offers: readonly (readonly [name: string, price: string, limit?: number, left?: number])[],
): ExchangeTier {
  const { measure, threshold } = reachOf(reach)
  return {
    id,
    measure,
    threshold,
    offers: offers.map(([name, at, limit, left], index) => ({
      id: id * 10 + index,
      goodsId: 600 + id * 10 + index,
      name,
      unit: '盒',
      price: y(at),
      limit: limit ?? 1,
      left: left ?? null,
    })),
  }
}
export const exchange = (tiers: readonly ExchangeTier[], words: ActivityWords = {}): ExchangeActivity => ({
  kind: 'exchange',
  ...activity(words, 40, '换购'),
  tiers,
})

/** 返现: [threshold, amount] */
export const cashback = (tiers: readonly (readonly [string, string])[], words: ActivityWords = {}): CashbackActivity => ({
  kind: 'cashback',
  ...activity(words, 50, '满额返现'),
  tiers: tiers.map(([threshold, amount], index) => ({ id: 500 + index, threshold: y(threshold), amount: y(amount) })),
})

/** 满 100 减 10 · 满 0 打 90 折 最多 50 */
export function coupon(
  text: string,
  id: number,
  more: { scope?: Scope; stackable?: boolean; validFrom?: Date; validUntil?: Date } = {},
): HeldCoupon {
  const { threshold, amount, percent, cap } = tier(text, id)
  return {
    id,
    templateId: id,
    name: text,
    threshold: fen(threshold),
    amount,
    percent,
    cap,
    scope: more.scope ?? EVERYTHING,
    stackable: more.stackable ?? false,
    validFrom: more.validFrom ?? LONG_AGO,
    validUntil: more.validUntil ?? FAR_OFF,
  }
}
