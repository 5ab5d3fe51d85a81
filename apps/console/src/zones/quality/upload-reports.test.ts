import { expect, it } from 'vitest'
import { nameOf, runsOf } from './upload-reports.ts'

it('成批上传：每次五份，一份不多、一份不少', () => {
  expect(runsOf([1, 2, 3, 4, 5, 6, 7], 5)).toEqual([
    [1, 2, 3, 4, 5],
    [6, 7],
  ])
  expect(runsOf([], 5)).toEqual([])
})

it('选了文件夹，文件名带上文件夹：按“商品编码/批号.pdf”也能匹配', () => {
  expect(nameOf({ name: '260214.pdf', webkitRelativePath: 'A1001/260214.pdf' })).toBe('A1001/260214.pdf')
  expect(nameOf({ name: 'A1001_260214.pdf', webkitRelativePath: '' })).toBe('A1001_260214.pdf')
})
