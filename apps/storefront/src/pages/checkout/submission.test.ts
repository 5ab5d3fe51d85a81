import { beforeEach, expect, test } from 'vitest'
import { forgetSent, type PlaceBody, rememberPlaced, rememberSent, submissionOf } from './submission.ts'

const kept = new Map<string, string>()
const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
const body = (key: string, ids: number[]): PlaceBody => ({ checkout_key: key, ids, address_id: 1, invoice_kind: 'special', total: '10.00' })
const order = { id: 7, no: '2026112100007', status: 'pending_payment', payable: '10.00' }

beforeEach(() => kept.clear())

test('没有回音的提交保留原来的请求，重试时还是同一个键', () => {
  rememberSent(store, body('key-aaaa', [1, 2]))
  expect(submissionOf(store, [2, 3])).toEqual({ body: body('key-aaaa', [1, 2]), orders: [] })
})

test('返回核对页时，按购物车行找到已下的订单', () => {
  rememberSent(store, body('key-aaaa', [1, 2]))
  rememberPlaced(store, body('key-aaaa', [1, 2]), [order])
  expect(submissionOf(store, [1])?.orders).toEqual([order])
  expect(submissionOf(store, [9])).toBeNull()
})

test('服务器明确拒绝之后不再记得这次提交', () => {
  rememberSent(store, body('key-aaaa', [1]))
  forgetSent(store, 'key-aaaa')
  expect(submissionOf(store, [1])).toBeNull()
})

test('只保留最近二十次提交', () => {
  for (let n = 1; n <= 25; n += 1) rememberPlaced(store, body(`key-${n}-xxxx`, [n]), [order])
  expect(submissionOf(store, [5])).toBeNull()
  expect(submissionOf(store, [6])).not.toBeNull()
})

test.each(['{', '"text"', '[1,null,{"body":{}}]', '{"a":1}'])('存储里的内容 %s 不是我们写的，当作没有', (text) => {
  kept.set('checkout-submissions', text)
  expect(submissionOf(store, [1])).toBeNull()
})
