import { expect, it } from 'vitest'
import { leaveTrail, placeOn } from './list-trail.ts'

function kept() {
  const rows = new Map<string, string>()
  return { getItem: (key: string) => rows.get(key) ?? null, setItem: (key: string, value: string) => void rows.set(key, value) }
}

it('从列表打开的记录知道自己的前后，和回到哪一页列表', () => {
  const store = kept()
  leaveTrail({ list: '/orders?status=paid', records: ['/orders/7', '/orders/5?tab=log', '/orders/3'] }, store)
  expect(placeOn('/orders/5', store)).toEqual({
    list: '/orders?status=paid',
    at: 1,
    count: 3,
    next: '/orders/3',
    former: '/orders/7',
  })
  expect(placeOn('/orders/3', store)?.next).toBeNull()
})

it('不是从列表打开的记录没有前后；记下的坏了也不碍事', () => {
  const store = kept()
  expect(placeOn('/orders/5', store)).toBeNull()
  store.setItem('list-trail', '{')
  expect(placeOn('/orders/5', store)).toBeNull()
})
