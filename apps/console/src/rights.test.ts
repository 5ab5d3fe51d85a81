import { describe, expect, test } from 'vitest'
import { allows, navigation, pageAt } from './rights.ts'
import type { Zone } from './zone.ts'

const load = async () => ({ default: () => null })
const ZONES: readonly Zone[] = [
  {
    pages: [
      { path: 'orders', title: '订单', area: 'orders', needs: 'orders.view', load },
      { path: 'orders/held', title: '暂停的订单', area: 'orders', needs: ['orders.release', 'orders.cancel'], load },
      { path: 'orders/:id', title: '订单', area: 'orders', needs: 'orders.view', load },
    ],
  },
  { pages: [{ path: '', title: '工作台', area: 'desk', load }] },
]

describe('运营后台的导航', () => {
  test('没有权限的区域不出现，人人可进的工作台总在最前', () => {
    expect(navigation(ZONES, []).map(({ area }) => area)).toEqual(['desk'])
    expect(navigation(ZONES, ['orders.view']).map(({ area }) => area)).toEqual(['desk', 'orders'])
  })
  test('几项权限有其一即可进入，单据页不进菜单', () => {
    const titles = (held: string[]) => navigation(ZONES, held).flatMap(({ pages }) => pages.map(({ path }) => path))
    expect(titles(['orders.cancel'])).toEqual(['', 'orders/held'])
    expect(titles(['orders.view', 'orders.release'])).toEqual(['', 'orders', 'orders/held'])
  })
  test('权限按整个词比，不按开头', () => {
    expect(allows(['orders.viewall', 'orders'], 'orders.view')).toBe(false)
    expect(allows([], undefined)).toBe(true)
  })
  test('地址对应的页面：写明的胜过带编号的', () => {
    expect(pageAt(ZONES, '/orders/held')?.title).toBe('暂停的订单')
    expect(pageAt(ZONES, '/orders/1288')?.path).toBe('orders/:id')
    expect(pageAt(ZONES, '/')?.title).toBe('工作台')
    expect(pageAt(ZONES, '/orders/1288/more')).toBeUndefined()
  })
})
