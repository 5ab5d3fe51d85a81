import { expect, test } from 'vitest'
import { changeOf, presets, valueText } from './figures.ts'

test('数字按它是什么写：元、次数、百分比、时长；没有的写一横', () => {
  expect(valueText('yuan', '12345.60')).toBe('¥12,345.60')
  expect(valueText('count', '12345')).toBe('12,345')
  expect(valueText('percent', '12.3')).toBe('12.3%')
  expect(['8.0', '90.0', '4320.0'].map((minutes) => valueText('minutes', minutes))).toEqual(['8 分钟', '1.5 小时', '3.0 天'])
  expect(valueText('days', '41.5')).toBe('41.5 天')
  expect(valueText('ratio', '2.4')).toBe('2.4')
  expect(valueText('yuan', null)).toBe('—')
})

test('与前期比：多了少了多少，比率说百分点，前期没有就不比', () => {
  expect(changeOf('yuan', '110.00', '100.00')).toBe('+10.0%')
  expect(changeOf('count', '90', '100')).toBe('−10.0%')
  expect(changeOf('percent', '20.0', '22.5')).toBe('−2.5 个百分点')
  expect(changeOf('yuan', '1.00', '0.00')).toBe('')
  expect(changeOf('yuan', null, '1.00')).toBe('')
})

test('常用的日期按北京的今天算：午夜刚过已是新的一天', () => {
  const at = (name: string, now: string) => {
    const { from, to } = presets(new Date(now)).find((one) => one.name === name) ?? {}
    return [from, to]
  }
  expect(at('今天', '2026-10-31T16:30:00Z')).toEqual(['2026-11-01', '2026-11-01'])
  expect(at('本月', '2026-10-31T16:30:00Z')).toEqual(['2026-11-01', '2026-11-01'])
  expect(at('上月', '2026-11-21T02:00:00Z')).toEqual(['2026-10-01', '2026-10-31'])
  expect(at('近 30 天', '2026-11-21T02:00:00Z')).toEqual(['2026-10-23', '2026-11-21'])
  expect(at('近一年', '2026-11-21T02:00:00Z')).toEqual(['2025-11-22', '2026-11-21'])
  expect(at('今年', '2026-11-21T02:00:00Z')).toEqual(['2026-01-01', '2026-11-21'])
})
