import { expect, test } from 'vitest'
import { chosenIds } from './chosen.ts'

test.each([
  ['1,2,3', [1, 2, 3]],
  ['3,3,1', [3, 1]],
  ['', []],
  ['0,-1,1.5,abc,9999999999999999999,7', [7]],
])('地址里的 ids=%s 是 %j', (text, ids) => {
  expect(chosenIds(new URLSearchParams({ ids: text }))).toEqual(ids)
})
