import type { OrderState } from '#contract/order.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const TONES: Readonly<Record<OrderState, Tone>> = {
  pending_payment: 'waiting',
  paid: 'waiting',
  picking: 'moving',
  shipped: 'moving',
  received: 'done',
  completed: 'done',
  cancelled: 'closed',
}

/** The parts of an address that choose a tab: a state, or one of the two queues. */
export const TAB_NAMES = ['status', 'held', 'after_sale'] as const
export const tabOf = (params: URLSearchParams): string =>
  params.get('held') === '1' ? 'held' : params.get('after_sale') === '1' ? 'after_sale' : (params.get('status') ?? 'all')
export const tabChange = (key: string): Record<string, string> => ({
  status: key === 'all' || key === 'held' || key === 'after_sale' ? '' : key,
  held: key === 'held' ? '1' : '',
  after_sale: key === 'after_sale' ? '1' : '',
})

interface Standing {
  status: OrderState
  held_at: string | null
  hold_text: string
  short: string
  after_sale: number
  gathered_at?: string | null
}

/** What is the matter with an order now, and who is to act; what needs nobody says so. */
export function nextStep(order: Standing): { text: string; tone: 'warning' | 'error' | 'info' | 'success' } {
  if (order.held_at !== null) return { text: `订单暂停：${order.hold_text}`, tone: 'error' }
  if (order.short) return { text: `拣货报缺：${order.short}`, tone: 'warning' }
  if (order.after_sale === 1) return { text: '有未办结的售后', tone: 'warning' }
  const texts: Record<OrderState, string> = {
    pending_payment: '等客户付款',
    paid: '等仓库拣货',
    picking: order.gathered_at ? '已拣完，等另一人复核发货' : '仓库正在拣货',
    shipped: '已发出，等客户收货',
    received: '已收货，售后期满自动完成',
    completed: '已完成',
    cancelled: '已取消，已付款项原路退回',
  }
  return { text: texts[order.status], tone: order.status === 'completed' || order.status === 'received' ? 'success' : 'info' }
}

/** Cancelling after picking has begun is only for what is held. */
export const mayCancel = ({ status, held_at }: Standing): boolean =>
  status === 'pending_payment' || status === 'paid' || (status === 'picking' && held_at !== null)
