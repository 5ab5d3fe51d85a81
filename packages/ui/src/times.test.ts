import { expect, test } from 'vitest'
import { beijingShort, beijingTime, endText } from './times.ts'

test.each([
  ['2026-11-19T01:42:30.000Z', '2026-11-19 09:42'],
  ['2026-11-19T16:30:00Z', '2026-11-20 00:30'],
  ['2026-11-19', '2026-11-19'],
])('%s 在北京是 %s', (instant, text) => {
  expect(beijingTime(instant)).toBe(text)
})
test('短写法不带年份', () => {
  expect(beijingShort('2026-11-19T01:42:30.000Z')).toBe('11-19 09:42')
})

test('在零点结束的活动，写作前一天', () => {
  expect(endText('2026-11-30T16:00:00.000Z')).toBe('2026-11-30')
  expect(endText('2026-11-30T10:00:00.000Z')).toBe('2026-11-30 18:00')
})
