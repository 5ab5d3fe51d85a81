import type { OrderState as State } from '#contract/order.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'

const STATES: Record<State, { tone: StateTone; name: string }> = {
  pending_payment: { tone: 'wait', name: '待付款' },
  paid: { tone: 'moving', name: '待拣货' },
  picking: { tone: 'moving', name: '拣货中' },
  shipped: { tone: 'moving', name: '待收货' },
  received: { tone: 'ok', name: '已收货' },
  completed: { tone: 'ok', name: '已完成' },
  cancelled: { tone: 'closed', name: '已取消' },
}

/** How an order stands. name: the server's word, where the answer has one. */
export function OrderState({ status, name }: { status: State; name?: string }) {
  const state = STATES[status]
  return <StateBadge tone={state.tone}>{name ?? state.name}</StateBadge>
}
