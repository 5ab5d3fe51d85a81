import { expect, it } from 'vitest'
import { entryOf, MENU } from './menu.ts'

it.each([
  ['/wdqb', '', '钱包总览'],
  ['/yegl', '', '余额'],
  ['/order', '?status=paid', '我的订单'],
  ['/order/afterSales', '?status=open', '退货售后'],
  ['/order/afterSales/apply', '?order=3', '退货售后'],
  ['/order/info/12', '', '我的订单'],
  ['/order/returnInfo/3', '', '退货售后'],
  ['/order/afterSalesInfo/3', '', '退货售后'],
  ['/pzqg/info', '?id=3', '品种求购'],
  ['/zhzx/wdxx', '', '我的消息'],
  ['/dzzl', '', '资料首页'],
  ['/qyzl', '', '企业资料'],
  ['/user', '', undefined],
])('页面 %s%s 在菜单里是「%s」', (pathname, search, text) => {
  expect(entryOf(pathname, search)?.text).toBe(text)
})

it('菜单里没有两项通向同一处', () => {
  const all = MENU.flatMap(({ entries }) => entries.map(({ to }) => to))
  expect(new Set(all).size).toBe(all.length)
})
