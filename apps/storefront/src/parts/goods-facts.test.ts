import { expect, it } from 'vitest'
import { correct, grouped, leftUntil, mostOf, shownTags } from './goods-facts.ts'

const NOON = Date.parse('2026-11-21T04:00:00Z')
const goods = { step: 5, min_number: 10, number: 33, qg_number: null, bzdw: '盒' }

it('标签按 秒 特 优 满 换购 赠 新 排列，最多四个', () => {
  expect(shownTags(['新', '满', '优', '秒', '赠'])).toEqual(['秒', '优', '满', '赠'])
  expect(shownTags([])).toEqual([])
})

it.each([
  ['2026-11-20', '已过期'],
  ['2026-11-21', '余 0 天'],
  ['2027-01-10', '余 50 天'],
  ['2027-04-30', '余 5 个月'],
])('有效期至 %s 时%s', (expiry, text) => {
  expect(leftUntil(expiry, NOON)).toBe(text)
})

it('北京时间已是次日时按次日算', () => {
  expect(leftUntil('2026-11-22', Date.parse('2026-11-21T17:00:00Z'))).toBe('余 0 天')
})

it.each([
  [3, 10, '10 盒起订，已调整为 10 盒'],
  [7, 10, '中包装 5 盒，已调整为 10 盒'],
  [12, 15, '中包装 5 盒，已调整为 15 盒'],
  [99, 30, '库存仅余 33 盒，已调整为 30 盒'],
  [20, 20, undefined],
])('输入 %i 变为 %i，并说明原因', (wished, number, message) => {
  const answer = correct(wished, goods)
  expect([answer.number, answer.corrections[0]?.message]).toEqual([number, message])
})

it('最多可加数量受库存和限购约束，取整步', () => {
  expect(mostOf(goods)).toBe(30)
  expect(mostOf({ ...goods, qg_number: 12 })).toBe(10)
  expect(mostOf({ ...goods, number: 4 })).toBe(0)
})

it.each([
  [0, '0'],
  [999, '999'],
  [3260, '3,260'],
  [1234567, '1,234,567'],
])('%i 写作 %s', (count, text) => {
  expect(grouped(count)).toBe(text)
})
