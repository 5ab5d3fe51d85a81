import { expect, test } from 'vitest'
import { instantOf } from './instants.ts'

test('流水的日期时间是北京时间；没有时间的从那天零点算起', () => {
  expect(instantOf('2026-11-21', '09:48:03')).toBe('2026-11-21T01:48:03.000Z')
  expect(instantOf('2026-11-21', '09:48')).toBe('2026-11-21T01:48:00.000Z')
  expect(instantOf('2026-11-21', '')).toBe('2026-11-20T16:00:00.000Z')
  expect(instantOf('2026-11-21', '9点')).toBe('2026-11-20T16:00:00.000Z')
})
