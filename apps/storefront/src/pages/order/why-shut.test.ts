import { expect, test } from 'vitest'
import type { OrderDetailWire } from '#contract/order.ts'
import { whyShut } from './why-shut.ts'

const actions: OrderDetailWire['actions'] = [
  { key: 'cancel', text: '取消订单', open: false, why: '仓库已开始拣货' },
  { key: 'receive', text: '确认收货', open: false, why: '尚未发货' },
  { key: 'reorder', text: '再来一单', open: true, why: '' },
]

test('拣货中的订单说明为什么不能取消；还没发货，不说不能收货', () => {
  expect(whyShut({ status: 'picking', actions }).map(({ text }) => text)).toEqual(['取消订单：仓库已开始拣货'])
})
test('已取消、已完成的订单不再解释', () => {
  expect(whyShut({ status: 'cancelled', actions })).toEqual([])
  expect(whyShut({ status: 'completed', actions })).toEqual([])
})
