import { describe, expect, it } from 'vitest'
import { beijingMinute } from './dates.ts'
import { afterQuiet, QUIET_HOURS } from './quiet-hours.ts'

const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+08:00`)

describe('免打扰时段', () => {
  it.each([
    ['2026-11-27 21:59', '2026-11-27 21:59'],
    ['2026-11-27 22:00', '2026-11-28 08:00'],
    ['2026-12-31 23:59', '2027-01-01 08:00'],
    ['2026-11-28 00:00', '2026-11-28 08:00'],
    ['2026-11-28 07:59', '2026-11-28 08:00'],
    ['2026-11-28 08:00', '2026-11-28 08:00'],
  ])('22:00 至次日 08:00：%s 到期的在 %s 发', (due, sent) => {
    expect(beijingMinute(afterQuiet(at(due), QUIET_HOURS))).toBe(sent)
  })
  it('不过夜的、到一天之末的、两头相同（没有）的', () => {
    expect(beijingMinute(afterQuiet(at('2026-11-28 12:30'), { from: '12:00', to: '14:00' }))).toBe('2026-11-28 14:00')
    expect(beijingMinute(afterQuiet(at('2026-11-28 14:00'), { from: '12:00', to: '14:00' }))).toBe('2026-11-28 14:00')
    expect(beijingMinute(afterQuiet(at('2026-11-28 23:30'), { from: '21:00', to: '24:00' }))).toBe('2026-11-29 00:00')
    expect(beijingMinute(afterQuiet(at('2026-11-28 23:30'), { from: '08:00', to: '08:00' }))).toBe('2026-11-28 23:30')
  })
})
