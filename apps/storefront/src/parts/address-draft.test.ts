import { expect, test } from 'vitest'
import { type AddressDraft, addressBody, addressErrors, EMPTY_ADDRESS } from './address-draft.ts'

const good: AddressDraft = {
  receiver: '林若岚',
  phone: '13900000001',
  province: '贵州省',
  city: '贵阳市',
  district: '云岩区',
  detail: '示例路 136 号',
}

test.each(['13900000001', '19912345678', '0851-86010000', '010-12345678'])('电话 %s 可以用', (phone) => {
  expect(addressErrors({ ...good, phone })).toEqual({})
})
test.each(['12900000001', '1390000000', '139000000011', '86010000', '0851 86010000', ''])('电话 %s 不可以用', (phone) => {
  expect(Object.keys(addressErrors({ ...good, phone }))).toEqual(['phone'])
})
test('每个空着的栏目都说出要填什么', () => {
  expect(Object.keys(addressErrors(EMPTY_ADDRESS))).toEqual(['receiver', 'phone', 'province', 'city', 'district', 'detail'])
})
test('前后的空格不算内容，也不送出去', () => {
  expect(addressErrors({ ...good, detail: '  1 ' })).toHaveProperty('detail')
  expect(addressBody({ ...good, receiver: ' 林若岚 ' }, true)).toMatchObject({ receiver: '林若岚', is_default: 1 })
})
test.each([
  ['139 0000 0001', '13900000001'],
  ['+86 139-0000-0001', null],
  ['+8613900000001', '13900000001'],
  ['０８５１－８６０１００００', '0851-86010000'],
  ['（0851）86010000', null],
])('照人们的写法写的电话 %s 读作 %s', (phone, kept) => {
  if (kept === null) expect(addressErrors({ ...good, phone })).toHaveProperty('phone')
  else {
    expect(addressErrors({ ...good, phone })).toEqual({})
    expect(addressBody({ ...good, phone }, false).phone).toBe(kept)
  }
})
