import { describe, expect, it } from 'vitest'
import type { GoodsDeskRow } from '#contract/goods-desk.ts'
import { countOf, faultOf, saidOf, typedInto, withRows } from './drafts.ts'

const ROW = { id: 1, name: '银黄颗粒', base_price: '14.90', min_number: 1, mid_pack: 10, version: 0, price_version: 0 } as GoodsDeskRow

describe('列表里改的格子', () => {
  it('改了的数得出、说得清；改回原值、或写法不同的同一个数，就不算改', () => {
    let drafts = typedInto(new Map(), ROW, 'base_price', '14.20')
    drafts = typedInto(drafts, ROW, 'min_number', '5')
    expect([countOf(drafts), saidOf(drafts.get(1) ?? { row: ROW })]).toEqual([2, '银黄颗粒 基准价 14.90 → 14.20，起订 1 → 5'])
    drafts = typedInto(drafts, ROW, 'base_price', '14.9')
    expect(countOf(drafts)).toBe(1)
    expect(countOf(typedInto(drafts, ROW, 'min_number', '1'))).toBe(0)
  })

  it('别人先改了同一格：原值变成现在的，写下的还在；别人改成了一样的就不算改', () => {
    const drafts = typedInto(new Map(), ROW, 'base_price', '14.20')
    const theirs = { ...ROW, base_price: '14.50', price_version: 1 }
    expect(saidOf(withRows(drafts, [theirs]).get(1) ?? { row: ROW })).toBe('银黄颗粒 基准价 14.50 → 14.20')
    expect(withRows(drafts, [{ ...ROW, base_price: '14.20' }]).size).toBe(0)
    expect(withRows(drafts, [ROW])).toBe(drafts)
  })

  it('写错的格子说出为什么', () => {
    expect([faultOf('base_price', '9.999'), faultOf('base_price', ''), faultOf('min_number', '0'), faultOf('mid_pack', '12')]).toEqual([
      '金额最多两位小数',
      '',
      '要是大于 0 的整数',
      '',
    ])
  })
})
