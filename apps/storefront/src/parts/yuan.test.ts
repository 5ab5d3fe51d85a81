import { expect, it } from 'vitest'
import { grouped } from './yuan.ts'

it.each([
  ['0.00', '0.00'],
  ['999.90', '999.90'],
  ['3286.40', '3,286.40'],
  ['12345678.05', '12,345,678.05'],
  ['-1200.00', '-1,200.00'],
])('金额 %s 读作 %s', (yuan, shown) => {
  expect(grouped(yuan)).toBe(shown)
})
