import { expect, it } from 'vitest'
import { bars } from './bars.ts'

const months = (...amounts: string[]) => amounts.map((amount, index) => ({ month: `2026-${String(index + 1).padStart(2, '0')}`, amount }))

it.each([
  [['0.00', '0.00'], 100, '元', ['100', '50', '0']],
  [['640.00'], 1000, '元', ['1000', '500', '0']],
  [['1200.50', '9800.00'], 10_000, '千元', ['10', '5', '0']],
  [['10000.00'], 10_000, '千元', ['10', '5', '0']],
  [['10000.01'], 20_000, '千元', ['20', '10', '0']],
])('%j 的图到 %d %s 为止，刻度是 %j', (amounts, top, unit, lines) => {
  const chart = bars(months(...amounts))
  expect(chart.top).toEqual({ value: top, unit })
  expect(chart.lines.map(({ text }) => text)).toEqual(lines)
  expect(chart.list.every(({ share }) => share >= 0 && share <= 1)).toBe(true)
})

it('没有下过单的月份也有名字，高度是 0', () => {
  expect(bars(months('0.00')).list).toEqual([{ month: '2026-01', label: '1月', share: 0 }])
})
