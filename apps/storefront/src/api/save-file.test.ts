import { expect, it } from 'vitest'
import { fileNameOf } from './save-file.ts'

it.each([
  ['attachment; filename="file"; filename*=UTF-8\'\'%E8%AE%A2%E5%8D%95.xlsx', '订单.xlsx'],
  ["attachment; filename*=UTF-8''%E8", ''],
  ['attachment', ''],
  [null, ''],
])('从 %s 得到文件名 %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
