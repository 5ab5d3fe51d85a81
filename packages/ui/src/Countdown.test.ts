import { expect, it } from 'vitest'
import { remaining } from './Countdown.tsx'

const NOW = Date.parse('2026-11-21T10:00:00+08:00')
const left = (seconds: number) => remaining(new Date(NOW + seconds * 1000).toISOString(), NOW)

it('两天以内按小时数，两天起按天数说；过了时间是零', () => {
  expect(left(3 * 3600 + 4 * 60 + 5)).toEqual({ days: 0, clock: ['03', '04', '05'] })
  expect(left(48 * 3600 - 1)).toEqual({ days: 0, clock: ['47', '59', '59'] })
  expect(left(48 * 3600)).toEqual({ days: 2, clock: ['00', '00', '00'] })
  expect(left(44 * 86400 + 7 * 3600 + 117)).toEqual({ days: 44, clock: ['07', '01', '57'] })
  expect(left(-5)).toEqual({ days: 0, clock: ['00', '00', '00'] })
})
