import { expect, it } from 'vitest'
import { standingOf } from './paper-rules.ts'

it('资料的状态：撤下与换新优先于日子，过期说几天，将到期说还有几天', () => {
  const text = (paper_state: string, state: string, days_left: number | null) => standingOf({ paper_state, state, days_left }).text
  expect(text('withdrawn', 'expired', -3)).toBe('已撤下')
  expect(text('replaced', 'ok', 200)).toBe('已换新')
  expect(text('in_force', 'expired', -3)).toBe('过期 3 天')
  expect(text('in_force', 'soon', 12)).toBe('还有 12 天')
  expect(text('in_force', 'soon', 0)).toBe('今天到期')
  expect(text('in_force', 'ok', null)).toBe('有效')
})
