import { describe, expect, it } from 'vitest'
import { fieldOf, instantOf } from '../../parts/moments.ts'
import { endWords, QUICK_ENDS } from './periods.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const end = (text: string, now: string) => fieldOf(QUICK_ENDS.find((one) => one.text === text)?.end(at(now)) ?? '')

describe('活动的时间', () => {
  it.each([
    ['今天', '2026-11-24T10:30:00', '2026-11-25T00:00'],
    ['到本周日', '2026-11-24T10:30:00', '2026-11-30T00:00'],
    ['到本周日', '2026-11-29T23:59:00', '2026-11-30T00:00'],
    ['到本周日', '2026-11-30T00:01:00', '2026-12-07T00:00'],
    ['到月底', '2026-11-24T10:30:00', '2026-12-01T00:00'],
    ['到月底', '2026-12-31T23:00:00', '2027-01-01T00:00'],
    ['30 天', '2026-11-24T10:30:00', '2026-12-24T00:00'],
  ])('%s，在 %s：到 %s', (text, now, expected) => {
    expect(end(text, now)).toBe(expected)
  })

  it('输入框里是北京时间，存的是时刻；零点说成前一天的 24:00', () => {
    expect(instantOf('2026-11-30T00:00')).toBe('2026-11-29T16:00:00.000Z')
    expect(fieldOf('2026-11-29T16:00:00.000Z')).toBe('2026-11-30T00:00')
    expect([instantOf(''), fieldOf('')]).toEqual(['', ''])
    expect(endWords('2026-11-29T16:00:00.000Z')).toBe('11-29（周日）24:00')
    expect(endWords('2026-11-29T10:00:00.000Z')).toBe('11-29（周日）18:00')
  })
})
