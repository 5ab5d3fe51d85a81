import { expect, test } from 'vitest'
import { ApiError } from '#api-client/client.ts'
import { outcomeOpen } from './usePlace.ts'

test.each([
  [503, true],
  [500, true],
  [409, false],
])('下单得到 %i：订单是否已成不明：%j（可用同一个键再问）', (code, open) => {
  expect(outcomeOpen(new ApiError(code, '', null))).toBe(open)
})
