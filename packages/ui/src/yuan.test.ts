import { expect, it } from 'vitest'
import { formerPrice, grouped, moneyText } from './yuan.ts'

it.each([
  ['0.00', '0.00'],
  ['999.90', '999.90'],
  ['3286.40', '3,286.40'],
  ['12345678.05', '12,345,678.05'],
  ['-1200.00', '-1,200.00'],
])('金额 %s 读作 %s', (yuan, shown) => {
  expect(grouped(yuan)).toBe(shown)
})

it('句子里的金额带符号与千分位，负数用减号', () => {
  expect([moneyText('1657.50'), moneyText('-50.00')]).toEqual(['¥1,657.50', '−¥50.00'])
})

it.each([
  ['8.00', '10.00', '10.00'],
  ['9.90', '10.00', '10.00'],
  ['10.00', '10.00', null],
  ['176.66', '161.20', null],
  ['8.00', null, null],
])('现价 %s、原价 %s：划线的是 %s，不比现价高的原价不划线', (now, before, struck) => {
  expect(formerPrice(now, before)).toBe(struck)
})
