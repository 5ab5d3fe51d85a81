import { describe, expect, it } from 'vitest'
import { fen } from '../money.ts'
import { type DeepCoupon, type DeepOffer, type DeepTier, lowestAfter, lowestTogether, type Reach } from './depth.ts'
import { audiencesMeet } from './matching.ts'
import type { Audience, PromotionKind } from './terms.ts'

const tier = (said: Partial<DeepTier>): DeepTier => ({
  measure: 'number',
  threshold: 10,
  amount: null,
  percent: null,
  cap: null,
  repeat: false,
  gifts: [],
  ...said,
})
const priceAfter = (kind: PromotionKind, price: number, ...tiers: DeepTier[]) => lowestAfter({ kind, tiers }, 1, fen(price))?.after

describe('活动后的单价', () => {
  it.each([
    ['买 10 赠 1 同品：11 盒付 10 盒的钱', 'gift', 1100, tier({ gifts: [{ goodsId: 1, number: 1, worth: fen(900) }] }), 1000],
    ['买 10 赠别的：减去赠品的成本', 'gift', 1100, tier({ gifts: [{ goodsId: 2, number: 2, worth: fen(500) }] }), 1000],
    ['满 10 件减 ¥20', 'full_reduction', 1000, tier({ amount: fen(2000) }), 800],
    [
      '满 ¥95 减 ¥10：刚好达到要买 10 件',
      'goods_full_reduction',
      1000,
      tier({ measure: 'amount', threshold: 9500, amount: fen(1000) }),
      900,
    ],
    ['满 10 件打 85 折，最多减 ¥5', 'full_reduction', 1000, tier({ percent: 85, cap: fen(500) }), 950],
    ['换购不动这个商品的价', 'exchange', 1000, tier({}), 1000],
    ['返现也算降价', 'cashback', 1000, tier({ measure: 'amount', threshold: 10_000, amount: fen(500) }), 950],
    ['减得比付的多：到零为止', 'full_reduction', 10, tier({ threshold: 1, amount: fen(2000) }), 0],
  ] as const)('%s', (_, kind, price, one, expected) => {
    expect(priceAfter(kind, price, one)).toBe(expected)
  })

  it('几档里取最低的一档；没有档就没有', () => {
    const [ten, thirty] = [10, 30].map((threshold) =>
      tier({ threshold, gifts: [{ goodsId: 1, number: threshold === 10 ? 1 : 6, worth: fen(0) }] }),
    )
    expect(lowestAfter({ kind: 'gift', tiers: [ten, thirty] as DeepTier[] }, 1, fen(1200))).toEqual({ after: 1000, tier: thirty })
    expect(priceAfter('gift', 1200)).toBeUndefined()
  })
})

const audience = (said: Partial<Audience>): Audience => ({
  companyTypes: [],
  provinces: [],
  cities: [],
  ranks: [],
  companyIds: [],
  ...said,
})

describe('两个活动的对象有没有交集', () => {
  it.each([
    ['都不限', {}, {}, true],
    ['类型不同', { companyTypes: ['诊所'] }, { companyTypes: ['单体药店'] }, false],
    ['省里的一个市', { provinces: ['贵州省'] }, { cities: ['贵州省贵阳市'] }, true],
    ['两个市', { cities: ['贵州省遵义市'] }, { cities: ['贵州省贵阳市'] }, false],
    ['别的省的市', { provinces: ['四川省'] }, { cities: ['贵州省贵阳市'] }, false],
    ['等级不同', { ranks: ['A'] }, { ranks: ['B', 'C'] }, false],
    ['指定的企业里有同一家', { companyIds: [1, 2] }, { companyIds: [2] }, true],
  ] as const)('%s', (_, one, other, meet) => {
    expect(audiencesMeet(audience(one), audience(other))).toBe(meet)
    expect(audiencesMeet(audience(other), audience(one))).toBe(meet)
  })
})

