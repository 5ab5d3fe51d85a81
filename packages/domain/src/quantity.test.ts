import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimumOf, type QuantityRule, settleQuantity, stepOf } from './quantity.ts'

const rule = (over: Partial<QuantityRule> = {}): QuantityRule => ({
  midPack: 5,
  casePack: 20,
  splittable: true,
  minNumber: 1,
  wholeCase: false,
  available: 1000,
  limitLeft: null,
  ...over,
})
const rules = fc.record({
  midPack: fc.integer({ min: 1, max: 60 }),
  casePack: fc.integer({ min: 1, max: 400 }),
  splittable: fc.boolean(),
  wholeCase: fc.boolean(),
  minNumber: fc.integer({ min: 1, max: 500 }),
  available: fc.integer({ min: -5, max: 5000 }),
  limitLeft: fc.option(fc.integer({ min: -5, max: 5000 })),
})

describe('数量', () => {
  it.each([
    ['可拆零按 1', rule(), 7, 7, []],
    ['7 变为 10', rule({ splittable: false }), 7, 10, ['中包装 5 盒，已调整为 10 盒']],
    ['整件', rule({ wholeCase: true }), 7, 20, ['整件 20 盒，已调整为 20 盒']],
    ['起订量', rule({ minNumber: 6 }), 2, 6, ['6 盒起订，已调整为 6 盒']],
    ['起订量按步长取整', rule({ minNumber: 6, splittable: false }), 2, 10, ['10 盒起订，已调整为 10 盒']],
    ['库存', rule({ available: 8 }), 20, 8, ['库存仅余 8 盒，已调整为 8 盒']],
    ['进位后超过库存时退到能买的整包装，只说一句', rule({ splittable: false, available: 9 }), 7, 5, ['库存仅余 9 盒，已调整为 5 盒']],
    ['限购', rule({ limitLeft: 3 }), 9, 3, ['限购，已调整为最多可购的 3 盒']],
    ['限购已满', rule({ limitLeft: 0 }), 1, 0, ['已达限购数量']],
    ['库存不足一个起订量', rule({ splittable: false, available: 4 }), 1, 0, ['库存不足一个起订量']],
  ] as const)('%s', (_name, given, wished, number, messages) => {
    const answer = settleQuantity(wished, given, '盒')
    expect(answer.number).toBe(number)
    expect(answer.corrections.map((correction) => correction.message)).toEqual(messages)
  })

  it('总是步长的倍数，不少于起订量，不多于库存与限购；做不到就是零', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 10_000 }), (given, wished) => {
        const { number } = settleQuantity(wished, given, '盒')
        const ceiling = Math.min(given.available, given.limitLeft ?? Number.POSITIVE_INFINITY)
        if (number === 0) {
          expect(minimumOf(given)).toBeGreaterThan(ceiling)
          return
        }
        expect(number % stepOf(given)).toBe(0)
        expect(number).toBeGreaterThanOrEqual(given.minNumber)
        expect(number).toBeLessThanOrEqual(ceiling)
      }),
    )
  })

  it('调整过的数量不再被调整', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 10_000 }), (given, wished) => {
        const { number } = settleQuantity(wished, given, '盒')
        fc.pre(number > 0)
        expect(settleQuantity(number, given, '盒')).toMatchObject({ number, corrections: [] })
      }),
    )
  })

  it('不声不响就是要多少给多少', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 10_000 }), (given, wished) => {
        const { number, corrections } = settleQuantity(wished, given, '盒')
        expect(corrections.length === 0).toBe(number === wished)
      }),
    )
  })
})
