import { expect, it } from 'vitest'
import { nearPath, percentOff, readNearChoice } from './near-query.ts'

it('只认 3、6、12 个月；其他写法当作不限', () => {
  const months = (text: string) => readNearChoice(new URLSearchParams({ months: text })).months
  expect([months('3'), months('6'), months('12'), months('5'), months('abc'), months('-3')]).toEqual([3, 6, 12, null, null, null])
})

it('换页、筛选保留到期月数与折扣优先；另选排序时折扣优先让位', () => {
  const choice = { months: 6, byDiscount: true }
  expect(nearPath({ page: 2, form: '片剂' }, choice)).toBe(`/jxqzc?form=${encodeURIComponent('片剂')}&page=2&months=6&by=discount`)
  expect(nearPath({ sort: 'price_asc' }, choice)).toBe('/jxqzc?sort=price_asc&months=6')
})

it('折扣百分比只舍不入；没有便宜或看不到价格时不说', () => {
  expect(percentOff('6.00', '10.00')).toBe(40)
  expect(percentOff('6.67', '10.00')).toBe(33)
  expect(percentOff('9.99', '10.00')).toBeNull()
  expect(percentOff('10.00', '10.00')).toBeNull()
  expect(percentOff(null, '10.00')).toBeNull()
})
