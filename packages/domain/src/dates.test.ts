import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, addMonths, beijingDate, daysBetween, isValidOn, momentOf } from './dates.ts'

it('北京时间零点换日', () => {
  expect(beijingDate(new Date('2026-11-20T15:59:59.999Z'))).toBe('2026-11-20')
  expect(beijingDate(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21')
})

it('闰年的 2 月 29 日', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2028-02-29', 1)).toBe('2028-03-01')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
})

it.each([
  ['2026-11-21', 3, '2027-02-21'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2027-01-31', 24, '2029-01-31'],
])('%s 之后 %i 个月是 %s，没有那一天就取月末', (date, months, later) => expect(addMonths(date, months)).toBe(later))

it('今天到期的今天还有效；长期有效没有到期', () => {
  expect(isValidOn('2028-02-29', '2028-02-29')).toBe(true)
  expect(isValidOn('2028-02-29', '2028-03-01')).toBe(false)
  expect(isValidOn(null, '2999-12-31')).toBe(true)
})

it('加若干天再数回来是同样的天数', () => {
  const days = fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map(beijingDate)
  fc.assert(
    fc.property(days, fc.integer({ min: -20_000, max: 20_000 }), (date, count) => {
      expect(daysBetween(date, addDays(date, count))).toBe(count)
    }),
  )
})

it('人挑的时间：没有这一天的、太早太晚的都不是', () => {
  expect(momentOf('2026-11-21T10:00:00+08:00')).toEqual(new Date('2026-11-21T02:00:00Z'))
  for (const text of ['', ' ', 'x', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '+010000-01-01', '0001-01-01'])
    expect(momentOf(text), text).toBeNull()
})
