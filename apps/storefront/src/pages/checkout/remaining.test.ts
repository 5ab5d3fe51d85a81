import { expect, test } from 'vitest'
import { remainingText } from './remaining.ts'

test.each([
  [0, '00:00:00'],
  [61, '00:01:01'],
  [86_399, '23:59:59'],
  [90_061, '1 天 01:01:01'],
])('剩余 %i 秒写作 %s', (seconds, text) => {
  expect(remainingText(seconds)).toBe(text)
})
