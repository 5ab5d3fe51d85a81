/**
 * The life of an order (domain rule 'Orders'): one function decides every transition, who may ask for it, and what must
 * happen with it. Asking again for what has already happened is a replay without effect.
 */
export type OrderStatus = 'pending_payment' | 'paid' | 'picking' | 'shipped' | 'received' | 'completed' | 'cancelled'

export const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  pending_payment: '待付款',
  paid: '待拣货',
  picking: '拣货中',
  shipped: '待收货',
  received: '已收货',
  completed: '已完成',
  cancelled: '已取消',
}

/** Why no return can be applied for while an order is in this state; empty: one may be. */
export function afterSaleRefusal(status: OrderStatus): string {
  if (status === 'cancelled') return '订单已取消'
  return status === 'shipped' || status === 'received' || status === 'completed' ? '' : '订单尚未发货，如不需要请取消订单'
}

export interface OrderFacts {
  status: OrderStatus
  payBefore: Date | null
  /** It waits since then: neither paid, picked nor shipped until staff release it (domain rule 'Orders'). Left out: it does not. */
  heldAt?: Date | null
}

export interface OrderActor {
  kind: 'buyer' | 'staff' | 'system'
  name: string
}

/** What staff say of a shipment for its papers; of cold goods also what they go in and what records the way. */
export interface ShippingSlip {
  carrier?: string | undefined
  waybill?: string | undefined
  packages?: number | undefined
  /** Who has checked it once more; none: who ships it. */
  checker?: string | undefined
  remark?: string | undefined
  transport?: string | undefined
  boxNo?: string | undefined
  recorderNo?: string | undefined
  startCelsius?: number | undefined
}

export type OrderCommand =
  /** The whole amount has arrived. */
  | { type: 'settle'; channelName: string }
  | { type: 'cancel'; reason: string }
  /** The time to pay is over. */
  | { type: 'expire' }
  | { type: 'pick' }
  /** Who brings it; the shop's own drivers where nobody is named. */
  | ({ type: 'ship' } & ShippingSlip)
  | { type: 'receive' }
  | { type: 'complete' }

export interface OrderMove {
  kind: 'move'
  to: OrderStatus
  /** For the log that the buyer reads. */
  text: string
  /** What the service does in the same transaction. */
  effects: { releaseStock?: true; giveBackPaid?: true; closePayments?: true; shipStock?: true; recogniseSale?: true }
}
export type OrderDecision =
  | OrderMove
  | { kind: 'replay' }
  | { kind: 'refuse'; reason: 'NOT_ALLOWED' | 'TOO_EARLY' | 'WRONG_STATE' | 'HELD'; message: string }
  /** Money arrived for an order that does not want it (cancelled, or paid already): it goes back the way it came. */
  | { kind: 'surplus'; text: string }

const STAGES: readonly OrderStatus[] = ['pending_payment', 'paid', 'picking', 'shipped', 'received', 'completed']

/** Who may ask for which transition. A buyer's payment arrives through the system. */
const MAY: Readonly<Record<OrderCommand['type'], readonly OrderActor['kind'][]>> = {
  settle: ['system', 'buyer', 'staff'],
  cancel: ['buyer', 'staff', 'system'],
  expire: ['system'],
  pick: ['staff'],
  ship: ['staff'],
  receive: ['buyer', 'staff', 'system'],
  complete: ['staff', 'system'],
}

export function decide(order: OrderFacts, command: OrderCommand, by: OrderActor, now: Date): OrderDecision {
  if (!MAY[command.type].includes(by.kind)) return { kind: 'refuse', reason: 'NOT_ALLOWED', message: '您没有权限进行此操作' }
  switch (command.type) {
    case 'settle':
      return settle(order, command.channelName)
    case 'cancel':
      return cancel(order, command.reason, by)
    case 'expire':
      return expire(order, now)
    case 'pick':
      return advance(order, 'paid', { kind: 'move', to: 'picking', text: '开始拣货', effects: {} })
    case 'ship':
      return advance(order, 'picking', { kind: 'move', to: 'shipped', text: '已出库发货', effects: { shipStock: true } })
    case 'receive':
      return advance(order, 'shipped', { kind: 'move', to: 'received', text: '确认收货', effects: {} })
    case 'complete':
      return advance(order, 'received', { kind: 'move', to: 'completed', text: '订单完成', effects: { recogniseSale: true } })
    default:
      return unreachable(command)
  }
}

