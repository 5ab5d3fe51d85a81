import { expect, it } from 'vitest'
import { barOf } from './timeline.ts'

const NOW = new Date('2026-11-28T12:00:00+08:00')

it('时间轴：今天在中间，两头敞开的占满，已过去的和还太远的不画', () => {
  expect(barOf({ starts_at: '', ends_at: '' }, NOW)).toEqual({ left: 0, width: 100 })
  expect(barOf({ starts_at: '2026-11-28T04:00:00.000Z', ends_at: '' }, NOW)).toEqual({ left: 50, width: 50 })
  expect(barOf({ starts_at: '2026-11-28T04:00:00.000Z', ends_at: '2026-12-13T04:00:00.000Z' }, NOW)).toEqual({ left: 50, width: 25 })
  expect(barOf({ starts_at: '', ends_at: '2026-01-01T00:00:00.000Z' }, NOW)).toBeNull()
  expect(barOf({ starts_at: '2027-06-01T00:00:00.000Z', ends_at: '' }, NOW)).toBeNull()
})
