import { addDays, beijingDate, type TradeDate } from './dates.ts'
import type { OrderStatus } from './orders.ts'

/**
 * After-sales (domain rule 'Orders'): what may be sent back or claimed, and the life of an application. As with orders, one
 * function decides every transition, and asking again for what has already happened is a replay without effect.
 */
export type AfterSaleKind = 'return' | 'refund_only'
export const KIND_NAMES: Readonly<Record<AfterSaleKind, string>> = { return: '退货退款', refund_only: '仅退款' }

export const REASONS = ['quality', 'damaged', 'wrong', 'short', 'near_expiry', 'other'] as const
export type AfterSaleReason = (typeof REASONS)[number]
export const REASON_NAMES: Readonly<Record<AfterSaleReason, string>> = {
  quality: '质量问题',
  damaged: '破损',
  wrong: '错发',
  short: '少发',
  near_expiry: '近效期',
  other: '其他',
}

/** Of these only a picture convinces. */
export const needsPhoto = (reason: AfterSaleReason): boolean => reason === 'quality' || reason === 'damaged' || reason === 'wrong'

/** The shop's or the carrier's fault: then shipping goes back too, once everything has come back. */
export const isShopsFault = (reason: AfterSaleReason): boolean => reason !== 'near_expiry' && reason !== 'other'

/** Days after receipt within which an application may be made; quality problems may be claimed while the batch is in date. */
export const APPLY_WITHIN_DAYS = 7
/** Days after the approval within which the goods must be on their way back. */
export const SEND_WITHIN_DAYS = 7

// ── May this be applied for? ──

export interface SoldOrder {
  status: OrderStatus
  isEphedrine: boolean
  receivedAt: Date | null
}

/** Which kinds there are for a reason now; empty: none. */
export function kindsFor(order: SoldOrder, reason: AfterSaleReason): AfterSaleKind[] {
  if (order.status === 'shipped') return reason === 'quality' || reason === 'near_expiry' ? [] : ['refund_only']
  if (reason === 'short') return ['refund_only']
  return reason === 'near_expiry' || reason === 'other' ? ['return'] : ['return', 'refund_only']
}

/** The last Beijing day on which goods received then may be applied for; null: not received yet, no end. */
export const lastDayOf = (receivedAt: Date | null): TradeDate | null =>
  receivedAt === null ? null : addDays(beijingDate(receivedAt), APPLY_WITHIN_DAYS)

/** Why this reason is not open for this order now; empty: it is. */
export function reasonRefusal(order: SoldOrder, reason: AfterSaleReason, today: TradeDate): string {
  if (order.isEphedrine && !isShopsFault(reason)) return '含特殊药品复方制剂仅受理质量问题、破损、错发、少发'
  if (kindsFor(order, reason).length === 0) return '请先确认收货'
  const last = lastDayOf(order.receivedAt)
  if (reason !== 'quality' && last !== null && today > last) return `已超过收货后 ${APPLY_WITHIN_DAYS} 天的申请期限`
  return ''
}

export interface SoldBatch {
  name: string
  unit: string
  expiryDate: TradeDate
  coldChain: boolean
  /** Sold as near expiry, at the price of it. */
  isNearExpiry: boolean
  /** Bought units of this batch, and those that came back or are applied for. */
  number: number
  taken: number
}

export const leftOf = (batch: SoldBatch): number => batch.number - batch.taken

/** Why this batch cannot be applied for with this reason; empty: it can. The order's own refusals come first. */
export function batchRefusal(batch: SoldBatch, kind: AfterSaleKind, reason: AfterSaleReason, today: TradeDate): string {
  if (leftOf(batch) <= 0) return '已全部申请售后'
  // Once a cold chain has left the house nobody can vouch for it: what comes back is destroyed, so only its own fault counts.
  if (batch.coldChain && reason !== 'quality' && !(reason === 'short' && kind === 'refund_only'))
    return '冷链商品仅受理质量问题（少发可申请仅退款）'
  if (reason === 'quality' && batch.expiryDate < today) return '该批次已过有效期'
  if (reason === 'near_expiry' && batch.isNearExpiry) return '近效期特价商品不因近效期退货'
  return ''
}

/**
 * May units that were accepted be sold again? never: they did not come back, or nobody can vouch for how they were kept.
 * if_said: only where staff say so: what was reported short may still lie in the house. What was sent back for its quality, or broken, is not
 * called good by whoever unpacks it.
 */
