import { expect, it } from 'vitest'
import { nextOf, pageOf } from './useNextRow.ts'

it('审完一张到下一张，最后一张回到前一张，只有一张就收起', () => {
  expect(nextOf(['3', '5', '8'], '5')).toBe('8')
  expect(nextOf(['3', '5', '8'], '8')).toBe('5')
  expect(nextOf(['3'], '3')).toBe('')
  expect(nextOf(['3'], '4')).toBe('')
})

it('几处都读着这份列表时按页面上那一份走，不按导航里只读一行的那一份', () => {
  expect(nextOf(pageOf([['4'], ['4', '9']], '4'), '4')).toBe('9')
  expect(pageOf([['4']], '7')).toEqual([])
})
