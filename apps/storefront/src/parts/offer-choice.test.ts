import { expect, test } from 'vitest'
import type { CartActivityWire, CartCouponWire } from '#contract/cart-shapes.ts'
import { choiceIn, choiceQuery, choiceSent, couponsWith, giftsNow, giftsWith } from './offer-choice.ts'

const coupon = (id: number, stackable: 0 | 1): CartCouponWire => ({
  id,
  name: `券 ${id}`,
  face: '¥10',
  threshold_text: '无门槛',
  scope_text: '全场通用',
  valid_until: '2026-12-31T16:00:00.000Z',
  stackable,
  amount: '10.00',
  usable: 1,
  selected: 0,
  why: '',
})
const gift = (id: number, tier: number, choose: number) => ({
  id,
  tier_id: tier,
  choose,
  goods_id: id,
  name: `赠品 ${id}`,
  unit: '盒',
  number: 1,
  image: '',
  selected: 0,
  open: 1,
  why: '',
})
const activity: CartActivityWire = {
  id: 7,
  kind: 'gift',
  tag: '赠',
  name: '满额赠',
  ends_at: '2026-12-31T16:00:00.000Z',
  line_ids: [],
  amount: '0.00',
  number: 0,
  reduction: '0.00',
  text: '',
  fill_url: '/Hdzx/7',
  tiers: [
    { id: 1, text: '', amount: '0.00', number: 0, status: 1, missing: '' },
    { id: 2, text: '', amount: '0.00', number: 0, status: 1, missing: '' },
    { id: 3, text: '', amount: '0.00', number: 0, status: 2, missing: '10.00' },
  ],
  gifts: [gift(11, 1, 0), gift(21, 2, 2), gift(22, 2, 2), gift(23, 2, 2), gift(31, 3, 0)],
  exchanges: [],
}

test('地址里的选择：没写是自动，0 是一张不用，读不懂的当没写', () => {
  expect(choiceIn(new URLSearchParams('coupons=0&zps=3,4,3'))).toEqual({ coupons: [], zps: [3, 4] })
  expect(choiceIn(new URLSearchParams('coupons=abc'))).toEqual({ coupons: null, zps: null })
  expect(choiceQuery({ coupons: [], zps: [3, 4] })).toEqual({ coupons: '0', zps: '3,4' })
  expect(choiceSent({ coupons: null, zps: null })).toEqual({})
  expect(choiceSent({ coupons: [], zps: [3] })).toEqual({ coupons: [0], zps: [3] })
})

test('不可叠加的券只留一张，可叠加的随它一起用', () => {
  const held = [coupon(1, 0), coupon(2, 0), coupon(3, 1), coupon(4, 1)]
  expect(couponsWith(held, new Set([1, 3]), 2, true)).toEqual([3, 2])
  expect(couponsWith(held, new Set([1, 3]), 4, true)).toEqual([1, 3, 4])
  expect(couponsWith(held, new Set([1, 3]), 1, false)).toEqual([3])
})

test('任选几种的赠品，多选一种时换下最先选的；其他活动的赠品不动', () => {
  const [, first, second, third] = activity.gifts
  if (!first || !second || !third) throw new Error('no gifts')
  expect(giftsWith([activity], new Set([99, 21]), second, true)).toEqual([99, 21, 22])
  expect(giftsWith([activity], new Set([99, 21, 22]), third, true)).toEqual([99, 22, 23])
  expect(giftsWith([activity], new Set([99, 21]), first, false)).toEqual([99])
})

test('可选的赠品只是已达的最高一档的', () => {
  expect(giftsNow(activity).map(({ id }) => id)).toEqual([21, 22, 23])
  expect(giftsNow({ ...activity, tiers: activity.tiers.slice(2) })).toEqual([])
})
