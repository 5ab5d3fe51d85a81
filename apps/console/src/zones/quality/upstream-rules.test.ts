import { expect, it } from 'vitest'
import { UPSTREAM_STATES } from '#contract/constants.ts'
import { endWords, UPSTREAM_TONES } from './upstream-rules.ts'

it('首营到期：60 天以外不提，30 天以内和过期的标红', () => {
  expect([null, 61, 60, 31, 30, 0, -3].map((days) => [endWords(days).tone, endWords(days).text])).toEqual([
    ['', ''],
    ['', ''],
    ['w', '还有 60 天'],
    ['w', '还有 31 天'],
    ['bad', '还有 30 天'],
    ['bad', '今天到期'],
    ['bad', '过期 3 天'],
  ])
})

it('首营的每种状态都有颜色', () => {
  expect(Object.keys(UPSTREAM_TONES).sort()).toEqual(Object.keys(UPSTREAM_STATES).sort())
})
