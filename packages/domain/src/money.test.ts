import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, allocate, amountFault, fen, fenFromYuan, portion, yuan } from './money.ts'

const amounts = fc.integer({ min: -1e12, max: 1e12 }).map(fen)
const weights = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 40 })

describe('分摊', () => {
  it('各份之和恰等于总额，正负都一样', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, shares) => {
        expect(add(...allocate(amount, shares))).toBe(amount)
      }),
    )
  })

  it('每份与精确值相差不到一分，不反号', () => {
    fc.assert(
      fc.property(
        amounts,
        weights.filter((shares) => shares.some((share) => share > 0)),
        (amount, shares) => {
          const total = shares.reduce((sum, share) => sum + share, 0)
          for (const [index, part] of allocate(amount, shares).entries()) {
            expect(Math.abs(part - (amount * (shares[index] ?? 0)) / total)).toBeLessThan(1 + 1e-3)
            expect(part === 0 || Math.sign(part) === Math.sign(amount)).toBe(true)
          }
        },
      ),
    )
  })

  it('退回的分摊与给出的分摊互为相反数', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, shares) => {
        const given = allocate(amount, shares)
        expect(allocate(fen(amount === 0 ? 0 : -amount), shares).map((part) => part + 0)).toEqual(
          given.map((part) => (part === 0 ? 0 : -part)),
        )
      }),
    )
  })

  it('小数目的快算与大整数的慢算是同一个结果', () => {
    const slow = (amount: number, given: readonly number[]) => {
      const total = given.reduce((sum, weight) => sum + BigInt(weight), 0n)
      const products = given.map((weight) => BigInt(amount) * BigInt(weight))
      const parts = products.map((product) => Number(product / total))
      const order = given.map((_, index) => index)
      order.sort((a, b) => Number((products[b] ?? 0n) % total) - Number((products[a] ?? 0n) % total) || a - b)
      const left = amount - parts.reduce((sum, part) => sum + part, 0)
      for (const index of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
      return parts
    }
    const few = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 }).filter((shares) => shares.some((one) => one > 0))
    fc.assert(
      fc.property(fc.nat(5000), few, (amount, given) => {
        expect(allocate(fen(amount), given)).toEqual(slow(amount, given))
      }),
    )
    // The same proportions, large enough that products pass 2^53.
    fc.assert(
      fc.property(fc.nat(5000), few, (amount, given) => {
        const large = given.map((weight) => weight * 2 ** 46)
        expect(allocate(fen(amount), large)).toEqual(slow(amount, given))
      }),
    )
  })

  it('不超过任何一份的权重：余额按订单分摊不会多付', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (shares, rate) => {
        const total = shares.reduce((sum, share) => sum + share, 0)
        const parts = allocate(fen(Math.floor(total * rate)), shares)
        for (const [index, part] of parts.entries()) expect(part).toBeLessThanOrEqual(shares[index] ?? 0)
      }),
    )
  })

  it('权重全为零时归第一份；没有份时只能分零；负权重与小数是错误', () => {
    expect(allocate(fen(7), [0, 0])).toEqual([7, 0])
    expect(allocate(fen(0), [])).toEqual([])
    expect(() => allocate(fen(1), [])).toThrow(RangeError)
    expect(() => allocate(fen(1), [1, -1])).toThrow(RangeError)
    expect(() => allocate(fen(1), [1, 0.5])).toThrow(RangeError)
  })

  it.each([
    ['100.00', [1, 1, 1], ['33.34', '33.33', '33.33']],
    ['-100.00', [1, 1, 1], ['-33.34', '-33.33', '-33.33']],
    ['0.05', [3, 1], ['0.04', '0.01']],
  ])('%s 按 %j 分为 %j', (amount, shares, parts) => {
    expect(allocate(fenFromYuan(amount) ?? fen(0), shares).map(yuan)).toEqual(parts)
  })
})

describe('元与分', () => {
  it('写成元再读回来是同一个数', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fenFromYuan(yuan(amount))).toBe(amount)
      }),
    )
  })

  it.each([
    ['12.5', 1250],
    ['1,280.00', 128_000],
    ['1，280，000', 128_000_000],
    ['￥9.8', 980],
    ['¥ 0.99', 99],
    [12.5, 1250],
    ['-3.2', -320],
    ['-0', 0],
    ['12.', 1200],
    ['12.5000', 1250],
  ])('%s 读作 %d 分', (text, expected) => expect(fenFromYuan(text)).toBe(expected))

  it.each(['126.001', '0.001', '10.005', '-0.009', 100.009, '1.230001'])('%s 有第三位小数，不是金额', (text) => {
    expect(fenFromYuan(text)).toBeNull()
    expect(amountFault(String(text))).toBe('金额最多两位小数')
  })

  // A comma in the place of a point would make a hundredfold of it.
  it.each(['5,5', '12,50', '1,2,3', '1,0000', ',100', '1,280,5', '', 'abc', '1e3', '.5', '1.2.3', 'NaN', '9'.repeat(13), '１２', "1'--"])(
    '%s 不是金额',
    (text) => expect(fenFromYuan(text)).toBeNull(),
  )

  it('不是整数分的值是程序错误', () => {
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => fen(value)).toThrow(RangeError)
  })
})

it('折扣向下取整，负数也是', () => {
  expect(portion(fen(999), 94, 100)).toBe(939)
  expect(portion(fen(-999), 94, 100)).toBe(-940)
  expect(portion(fen(1e12), 94, 100)).toBe(94e10)
})
