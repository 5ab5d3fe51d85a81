import { expect, it } from 'vitest'
import { fen, yuan } from '../../money.ts'
import { type Priced, price, returnWorth } from '../pricing.ts'
import type { HeldCoupon, PricingContext, PricingLine, Promotion } from '../terms.ts'
import { idOf, NOW, type Sign, y } from './words.ts'

/** A worked case: a cart, what is alive, and the bill that is expected, by the names that stand on it. */

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