export function resaleOf(kind: AfterSaleKind, reason: AfterSaleReason, coldChain: boolean): 'never' | 'if_said' | 'unless_said' {
  if (kind === 'refund_only') return reason === 'short' ? 'if_said' : 'never'
  return coldChain || reason === 'quality' || reason === 'damaged' ? 'never' : 'unless_said'
}

// ── The life of an application ──

export const AFTER_SALE_STATUSES = ['reviewing', 'sending', 'inspecting', 'refunding', 'refunded', 'rejected', 'cancelled'] as const
export type AfterSaleStatus = (typeof AFTER_SALE_STATUSES)[number]
export const AFTER_SALE_STATUS_NAMES: Readonly<Record<AfterSaleStatus, string>> = {
  reviewing: '待审核',
  sending: '待寄回',
  inspecting: '待验收',
  refunding: '退款中',
  refunded: '已退款',
  rejected: '已驳回',
  cancelled: '已撤销',
}
const OPEN: readonly AfterSaleStatus[] = ['reviewing', 'sending', 'inspecting', 'refunding']
export const isOpen = (status: AfterSaleStatus): boolean => OPEN.includes(status)

export interface AfterSaleFacts {
  kind: AfterSaleKind
  status: AfterSaleStatus
  carrier: string
  waybill: string
  approvedAt: Date | null
}
export interface AfterSaleActor {
  kind: 'buyer' | 'staff' | 'system'
  name: string
}

export type AfterSaleCommand =
  | { type: 'approve' }
  | { type: 'reject'; reason: string }
  | { type: 'send'; carrier: string; waybill: string }
  /** Inspected; what was accepted is refunded. waits: a part of the money has to be sent by a gateway or by finance. */
  | { type: 'refund'; text: string; waits: boolean }
  /** The last part of the money has arrived. */
  | { type: 'settle' }
  | { type: 'cancel' }
  /** Not sent back in time. */
  | { type: 'expire' }

export type AfterSaleDecision =
  | { kind: 'move'; to: AfterSaleStatus; text: string }
  | { kind: 'replay' }
  | { kind: 'refuse'; reason: 'NOT_ALLOWED' | 'TOO_EARLY' | 'WRONG_STATE'; message: string }

const MAY: Readonly<Record<AfterSaleCommand['type'], AfterSaleActor['kind']>> = {
  approve: 'staff',
  reject: 'staff',
  send: 'buyer',
  refund: 'staff',
  settle: 'system',
  cancel: 'buyer',
  expire: 'system',
}

const move = (to: AfterSaleStatus, text: string): AfterSaleDecision => ({ kind: 'move', to, text })
const REPLAY: AfterSaleDecision = { kind: 'replay' }

export function decideAfterSale(facts: AfterSaleFacts, command: AfterSaleCommand, by: AfterSaleActor, now: Date): AfterSaleDecision {
  if (MAY[command.type] !== by.kind) return { kind: 'refuse', reason: 'NOT_ALLOWED', message: '您没有权限进行此操作' }
  const { kind, status } = facts
  const wrong = (action: string): AfterSaleDecision => ({
    kind: 'refuse',
    reason: 'WRONG_STATE',
    message: `申请${AFTER_SALE_STATUS_NAMES[status]}，不能${action}`,
  })
  switch (command.type) {
    case 'approve':
      if (kind === 'refund_only') return { kind: 'refuse', reason: 'WRONG_STATE', message: '仅退款的申请无需寄回，请直接核定退款' }
      if (status === 'reviewing') return move('sending', `审核通过，请在 ${SEND_WITHIN_DAYS} 天内寄回商品并填写运单号`)
      return status === 'rejected' || status === 'cancelled' ? wrong('审核通过') : REPLAY
    case 'reject':
      if (status === 'rejected') return REPLAY
      if (status === 'reviewing') return move('rejected', `审核未通过：${command.reason}`)
      return status === 'inspecting' ? move('rejected', `验收未通过：${command.reason}`) : wrong('驳回')
    case 'send':
      return send(facts, command.carrier, command.waybill) ?? wrong('填写寄回运单')
    case 'refund':
      if (status === 'refunding' || status === 'refunded') return REPLAY
      if (status === (kind === 'return' ? 'inspecting' : 'reviewing')) return move(command.waits ? 'refunding' : 'refunded', command.text)
      return wrong('退款')
    case 'settle':
      if (status === 'refunded') return REPLAY
      return status === 'refunding' ? move('refunded', '退款已全部到账') : wrong('完成退款')
    case 'cancel':
      if (status === 'cancelled') return REPLAY
      if (status === 'reviewing' || status === 'sending') return move('cancelled', '撤销申请')
      return status === 'inspecting' ? { kind: 'refuse', reason: 'WRONG_STATE', message: '商品已寄回，不能撤销' } : wrong('撤销')
    case 'expire':
      if (status !== 'sending' || facts.approvedAt === null) return REPLAY
      if (now.getTime() < facts.approvedAt.getTime() + SEND_WITHIN_DAYS * 86_400_000)
        return { kind: 'refuse', reason: 'TOO_EARLY', message: '还未到寄回截止时间' }
      return move('cancelled', `审核通过后 ${SEND_WITHIN_DAYS} 天未寄回，系统自动撤销`)
    default:
      return unreachable(command)
  }
}

