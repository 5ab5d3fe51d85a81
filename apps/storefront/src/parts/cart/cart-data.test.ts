import { expect, test } from 'vitest'
import type { CartLineWire, CartListWire, CartTotalWire } from '#contract/cart-shapes.ts'
import type { GoodsCardWire } from '#contract/goods.ts'
import {
  blockedIds,
  cartSections,
  filterChips,
  lineName,
  mayKeep,
  nextTierAt,
  otherActivities,
  selectedIds,
  tickedOf,
  withLine,
  withoutLines,
  withSelected,
} from './cart-data.ts'

const goods = { id: 1, name: '板蓝根颗粒' } as GoodsCardWire
const total: CartTotalWire = {
  total: '10.00',
  goods_amount: '10.00',
  reduction_amount: '0.00',
  rows: [],
  cashback: '0.00',
  points: 0,
  no_trans_order_amount: '0.00',
  shipping_amount: '0.00',
  shipping_note: '',
  selected_lines: 1,
  selected_number: 1,
  line_count: 1,
}
const line = (id: number, change: Partial<CartLineWire> = {}): CartLineWire => ({
  id,
  goods,
  ck_id: 1,
  number: 10,
  step: 1,
  min: 1,
  max: 100,
  price: '1.00',
  raw_price: null,
  amount: '10.00',
  reduction: '0.00',
  net: '10.00',
  price_source: null,
  price_note: '',
  explanation: [],
  dropped: null,
  combination: null,
  goods_type: 0,
  type: 0,
  goods_price_id: 0,
  ladder_price_id: 0,
  goods_manjian_id: 0,
  goods_manjian_amount: '0.00',
  manjian_id: 0,
  manjian_choice: null,
  manjians: [],
  with_coupon: 1,
  exchange_id: 0,
  gift_data: { total: 0, type: 0, text: '' },
  is_yj: 0,
  is_selected: 1,
  can_buy: 1,
  reasons: [],
  ...change,
})
const blocked = { can_buy: 0, is_selected: 0 } as const
const cart = (list: CartLineWire[], groups: number[][]): CartListWire => ({
  list,
  total,
  activities: [],
  manjians: [],
  sphgs: [],
  coupons: [],
  groups: groups.map((line_ids, index) => ({
    key: `g${index}`,
    tag: '',
    name: `组${index}`,
    rule: '',
    ends_at: null,
    activity_id: 0,
    line_ids,
  })),
})

test('筛选的数目与筛出来的行一致', () => {
  const lines = [line(1), line(2, { type: 1, goods_price_id: 8 }), line(3, { dropped: '0.30' }), line(4, blocked)]
  expect(filterChips(lines).map(({ name, count }) => `${name} ${count}`)).toEqual(['全部 4', '可购 3', '有活动 1', '降价 1', '失效 1'])
  const sections = cartSections(cart(lines, [[2], [1, 3, 4]]), 'blocked')
  expect(sections.map((section) => section.lines.map(({ id }) => id))).toEqual([[4]])
})

test('分组和行的次序照服务器的回答，不能购买的排在本组最后', () => {
  const sections = cartSections(cart([line(1), line(2), line(3), line(4, blocked)], [[3], [4, 2, 1]]), 'all')
  expect(sections.map((section) => section.lines.map(({ id }) => id))).toEqual([[3], [2, 1, 4]])
})

test('不能购买的商品不参与全选，也选不上', () => {
  const lines = [line(1), line(2, { is_selected: 0 }), line(3, blocked)]
  expect(tickedOf(lines)).toBe('some')
  const all = withSelected(cart(lines, [[1, 2, 3]]), [1, 2, 3], 1)
  expect(tickedOf(all.list)).toBe('all')
  expect(selectedIds(all.list)).toEqual([1, 2])
  expect(blockedIds(all.list)).toEqual([3])
  expect(tickedOf([line(3, blocked)])).toBe('none')
})

test('改一行的数量，其他行还是原来的对象，不会重画', () => {
  const before = cart([line(1), line(2)], [[1, 2]])
  const after = withLine(before, line(2, { number: 20, amount: '20.00' }))
  expect(after.list[0]).toBe(before.list[0])
  expect(after.list[1]?.number).toBe(20)
})

test('删掉一组的最后一行，这一组也不在了', () => {
  const before = cart([line(1), line(2)], [[1], [2]])
  const after = withoutLines(before, [2])
  expect(after.list.map(({ id }) => id)).toEqual([1])
  expect(after.groups.map(({ name }) => name)).toEqual(['组0'])
  expect(after.groups[0]).toBe(before.groups[0])
})

test('组合按组合的名字和套数显示；组合和换购商品不能移入收藏', () => {
  const bundle = line(1, { combination: { id: 3, name: '感冒护理组合', goods: [] } })
  expect(lineName(bundle)).toBe('感冒护理组合')
  expect(lineName(line(2))).toBe('板蓝根颗粒')
  expect([bundle, line(2), line(3, { exchange_id: 8 })].map(mayKeep)).toEqual([false, true, false])
})

test('活动在它的组里显示一次，没有组的活动另列', () => {
  const activity = (id: number) => ({ id }) as CartListWire['activities'][number]
  const before = cart([line(1)], [[1]])
  const grouped = {
    ...before,
    activities: [activity(7), activity(9)],
    groups: before.groups.map((group) => ({ ...group, activity_id: 7 })),
  }
  expect(cartSections(grouped, 'all').map((section) => section.activity?.id)).toEqual([7])
  expect(otherActivities(grouped).map(({ id }) => id)).toEqual([9])
})

test('再买几盒只按算它时的数量算一次：数量在路上，或已不是那个数，就不提示加到几盒', () => {
  const missing = { heldThen: 1, more: 19 }
  expect(nextTierAt(line(1, { number: 1 }), missing, false)).toBe(20)
  // 7 is typed: on its way, then held, then counted anew.
  expect(nextTierAt(line(1, { number: 1 }), missing, true)).toBeNull()
  expect(nextTierAt(line(1, { number: 7 }), missing, false)).toBeNull()
  expect(nextTierAt(line(1, { number: 7 }), { heldThen: 7, more: 13 }, false)).toBe(20)
  expect(nextTierAt(line(1), undefined, false)).toBeNull()
})
