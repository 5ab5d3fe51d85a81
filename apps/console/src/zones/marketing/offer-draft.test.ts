import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  fieldName,
  isAskable,
  nameFor,
  newOffer,
  newTier,
  onlyGoods,
  withKind,
  withName,
  withTerms,
  withTier,
} from './offer-draft.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const blank = newOffer(NOW)
const scopeOf = (goods: number[]) => ({ ...blank.terms.scope, goods })
const one = withTerms(withName(blank, 'goods', 7, '阿莫西林胶囊 0.25g*24粒'), { scope: scopeOf([7]), ends_at: '2026-11-29T16:00:00.000Z' })

describe('起草中的活动', () => {
  it('买赠一开始就是买 10 赠 1 同品：只有一个商品时赠品就是它，多个时要另选', () => {
    expect(bodyOf(one).tiers).toMatchObject([{ measure: 'number', threshold: '10', repeat: 1, gifts: [{ goods_id: 7, number: 1 }] }])
    const two = withTerms(one, { scope: scopeOf([7, 8]) })
    expect(onlyGoods(two.terms)).toBeUndefined()
    expect(bodyOf(two).tiers[0]?.gifts).toEqual([])
    expect(isAskable(bodyOf(two))).toBe(false)
  })

  it('没写名称就按商品、条款和结束日取名，写了就用写的', () => {
    expect(bodyOf(one).name).toBe('阿莫西林胶囊 买 10 赠 1 至11-29')
    expect(bodyOf(withTerms(one, { name: ' 周末活动 ' })).name).toBe('周末活动')
    const tier = { ...newTier('full_reduction'), threshold: '500', amount: '30' }
    const reduction = withTier(withKind(withTerms(one, { scope: { ...blank.terms.scope, all: 1 } }), 'full_reduction'), 0, tier)
    expect(nameFor(reduction)).toBe('满 ¥500 减 30 至11-29')
  })

  it('换种类从头写档位；新的一档沿用上一档的量法与赠品', () => {
    expect(withKind(one, 'cashback').terms.tiers).toMatchObject([{ measure: 'amount', threshold: '', gifts: [], exchanges: [] }])
    const gift = { goods_id: 9, number: 4, quota: 20, limit_per_order: 0, limit_per_company: 0 }
    expect(newTier('gift', { ...newTier('gift'), gifts: [gift] })).toMatchObject({ threshold: '', gifts: [{ ...gift, number: 1 }] })
  })

  it('范围、时间、每一档写齐了才去问命中', () => {
    expect(isAskable(bodyOf(blank))).toBe(false)
    expect(isAskable(bodyOf(one))).toBe(true)
    expect(isAskable(bodyOf(withTerms(one, { ends_at: '2026-11-01T00:00:00.000Z' })))).toBe(false)
    expect(isAskable(bodyOf(withKind(one, 'full_reduction')))).toBe(false)
  })

  it('错在哪一处说得出', () => {
    expect(['tiers[1].gifts[0].number', 'scope.goods', 'audience.places', 'ends_at', 'kind'].map(fieldName)).toEqual([
      '第 2 档',
      '商品范围',
      '客户',
      '结束',
      '',
    ])
  })
})
