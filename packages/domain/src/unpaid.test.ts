import { expect, it } from 'vitest'
import { DEFAULT_UNPAID_LIMITS, unpaidLimitsFrom, unpaidRefusal } from './unpaid.ts'

const stock = (held: number, available: number) => [{ name: '某片', unit: '盒', held, available }]

it.each([
  ['一半正好', 20, 500, 500, null],
  ['一半多一盒', 20, 501, 499, 'UNPAID_STOCK'],
  ['库存少，50 盒以内', 1, 50, 0, null],
  ['库存少，51 盒', 1, 51, 9, 'UNPAID_STOCK'],
  ['第 21 笔', 21, 1, 999, 'UNPAID_ORDERS'],
])('%s', (_name, orders, held, available, code) =>
  expect(unpaidRefusal(orders, stock(held, available), DEFAULT_UNPAID_LIMITS)?.code ?? null).toBe(code),
)

it.each([
  [null, DEFAULT_UNPAID_LIMITS],
  [{ orders: 5 }, { orders: 5, share: 50, floor: 50 }],
  [{ orders: 0, share: 101, floor: 1.5 }, DEFAULT_UNPAID_LIMITS],
  [
    { orders: '5', share: 100, floor: 0 },
    { orders: 20, share: 100, floor: 0 },
  ],
])('设置 %j 读作 %j', (setting, limits) => expect(unpaidLimitsFrom(setting)).toEqual(limits))
