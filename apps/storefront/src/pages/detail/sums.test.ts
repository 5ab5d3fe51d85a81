import { describe, expect, it } from 'vitest'
import { choiceOf, queryOf } from './choice.ts'
import { nextTier, priceAt, settle, subtotal } from './sums.ts'

const tiered = {
  bzdw: '盒',
  price_tiers: [
    { text: '5盒起', from: 5, price: '9.80', margin: '29.5%' },
    { text: '10盒起', from: 10, price: '9.50', margin: '31.7%' },
    { text: '50盒起', from: 50, price: '9.20', margin: '33.8%' },
  ],
}
const bounded = { step: 5, min_number: 10, number: 42, qg_number: null, offer: null, price_source: 'base', bzdw: '盒' }

describe('详情页的金额和数量', () => {
  it('单价随数量跨档，小计精确到分', () => {
    expect([5, 9, 10, 49, 50, 500].map((number) => priceAt(tiered, number))).toEqual(['9.80', '9.80', '9.50', '9.50', '9.20', '9.20'])
    expect(subtotal(tiered, 10)).toBe('95.00')
    expect(subtotal({ price_tiers: [{ text: '', from: 1, price: '0.07', margin: null }] }, 100_003)).toBe('7000.21')
  })
  it('看不到价格的人没有单价也没有小计', () => {
    expect([priceAt({ price_tiers: [] }, 5), subtotal({ price_tiers: [] }, 5)]).toEqual([null, null])
  })
  it('说出离下一档还差多少，最后一档之后不再提示', () => {
    expect([nextTier(tiered, 5), nextTier(tiered, 30), nextTier(tiered, 50)]).toEqual([
      '再买 5 盒，单价 ¥9.50',
      '再买 20 盒，单价 ¥9.20',
      null,
    ])
  })
  it('数量改为中包装的倍数、起订量、库存之内，并说明原因', () => {
    expect([12, 3, 99].map((wished) => settle(bounded, wished, false).number)).toEqual([15, 10, 40])
    expect(settle(bounded, 12, false).corrections[0]?.message).toBe('中包装 5 盒，已调整为 15 盒')
    expect(settle({ ...bounded, qg_number: 20 }, 99, false).number).toBe(20)
  })
})

describe('地址里的选择', () => {
  it('读出六个参数，写错的当作没有', () => {
    const choice = choiceOf(new URLSearchParams('goods_price_id=12&ladder_price_id=x&goods_manjian_id=3&is_yj=9&is_jxq=1&ck_id=-2'))
    expect(choice).toEqual({ goods_price_id: 12, ladder_price_id: 0, goods_manjian_id: 3, is_yj: 1, is_jxq: 1, ck_id: 0 })
    expect(queryOf(choice)).toEqual({ goods_price_id: 12, goods_manjian_id: 3, is_yj: 1, is_jxq: 1 })
  })
})
