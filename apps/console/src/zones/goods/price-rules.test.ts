import { describe, expect, it } from 'vitest'
import type { GoodsPricesWire } from '#contract/prices-desk.ts'
import { isSamePrices, marginOf, typedOf, wordsOfPrices } from './price-rules.ts'

const PRICES = {
  base: '10.00',
  retail: null,
  ranks: [{ rank: 'B', price: '9.50', companies: 3 }],
  known_ranks: ['A', 'B'],
  ladder_type: 0,
  ladder: [{ number: 50, price: '9.20' }],
} as unknown as GoodsPricesWire

describe('价格表单', () => {
  it('客户有的每个等级都有一行；写法不同的同一个价、空着的等级，不算改', () => {
    const typed = typedOf(PRICES)
    expect(typed.ranks).toEqual([
      { rank: 'A', price: '' },
      { rank: 'B', price: '9.50' },
    ])
    expect(isSamePrices(typed, { ...typed, base: '10' })).toBe(true)
    expect(isSamePrices(typed, { ...typed, ranks: [{ rank: 'B', price: '9.5' }] })).toBe(true)
    expect(isSamePrices(typed, { ...typed, base: '10.01' })).toBe(false)
    expect(wordsOfPrices(typed)).toEqual({ base: '10.00', retail: '', ranks: 'B 9.50', ladder: '50 9.20' })
  })

  it('毛利按售价算，低于成本是负的，不知道成本就不说', () => {
    expect([marginOf('10', '8.5'), marginOf('8', '8.5'), marginOf('10', null), marginOf('', '8')]).toEqual(['15.0%', '-6.3%', '', ''])
  })
})
