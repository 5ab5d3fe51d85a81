import { expect, test } from 'vitest'
import { ageOf } from './ages.ts'

test('等了多久，说最要紧的两段', () => {
  expect([0, 59, 60, 65, 1439, 1440, 4445].map(ageOf)).toEqual([
    '0 分',
    '59 分',
    '1 小时 0 分',
    '1 小时 5 分',
    '23 小时 59 分',
    '1 天 0 小时',
    '3 天 2 小时',
  ])
})
