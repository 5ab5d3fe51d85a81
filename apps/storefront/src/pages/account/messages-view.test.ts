import { expect, it } from 'vitest'
import { messagesView } from './messages-view.ts'

it.each([
  ['', { page: 1 }],
  ['kind=order&page=2', { page: 2, kind: 'order' }],
  ['unread=1&kind=nothing&page=x', { page: 1, unread: 1 }],
  ['page=-3&unread=0&kind=toString', { page: 1 }],
])('地址里的 %s 读作 %j', (text, view) => {
  expect(messagesView(new URLSearchParams(text))).toEqual(view)
})
