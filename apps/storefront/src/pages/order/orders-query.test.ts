import { expect, test } from 'vitest'
import { isFiltered, ordersQuery, ordersView, viewValues } from './orders-query.ts'

const view = (text: string) => ordersView(new URL(`http://shop/order?${text}`))

test('地址栏里的筛选原样变成查询', () => {
  expect(ordersQuery(view('status=paid&keywords=板蓝根&from=2026-11-01&to=2026-11-20&page=3'))).toEqual({
    status: 'paid',
    keywords: '板蓝根',
    start_time: '2026-11-01',
    end_time: '2026-11-20',
    page: 3,
    per_page: 10,
  })
})
test.each(['status=sold&from=2026-13-45&to=yesterday&page=0', 'page=-1', 'page=1.5', 'page=abc&keywords=%20', ''])(
  '没有意义的值 %s 当作没有要求',
  (text) => {
    expect(ordersQuery(view(text))).toEqual({ status: 'all', page: 1, per_page: 10 })
    expect(isFiltered(view(text))).toBe(false)
  },
)
test('链接里只写真正要求的', () => {
  expect(Object.entries(viewValues(view('status=all&page=1&keywords=a'))).filter(([, value]) => value !== undefined)).toEqual([
    ['keywords', 'a'],
  ])
})
