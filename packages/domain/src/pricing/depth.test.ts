import { describe, expect, it } from 'vitest'
import { fen } from '../money.ts'
import { type DeepTier, lowestAfter } from './depth.ts'
import { audiencesMeet } from './matching.ts'
import type { Audience, PromotionKind } from './terms.ts'

const tier = (said: Partial<DeepTier>): DeepTier => ({
  measure: 'number',
  threshold: 10,
  amount: null,
  percent: null,
  cap: null,
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
