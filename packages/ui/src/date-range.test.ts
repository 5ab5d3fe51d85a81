import { expect, test } from 'vitest'
import { dateRangeIn, rangeQuery } from './date-range.ts'

const range = (search: string) => dateRangeIn(new URL(`http://shop/yegl${search}`))

test('起止日期颠倒时换过来，只有一头也算', () => {
  expect(range('?from=2026-11-30&to=2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(rangeQuery(range('?to=2026-11-01'))).toEqual({ end_time: '2026-11-01' })
})
test.each(['2026-02-30', '2026-13-01', '20261101', 'yesterday', ''])('不是日子的 %s 当作没有要求', (text) => {
  expect(range(`?from=${text}`)).toEqual({ from: '', to: '' })
})
