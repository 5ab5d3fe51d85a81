import { describe, expect, test } from 'vitest'
import { quoted } from './quoted.ts'

const ladder = [
  { number: 10, price: '9.50', text: '10盒起' },
  { number: 50, price: '9.20', text: '50盒起' },
]
const goods = { price: '9.80', raw_price: '9.80', price_source: 'base', ladder_price: ladder, ladder_price_type: 0 }

describe('输入数量时的小计只用服务器给的价', () => {
  test.each([
    [5, '9.80', '49.00', ''],
    [10, '9.50', '95.00', '10盒起'],
    [49, '9.50', '465.50', '10盒起'],
    [50, '9.20', '460.00', '50盒起'],
  ])('%i 盒单价 %s，小计 %s', (number, price, amount, tier) => expect(quoted(goods, number)).toEqual({ price, amount, tier }))
  test('活动价不随数量变', () =>
    expect(quoted({ ...goods, price: '8.00', price_source: 'flash' }, 50)).toEqual({ price: '8.00', amount: '400.00', tier: '' }))
  test('“以内”的阶梯到上限为止，之后是平常价', () => {
    const within = {
      ...goods,
      price: '9.50',
      price_source: 'ladder',
      ladder_price: [{ number: 10, price: '9.50', text: '10盒以内' }],
      ladder_price_type: 1,
    }
    expect(quoted(within, 10)?.price).toBe('9.50')
    expect(quoted(within, 11)).toEqual({ price: '9.80', amount: '107.80', tier: '' })
  })
  test('看不到价格的人没有小计', () => expect(quoted({ ...goods, price: null }, 5)).toBeNull())
})
