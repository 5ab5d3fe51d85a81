import { expect, it } from 'vitest'
import { type Fen, fen, fenFromYuan, yuan } from '../../money.ts'
import type { OfferKind } from '../../price.ts'
import { type Priced, price, returnWorth } from '../pricing.ts'
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
  PricingContext,
  PricingLine,
  Promotion,
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
export const EVERYBODY: Audience = { companyTypes: [], provinces: [], ranks: [], companyIds: [] }

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

// ── A case ──

export interface Case {
  cart: readonly PricingLine[]
  promotions?: readonly Promotion[]
  coupons?: readonly HeldCoupon[]
  /** Chosen coupons; left out: the cheapest. */
  useCoupons?: readonly number[]
  useGifts?: readonly number[]
  voucher?: string
  balance?: string
  buyer?: Partial<PricingContext['buyer']>
  /** 满 800 免 12, unless the case is about shipping: nothing is charged. */
  shipping?: PricingContext['shipping']
  shipTo?: string
  now?: Date
}

export const SHIPPING: PricingContext['shipping'] = [{ provinces: [], freeFrom: y('800'), fee: y('12') }]

export interface Expected {
  商品?: string
  单品满减?: string
  满减?: string
  券?: string
  运费?: string
  现金券?: string
  余额?: string
  应付?: string
  返现?: string
  积分?: number
  /** 每一行的单价 */
  单价?: Record<Sign, string>
  /** 每一行优惠后的金额 */
  各行?: Record<Sign, string>
  用券?: readonly number[]
  /** 每一行参加的满减 */
  参加?: Record<Sign, number>
  赠?: readonly string[]
  拒?: readonly string[]
  /** 依次退货：[商品, 数量, 退款] */
  退?: readonly (readonly [Sign, number, string])[]
  /** 各订单应付 */
  订单?: Record<string, string>
  /** 解释里必有的话 */
  解释?: readonly string[]
  提示?: readonly string[]
}

export function reckonCase(given: Case): Priced {
  const purse = (wished?: string) => ({ held: y('1000000'), wished: y(wished ?? '0') })
  return price(
    given.cart,
    {
      buyer: { companyId: 1, type: '单体药店', province: '贵州省', city: '贵阳市', rank: 'A', ...given.buyer },
      promotions: given.promotions ?? [],
      coupons: given.coupons ?? [],
      shipping: given.shipping ?? [],
      shipTo: given.shipTo ?? '贵州省',
      voucher: purse(given.voucher),
      balance: purse(given.balance),
      pointsPerYuan: 1,
      choice: { couponIds: given.useCoupons ?? null, giftIds: given.useGifts ?? null },
    },
    given.now ?? NOW,
  )
}

/** Says what came out in the same words in which it was expected, so that a failing case reads like a bill. */
export function inWords(priced: Priced, expected: Expected): Expected {
  const row = (key: string) => yuan(fen(Math.abs(priced.rows.find((one) => one.key === key)?.amount ?? 0)))
  const line = (sign: Sign) => priced.lines.find((one) => one.id === idOf(sign))
  const bySign = <Value>(signs: Record<Sign, Value> | undefined, pick: (found: Priced['lines'][number]) => Value, none: Value) =>
    Object.fromEntries(
      Object.keys(signs ?? {}).map((sign) => {
        const found = line(sign)
        return [sign, found ? pick(found) : none]
      }),
    )
  const returned = new Map<Sign, number>()
  const words: Required<Expected> = {
    商品: row('goods'),
    单品满减: row('goods_full_reduction'),
    满减: row('full_reduction'),
    券: row('coupon'),
    运费: row('shipping'),
    现金券: row('voucher'),
    余额: row('balance'),
    应付: yuan(priced.total),
    返现: yuan(priced.cashback),
    积分: priced.points,
    单价: bySign(expected.单价, (found) => yuan(found.unit.price), '无'),
    各行: bySign(expected.各行, (found) => yuan(found.net), '无'),
    用券: priced.usedCouponIds,
    参加: bySign(expected.参加, (found) => found.fullReductionId, -1),
    赠: priced.gifts.map((one) => `${one.name} ${one.number} ${one.unit}`),
    拒: priced.refusals.map((one) => one.code),
    退: (expected.退 ?? []).map(([sign, number]) => {
      const found = line(sign)
      const before = returned.get(sign) ?? 0
      returned.set(sign, before + number)
      return [sign, number, found ? yuan(returnWorth(found, before, number)) : '无']
    }),
    订单: Object.fromEntries(priced.orders.map((order) => [order.key, yuan(order.payable)])),
    解释: (expected.解释 ?? []).filter((text) => priced.lines.some((one) => one.explanation.includes(text))),
    提示: (expected.提示 ?? []).filter((text) => priced.hints.some((one) => one.text.includes(text))),
  }
  return Object.fromEntries(Object.keys(expected).map((key) => [key, words[key as keyof Expected]])) as Expected
}

/** What holds for every case: rows sum to the total, shares to reductions, orders to the whole. */
export function checkSums(priced: Priced): void {
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
  expect(sum(priced.rows.map((row) => row.amount))).toBe(priced.total)
  expect(sum(priced.orders.map((order) => order.payable))).toBe(priced.total)
  expect(sum(priced.lines.map((one) => one.reduction))).toBe(priced.reduction)
  for (const one of priced.lines) {
    expect(sum(one.shares.map((share) => share.amount))).toBe(one.reduction)
    expect(one.net).toBe(one.amount - one.reduction)
    expect(one.net).toBeGreaterThanOrEqual(0)
    if (one.parts.length > 0) expect(sum(one.parts.map((part) => part.net))).toBe(one.net)
  }
}

/** 一个算例：标题说规则，后面是购物车与应得的账。 */
export function worked(title: string, given: Case, expected: Expected): void {
  it(title, () => {
    const priced = reckonCase(given)
    checkSums(priced)
    expect(inWords(priced, expected)).toEqual(expected)
  })
}
