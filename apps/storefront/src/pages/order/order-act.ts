import type { OrderRowWire } from '#contract/order.ts'

export type ActionOrder = Pick<OrderRowWire, 'id' | 'no' | 'is_hm'>
export type ActionKey = OrderRowWire['actions'][number]['key']
export type Act = (key: ActionKey, order: ActionOrder) => void
