import { expect, it } from 'vitest'
import { countIn, dueWords, inFours } from './words.ts'

it('回执期限说清楚还剩几天、哪天到期、逾期几天', () => {
  expect([3, 0, -2].map((days) => dueWords('2026-11-24', days))).toEqual([
    '还有 3 天，2026-11-24 到期',
    '今天到期（2026-11-24）',
    '已逾期 2 天，应于 2026-11-24 前上传',
  ])
})
it('发票号码四位一组，原样可还原', () => {
  expect(inFours('26009000000000000012')).toBe('2600 9000 0000 0000 0012')
})
it('数量只认非负整数', () => {
  expect(['0', ' 12 ', '', '1.5', '-1', '十', '12345678'].map(countIn)).toEqual([0, 12, null, null, null, null, null])
})
