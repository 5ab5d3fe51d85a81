import { describe, expect, it } from 'vitest'
import { code128, code128Values } from './code128.ts'
import { batchCode, cartonCode, fitsBars, placeCode, readLabel } from './labels.ts'

describe('标签的码', () => {
  it('箱签、货位签、批号签扫回来就是原来的东西；扫码枪打成小写也认', () => {
    expect(readLabel(cartonCode('20261123000012', 3, 12))).toEqual({ kind: 'carton', orderNo: '20261123000012', carton: 3, of: 12 })
    expect(readLabel(placeCode(2, 'A-01-02'))).toEqual({ kind: 'place', warehouseId: 2, place: 'A-01-02' })
    expect(readLabel(placeCode(2, '冷库 1-3'))).toEqual({ kind: 'place', warehouseId: 2, place: '冷库 1-3' })
    expect(readLabel(` ${batchCode(77)}\n`)).toEqual({ kind: 'batch', batchId: 77 })
    expect(readLabel('bqp77')).toEqual({ kind: 'batch', batchId: 77 })
  })

  it('不是我们的标签：批号、条码、追溯码、订单号、残缺的都不认', () => {
    for (const text of ['', 'B20260101', '6901234567890', '81234567890123456789', '20261123000012', 'BQX2026-1-2', 'BQW2-', 'BQP', 'BQP7a'])
      expect(readLabel(text), text).toBeNull()
  })

  it('条码画不出汉字，也不画太长的', () => {
    expect([fitsBars('BQW2-A01'), fitsBars('BQW2-冷库'), fitsBars('x'.repeat(49))]).toEqual([true, false, false])
  })
})

/** Reads the modules back as a reader does, by the widths alone. */
function decode(widths: readonly number[]): string {
  const values: number[] = []
  for (let at = 0; at + 7 < widths.length; at += 6) values.push(VALUE_OF.get(widths.slice(at, at + 6).join('')) ?? -1)
  const check = values.pop()
  expect(values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103).toBe(check)
  let [isC, text] = [values[0] === 105, '']
  for (const value of values.slice(1)) {
    if (value === 99) isC = true
    else if (value === 100 && isC) isC = false
    else text += isC ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}
/** From the norm's own table by another way: each value's widths as the encoder draws a sign of it. */
const VALUE_OF = new Map<string, number>()
for (let value = 0; value < 95; value += 1)
  VALUE_OF.set(
    code128(String.fromCharCode(value + 32))
      .slice(6, 12)
      .join(''),
    value,
  )
for (let value = 95; value < 100; value += 1) VALUE_OF.set(code128(`00${value}`).slice(12, 18).join(''), value)

describe('Code 128', () => {
  it('与标准的例子一致：每个符号 11 个单位，校验按位置加权', () => {
    // ISO/IEC 15417: start B is 211214, the end 2331112; "A" is value 33.
    expect(code128('A').join('')).toBe(`211214${'111323'}${'131123'}2331112`)
    expect(code128Values('AIM1234')).toEqual([104, 33, 41, 45, 99, 12, 34])
    expect(code128Values('123456')).toEqual([105, 12, 34, 56])
    for (const text of ['BQX20261123000012-3-12', '6901234567890', 'A1'])
      expect(code128(text).reduce((sum, width) => sum + width, 0) % 11, text).toBe(2)
  })

  it('读回来就是原文：数字成对的、单个的、夹在字母中间的', () => {
    VALUE_OF.set('211214', 104).set('211232', 105).set('113141', 99).set('114131', 100)
    for (const text of ['BQX20261123000012-3-12', 'BQP7', 'BQW12-A-01-02', '6901234567890', '00', '12345', 'a b~1234567'])
      expect(decode(code128(text)), text).toBe(text)
  })

  it('汉字不画', () => expect(() => code128('冷库')).toThrow(RangeError))
})
