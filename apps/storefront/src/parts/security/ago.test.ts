import { expect, it } from 'vitest'
import { agoText } from './ago.ts'

const now = Date.parse('2026-11-21T02:00:00Z')
it.each([
  ['2026-11-21T01:59:30Z', '刚刚'],
  ['2026-11-21T02:00:30Z', '刚刚'],
  ['2026-11-21T01:30:00Z', '30 分钟前'],
  ['2026-11-20T20:00:00Z', '6 小时前'],
  ['2026-11-18T02:00:00Z', '3 天前'],
  ['2026-11-01T20:00:00Z', '2026-11-02 '],
])('%s → %s', (iso, expected) => {
  expect(agoText(iso, now)).toBe(expected)
})
