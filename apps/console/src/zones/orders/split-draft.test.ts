import { expect, it } from 'vitest'
import { asPairs, movedLines, setMoved } from './split-draft.ts'

const item = { id: 7, number: 10 }

it('填了拆出的数量再清掉，就是不拆；不会多于订单现在有的', () => {
  const moved = setMoved({}, item, 4)
  expect(movedLines(moved, [item, { id: 8, number: 3 }])).toEqual([{ id: 7, number: 4 }])
  expect(movedLines(moved, [{ id: 7, number: 3 }])).toEqual([{ id: 7, number: 3 }])
  expect(movedLines(moved, [])).toEqual([])
  expect(setMoved(moved, item, null)).toEqual({})
  expect(setMoved({}, item, 99)).toEqual({ 7: 10 })
})

it('写成地址里的样子', () => {
  expect(asPairs(movedLines({ 7: 4, 8: 1 }, [item, { id: 8, number: 3 }]))).toBe('7:4,8:1')
})