/** A waybill that was mistyped may be put right until the goods are inspected. */
function send({ status, carrier, waybill }: AfterSaleFacts, newCarrier: string, newWaybill: string): AfterSaleDecision | null {
  if (status === 'sending') return move('inspecting', `已寄回：${newCarrier} ${newWaybill}`)
  if (status !== 'inspecting') return null
  return carrier === newCarrier && waybill === newWaybill ? REPLAY : move('inspecting', `更正寄回运单：${newCarrier} ${newWaybill}`)
}

function unreachable(value: never): never {
  throw new Error(`not a known case: ${JSON.stringify(value)}`)
}

export interface AfterSaleAction {
  key: 'send' | 'cancel'
  text: string
  open: boolean
  why: string
}

/** What the buyer can do with an application now. */
export function afterSaleActions(facts: AfterSaleFacts, now: Date): AfterSaleAction[] {
  const buyer: AfterSaleActor = { kind: 'buyer', name: '' }
  const of = (key: AfterSaleAction['key'], text: string, command: AfterSaleCommand): AfterSaleAction => {
    const decision = decideAfterSale(facts, command, buyer, now)
    const why = decision.kind === 'refuse' ? decision.message : ''
    return { key, text, open: decision.kind === 'move', why }
  }
  return [
    of('send', facts.status === 'inspecting' ? '更正运单号' : '填写寄回运单', { type: 'send', carrier: '', waybill: '' }),
    of('cancel', '撤销申请', { type: 'cancel' }),
  ]
}

export interface AfterSaleStep {
  name: string
  at: Date | null
  state: 'done' | 'now' | 'todo'
}
export interface AfterSaleTimes {
  createdAt: Date
  approvedAt: Date | null
  sentAt: Date | null
  inspectedAt: Date | null
  refundedAt: Date | null
  closedAt: Date | null
}

/** The line of steps on the application's page; one that was closed shows what happened before, and the closing. */
export function afterSaleSteps({ kind, status }: Pick<AfterSaleFacts, 'kind' | 'status'>, times: AfterSaleTimes): AfterSaleStep[] {
  const all: { name: string; at: Date | null; reached: readonly AfterSaleStatus[] }[] = [
    { name: '提交申请', at: times.createdAt, reached: ['reviewing', 'sending', 'inspecting', 'refunding', 'refunded'] },
    ...(kind === 'return'
      ? [
          { name: '审核通过', at: times.approvedAt, reached: ['sending', 'inspecting', 'refunding', 'refunded'] as const },
          { name: '寄回商品', at: times.sentAt, reached: ['inspecting', 'refunding', 'refunded'] as const },
          { name: '验收合格', at: times.inspectedAt, reached: ['refunding', 'refunded'] as const },
        ]
      : [{ name: '核定退款', at: times.inspectedAt, reached: ['refunding', 'refunded'] as const }]),
    { name: '退款到账', at: times.refundedAt, reached: ['refunded'] },
  ]
  if (status === 'rejected' || status === 'cancelled') {
    const past = all.filter((step) => step.at !== null).map((step): AfterSaleStep => ({ name: step.name, at: step.at, state: 'done' }))
    return [...past, { name: AFTER_SALE_STATUS_NAMES[status], at: times.closedAt, state: 'now' }]
  }
  const last = all.findLastIndex((step) => step.reached.includes(status))
  return all.map((step, index) => ({
    name: step.name,
    at: index <= last ? step.at : null,
    state: index > last ? 'todo' : index < last || status === 'refunded' ? 'done' : 'now',
  }))
}