function settle(order: OrderFacts, channelName: string): OrderDecision {
  if (order.status === 'pending_payment') {
    return { kind: 'move', to: 'paid', text: `${channelName}到账，订单已付款`, effects: { closePayments: true } }
  }
  const why = order.status === 'cancelled' ? '订单已取消' : '订单已付款'
  return { kind: 'surplus', text: `${why}，${channelName}到账的款项将原路退回` }
}

const isHeld = (order: OrderFacts): boolean => order.heldAt !== undefined && order.heldAt !== null

function cancel(order: OrderFacts, reason: string, by: OrderActor): OrderDecision {
  const text = reason ? `取消订单：${reason}` : '取消订单'
  switch (order.status) {
    case 'cancelled':
      return { kind: 'replay' }
    case 'pending_payment':
      return { kind: 'move', to: 'cancelled', text, effects: { releaseStock: true, giveBackPaid: true, closePayments: true } }
    case 'paid':
      return paidBack(text)
    case 'picking':
      // What waits in the middle of picking can be put back by staff; nothing has left the house.
      if (!isHeld(order) || by.kind !== 'staff')
        return { kind: 'refuse', reason: 'WRONG_STATE', message: '订单已开始拣货，不能取消，请联系客户经理' }
      return paidBack(text)
    case 'shipped':
    case 'received':
    case 'completed':
      return { kind: 'refuse', reason: 'WRONG_STATE', message: '订单已发货，不能取消，如有问题请申请售后' }
    default:
      return unreachable(order.status)
  }
}

const paidBack = (text: string): OrderMove => ({
  kind: 'move',
  to: 'cancelled',
  text: `${text}，已付款项原路退回`,
  effects: { releaseStock: true, giveBackPaid: true, closePayments: true },
})

/** Only an unpaid order can run out of time; whatever was paid meanwhile stays. */
function expire(order: OrderFacts, now: Date): OrderDecision {
  if (order.status !== 'pending_payment' || order.payBefore === null) return { kind: 'replay' }
  if (now < order.payBefore) return { kind: 'refuse', reason: 'TOO_EARLY', message: '还未到支付截止时间' }
  return {
    kind: 'move',
    to: 'cancelled',
    text: '超时未付款，系统自动取消',
    effects: { releaseStock: true, giveBackPaid: true, closePayments: true },
  }
}

/** One step along the stages: from the stage before; a replay where the order is there or further. */
function advance(order: OrderFacts, from: OrderStatus, move: OrderMove): OrderDecision {
  if (order.status === from) return isHeld(order) && HELD_BACK.has(move.to) ? { kind: 'refuse', reason: 'HELD', message: HELD } : move
  if (order.status !== 'cancelled' && STAGES.indexOf(order.status) >= STAGES.indexOf(move.to)) return { kind: 'replay' }
  return { kind: 'refuse', reason: 'WRONG_STATE', message: `订单${STATUS_NAMES[order.status]}，不能${ACTION_NAMES[move.to] ?? '操作'}` }
}

const HELD_BACK: ReadonlySet<OrderStatus> = new Set(['picking', 'shipped'])
const HELD = '订单已暂停处理'

const ACTION_NAMES: Readonly<Partial<Record<OrderStatus, string>>> = {
  picking: '拣货',
  shipped: '发货',
  received: '确认收货',
  completed: '完成',
}

function unreachable(value: never): never {
  throw new Error(`not a known case: ${JSON.stringify(value)}`)
}

export interface OrderActionAnswer {
  key: 'pay' | 'cancel' | 'receive' | 'reorder' | 'after_sale'
  text: string
  open: boolean
  /** Why it is not open; empty when it is. */
  why: string
}

