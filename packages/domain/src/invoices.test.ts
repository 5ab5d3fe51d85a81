import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capitalYuan, type InvoiceLine, invoiceLines, leftOf, redLines, sumsOf, unitPriceText, wholeBack } from './invoices.ts'
import { add, fen } from './money.ts'

const sold = (orderLineId: number | null, gross: number, number: number | null = 5, rate = 13) => ({
  orderLineId,
  item: '*化学药品制剂*甲',
  spec: '',
  unit: '盒',
  number,
  gross: fen(gross),
  rate,
})

describe('发票金额', () => {
  it('不含税额加税额恰为实付；赠品不开票', () => {
    const lines = invoiceLines([sold(1, 11_300), sold(2, 9_999), sold(3, 0), sold(null, 1200, null)])
    expect(lines.map(({ net, tax }) => [net, tax])).toEqual([
      [10_000, 1300],
      [8849, 1150],
      [1062, 138],
    ])
    expect(sumsOf(lines).total).toBe(11_300 + 9_999 + 1200)
  })
  it('不含税单价按需保留小数', () => {
    expect(unitPriceText({ ...invoiceLines([sold(1, 11_300)])[0], number: 5 } as never)).toBe('20.00')
    expect(unitPriceText({ number: 3, net: fen(1000) } as never)).toBe('3.33333333')
    expect(unitPriceText({ number: null, net: fen(1000) } as never)).toBe('')
  })
  it('任意分次退回：每次都不超过所余，退完恰为零，合计分文不差', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 200 }), fc.constantFrom(13, 9, 3)), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.tuple(fc.nat(9), fc.nat(300_000), fc.nat(60)), { maxLength: 20 }),
        (made, returns) => {
          const blue = invoiceLines(made.map(([gross, number, rate], at) => sold(at, gross, number, rate)))
          const reds = []
          for (const [line, gross, number] of returns) {
            const red = redLines(leftOf(blue, reds), [{ orderLineId: line, number, gross: fen(gross) }])
            for (const one of red) expect(add(one.net, one.tax)).toBeLessThan(0)
            reds.push(...red)
            for (const one of leftOf(blue, reds)) expect(add(one.net, one.tax)).toBeGreaterThan(0)
          }
          reds.push(...wholeBack(leftOf(blue, reds)))
          expect(leftOf(blue, reds)).toEqual([])
          expect(sumsOf([...blue, ...reds])).toEqual({ net: 0, tax: 0, total: 0 })
        },
      ),
    )
  })
  it('一盒一盒地退，每张红票和蓝票所余的不含税额、税额都不反号', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 60 }), fc.constantFrom(13, 9, 3), (gross, number, rate) => {
        const blue = invoiceLines([sold(1, gross, number, rate)])
        const reds: InvoiceLine[] = []
        for (let unit = 0; unit < number; unit++) {
          const worth = Math.floor((gross * (unit + 1)) / number) - Math.floor((gross * unit) / number)
          reds.push(...redLines(leftOf(blue, reds), [{ orderLineId: 1, number: 1, gross: fen(worth) }]))
          for (const { net, tax } of reds) expect(Math.max(net, tax)).toBeLessThanOrEqual(0)
          for (const { net, tax } of leftOf(blue, reds)) expect(Math.min(net, tax)).toBeGreaterThanOrEqual(0)
        }
        expect(leftOf(blue, reds)).toEqual([])
      }),
    )
  })
  it('同一行的两批一起退：合计不超过该行所余', () => {
    const blue = invoiceLines([sold(1, 11_300)])
    const reds = redLines(blue, [
      { orderLineId: 1, number: 3, gross: fen(9000) },
      { orderLineId: 1, number: 3, gross: fen(9000) },
      { orderLineId: 7, number: 1, gross: fen(100) },
    ])
    expect(sumsOf(reds)).toEqual({ net: -10_000, tax: -1300, total: -11_300 })
    expect(reds.map((line) => line.number)).toEqual([-3, -2])
  })
  it.each([
    [0, '零圆整'],
    [1, '壹分'],
    [10, '壹角整'],
    [105, '壹圆零伍分'],
    [123_456, '壹仟贰佰叁拾肆圆伍角陆分'],
    [100_000_00, '壹拾万圆整'],
    [100_050_00, '壹拾万零伍拾圆整'],
    [1_000_203_040_00, '壹拾亿零贰拾万叁仟零肆拾圆整'],
    [2_000_000_00, '贰佰万圆整'],
    [-1230, '（负数）壹拾贰圆叁角整'],
  ])('%i 分 → %s', (amount, text) => {
    expect(capitalYuan(fen(amount))).toBe(text)
  })
})