describe('几样优惠同用后的单价', () => {
  const offer = (kind: PromotionKind, one: Partial<DeepTier>, name: string = kind): DeepOffer => ({ name, kind, tiers: [tier(one)] })
  const coupon = (name: string, one: Partial<DeepTier>, said: Partial<DeepCoupon> = {}): DeepCoupon => ({
    name,
    tier: tier({ measure: 'amount', threshold: 0, ...one }),
    stackable: false,
    each: 1,
    ...said,
  })
  const together = (price: number, reach: Partial<Reach>) => lowestTogether(1, fen(price), { offers: [], coupons: [], ...reach })

  it('没有什么碰得到它：没有', () => {
    expect(together(1000, {})).toBeNull()
    expect(together(1000, { offers: [offer('exchange', {})] })).toBeNull()
  })

  it('单品满减、满减、券一层层减；返现再减', () => {
    const reach = {
      offers: [
        offer('goods_full_reduction', { percent: 90 }),
        offer('full_reduction', { measure: 'amount', threshold: 9000, amount: fen(1000) }),
      ],
      coupons: [coupon('券', { threshold: fen(8000), amount: fen(800) })],
    }
    // 10 × 10 = 100 → 90 → 80 → 72
    expect(together(1000, reach)).toEqual({ after: 720, names: ['goods_full_reduction', 'full_reduction', '券'], things: 3 })
    const back = [...reach.offers, offer('cashback', { measure: 'amount', threshold: 7200, amount: fen(720) })]
    expect(together(1000, { ...reach, offers: back })?.after).toBe(648)
  })

  it('同一种的几个只算减得多的；不叠加的券只用一张，叠加的每家几张就用几张', () => {
    const two = [offer('full_reduction', { amount: fen(500) }, '少'), offer('full_reduction', { amount: fen(2000) }, '多')]
    expect(together(1000, { offers: two })).toEqual({ after: 800, names: ['多'], things: 1 })
    const one = { threshold: fen(10_000), amount: fen(1000) }
    expect(together(1000, { coupons: [coupon('甲', one), coupon('乙', { ...one, amount: fen(1500) })] })).toMatchObject({
      after: 850,
      names: ['乙'],
    })
    const stacked = [coupon('叠', one, { stackable: true, each: 5 })]
    expect(together(1000, { coupons: stacked })).toEqual({ after: 500, names: ['叠（5 张）'], things: 5 })
  })

  it.each([
    ['每张减 1 分', { amount: fen(1) }],
    ['每张打 99 折，最多减 1 分', { percent: 99, cap: fen(1) }],
    ['每张打 99 折', { percent: 99 }],
  ] as const)('叠加的券一家能拿近一千万张也一算就完：%s', (_, one) => {
    const many = coupon('叠', { threshold: fen(9_999_999_99), ...one }, { stackable: true, each: 9_999_999 })
    const began = performance.now()
    for (let price = 1000; price < 1010; price += 1) expect(together(price, { coupons: [many] })?.after).toBeLessThan(price)
    expect(performance.now() - began).toBeLessThan(500)
  })

  it('叠加的券一次算出的，与一张张减下来的相同', () => {
    const oneByOne = (left: number, each: number, { amount = 0, percent, cap }: { amount?: number; percent?: number; cap?: number }) => {
      let rest = left
      for (let piece = 0; piece < each; piece += 1) {
        const off = percent === undefined ? amount : rest - Math.floor((rest * percent) / 100)
        rest -= Math.min(off, cap ?? off, rest)
      }
      return rest
    }
    const terms = [7, 33, 1000].flatMap((amount) => [
      { amount: fen(amount) },
      ...[1, 50, 88, 99].flatMap((percent) => [{ percent }, { percent, cap: fen(amount) }]),
    ])
    for (const price of [1, 97, 1000, 12_345])
      for (const each of [1, 2, 9, 400])
        for (const one of terms) {
          const found = together(price, { coupons: [coupon('叠', one, { stackable: true, each })] })
          expect([price, each, one, found?.after]).toEqual([price, each, one, oneByOne(price, each, one)])
        }
  })

  it('券的门槛看满减以后还剩多少：要多买一些才到', () => {
    const reach = {
      offers: [offer('full_reduction', { threshold: 1, percent: 80 })],
      coupons: [coupon('券', { threshold: fen(10_000), amount: fen(2000) })],
    }
    // 10 units leave 80 yuan; 13 leave 104, and 84 of them are paid.
    expect(together(1000, reach)).toMatchObject({ after: 646, things: 2 })
  })

  it('赠品：同品摊薄，别的扣它的成本；每满都送的按次数', () => {
    const gifts = [{ goodsId: 1, number: 1, worth: fen(900) }]
    const given = offer('gift', { threshold: 10, repeat: true, gifts })
    const reach = { offers: [given, offer('full_reduction', { threshold: 20, percent: 90 })] }
    // 20 for 180 and 2 along.
    expect(together(1000, reach)).toMatchObject({ after: 818, things: 2 })
    const other = offer('gift', { threshold: 10, gifts: [{ goodsId: 2, number: 1, worth: fen(500) }] })
    expect(together(1000, { offers: [other] })?.after).toBe(950)
  })
})