/** What the buyer can do with an order now; what is shown but shut says why. */
export function buyerActions(order: OrderFacts, now: Date): OrderActionAnswer[] {
  const buyer: OrderActor = { kind: 'buyer', name: '' }
  const refused = afterSaleRefusal(order.status)
  const of = (key: 'cancel' | 'receive', text: string, command: OrderCommand): OrderActionAnswer => {
    const decision = decide(order, command, buyer, now)
    const why = decision.kind === 'refuse' ? decision.message : decision.kind === 'replay' ? `订单${STATUS_NAMES[order.status]}` : ''
    return { key, text, open: decision.kind === 'move', why }
  }
  return [
    { key: 'pay', text: '去支付', ...payable(order, now) },
    of('cancel', '取消订单', { type: 'cancel', reason: '' }),
    of('receive', '确认收货', { type: 'receive' }),
    { key: 'reorder', text: '再来一单', open: true, why: '' },
    { key: 'after_sale', text: '申请售后', open: refused === '', why: refused },
  ]
}

/** May a payment be started? Money that arrives late is another matter: see settle. Why an order waits is asked where it is paid. */
export function payable(order: OrderFacts, now: Date): { open: boolean; why: string } {
  if (order.status === 'cancelled') return { open: false, why: '订单已取消' }
  if (order.status !== 'pending_payment') return { open: false, why: '订单已付款' }
  if (order.payBefore !== null && now >= order.payBefore) return { open: false, why: '已超过支付时间，订单将自动取消' }
  return { open: true, why: '' }
}

export interface OrderStep {
  name: string
  at: Date | null
  state: 'done' | 'now' | 'todo'
}

export interface OrderTimes {
  createdAt: Date
  paidAt: Date | null
  /** From the log; the order itself keeps no time of it. */
  pickedAt: Date | null
  shippedAt: Date | null
  receivedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
}

/** The line of steps on the order's page. A cancelled order shows what happened before, and the cancelling. */
export function orderSteps(status: OrderStatus, times: OrderTimes): OrderStep[] {
  const all: { name: string; at: Date | null; status: OrderStatus | null }[] = [
    { name: '提交订单', at: times.createdAt, status: null },
    { name: '支付成功', at: times.paidAt, status: 'paid' },
    { name: '拣货复核', at: times.pickedAt, status: 'picking' },
    { name: '已发货', at: times.shippedAt, status: 'shipped' },
    { name: '收货', at: times.receivedAt, status: 'received' },
    { name: '完成', at: times.completedAt, status: 'completed' },
  ]
  if (status === 'cancelled') {
    const past = all.filter((step) => step.at !== null).map((step): OrderStep => ({ name: step.name, at: step.at, state: 'done' }))
    return [...past, { name: '已取消', at: times.cancelledAt, state: 'now' }]
  }
  const reached = STAGES.indexOf(status)
  return all.map((step, index) => ({
    name: step.name,
    at: index <= reached ? step.at : null,
    state: index < reached || status === 'completed' ? 'done' : index === reached ? 'now' : 'todo',
  }))
}

/** Days after which an order goes on by itself: goods that nobody reports missing are received, and returns are over. */
export const RECEIVED_AFTER_DAYS = 15
export const COMPLETED_AFTER_DAYS = 7

/** The moment by which an order must be paid. Units: minutes; flash-sale stock is held for less long. */
export interface PayDeadlines {
  ordinaryMinutes: number
  flashMinutes: number
  ephedrineMinutes: number
}
/** 24 hours, 30 minutes with flash-sale goods (domain rule 'Cart and stock'). */
export const DEFAULT_DEADLINES: PayDeadlines = { ordinaryMinutes: 24 * 60, flashMinutes: 30, ephedrineMinutes: 24 * 60 }

export function payBefore(order: { hasFlash: boolean; isEphedrine: boolean }, deadlines: PayDeadlines, now: Date): Date {
  const { flashMinutes, ephedrineMinutes, ordinaryMinutes } = deadlines
  const minutes = order.hasFlash ? flashMinutes : order.isEphedrine ? ephedrineMinutes : ordinaryMinutes
  return new Date(now.getTime() + minutes * 60_000)
}
