import { expect, it } from 'vitest'
import { monthChoices } from './months.ts'

it('月份按北京时间，从本月往前二十四个月，跨年不断', () => {
  const months = monthChoices(new Date('2026-12-31T16:30:00Z')).map(({ value }) => value)
  expect(months).toHaveLength(24)
  expect(months.slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11'])
  expect(months.at(-1)).toBe('2025-02')
})
