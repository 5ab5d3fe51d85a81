import { expect, it } from 'vitest'
import { byDay, dayName } from './days.ts'

it('足迹按北京日期分组，今天和昨天写成字', () => {
  const now = Date.parse('2026-11-20T17:00:00Z') // 01:00 on the 21st in Beijing
  expect(['2026-11-21', '2026-11-20', '2026-11-19', '2025-12-03'].map((day) => dayName(day, now))).toEqual([
    '今天',
    '昨天',
    '11 月 19 日',
    '2025 年 12 月 3 日',
  ])
  const list = ['2026-11-21', '2026-11-21', '2026-11-19'].map((day, id) => ({ id, day }))
  expect(byDay(list).map(({ day, list: those }) => [day, those.length])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-19', 1],
  ])
})
