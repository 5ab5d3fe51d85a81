import type { OrderDetailWire, OrderState } from '#contract/order.ts'

/** In which states a buyer may well look for an action that is not open; elsewhere its reason would be noise. */
const EXPECTED: Partial<Record<OrderDetailWire['actions'][number]['key'], readonly OrderState[]>> = {
  cancel: ['picking', 'shipped'],
  pay: ['pending_payment'],
}

/** The server's reasons for what cannot be done now, where somebody would want to do it. */
export function whyShut(order: Pick<OrderDetailWire, 'status' | 'actions'>): { key: string; text: string }[] {
  return order.actions
    .filter((action) => !action.open && action.why !== '' && EXPECTED[action.key]?.includes(order.status))
    .map((action) => ({ key: action.key, text: `${action.text}：${action.why}` }))
}
