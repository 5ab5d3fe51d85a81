import { expect, test } from 'vitest'
import { freeShippingText } from './free-shipping.ts'

test('单品包邮说出还差几盒；一盒就包邮的不说数量', () => {
  expect(freeShippingText(20, 5, '盒')).toBe('满 20 盒单品包邮，还差 15 盒')
  expect(freeShippingText(20, 20, '盒')).toBe('满 20 盒单品包邮，已满足')
  expect(freeShippingText(1, 1, '盒')).toBe('单品包邮')
})
