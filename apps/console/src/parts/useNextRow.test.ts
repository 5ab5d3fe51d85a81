import { expect, it } from 'vitest'
import { nextOf } from './useNextRow.ts'

it('审完一张到下一张，最后一张回到前一张，只有一张就收起', () => {
  expect(nextOf(['3', '5', '8'], '5')).toBe('8')
  expect(nextOf(['3', '5', '8'], '8')).toBe('5')
  expect(nextOf(['3'], '3')).toBe('')
  expect(nextOf(['3'], '4')).toBe('')
})
