import { soundsLikeMedicine, UNNAMED_GOODS } from './daily-things.ts'
import type { Fen } from './money.ts'

/** What an order earns where the shop has said nothing else. */
export const DEFAULT_POINTS_PER_YUAN = 1

/** The points mall (积分商城), perks of brands (优益惠) and their orders. */

export type PointsKind = 'goods' | 'coupon' | 'voucher'

export interface PointsGoodsTerms {
  kind: PointsKind
  /** Each. */
  points: number
  /** Each, from the balance. */
  money: Fen
  /** null: without end. */
  left: number | null
  perBuyer: number | null
  startsAt: Date
  endsAt: Date
  name: string
  /** The goods of the catalogue that it is; null: a thing of daily use, a coupon, a voucher. */
  goodsId: number | null
  /** Of such a thing: the stop list knows its name, brands and short names of drugs that sound like nothing. */
  isOnStopList: boolean
}

export interface PointsBuyer {
  /** What stands against the company itself, or against its having the goods; empty = nothing. */
  refusal: string
  points: number
  balance: Fen
  takenByMe: number
}

/** A coupon is a row of its own each; more at once is nobody's wish. */
export const COUPONS_AT_ONCE = 10

/** Beijing time as people say it: 11月25日 10:00. */
function moment(at: Date): string {
  const beijing = new Date(at.getTime() + 8 * 3_600_000)
  const clock = beijing.toISOString().slice(11, 16)
  return `${beijing.getUTCMonth() + 1}月${beijing.getUTCDate()}日 ${clock}`
}

/** Why this buyer (null: a visitor) may not take so many of it now; empty where it may. */
export function whyNotTake(goods: PointsGoodsTerms, buyer: PointsBuyer | null, number: number, now: Date): string {
  const { left, perBuyer } = goods
  if (now < goods.startsAt) return `未开始，${moment(goods.startsAt)} 开始`
  if (now >= goods.endsAt) return '兑换已结束'
  if (left !== null && left < 1) return '已兑完'
  if (goods.kind === 'goods' && goods.goodsId === null && (goods.isOnStopList || soundsLikeMedicine(goods.name))) return UNNAMED_GOODS
  if (buyer === null) return '登录后可兑换'
  if (buyer.refusal) return buyer.refusal
  if (left !== null && left < number) return `库存不足，仅剩 ${left} 件`
  if (perBuyer !== null && buyer.takenByMe + number > perBuyer) return `已达上限，每家限兑 ${perBuyer} 件`
  if (goods.kind === 'coupon' && number > COUPONS_AT_ONCE) return `优惠券一次最多兑换 ${COUPONS_AT_ONCE} 张`
  const points = goods.points * number
  if (buyer.points < points) return `积分不足，还差 ${points - buyer.points} 积分`
  if (buyer.balance < goods.money * number) return '余额不足，请先充值'
  return ''
}

export type PointsOrderStatus = 'placed' | 'shipped' | 'completed' | 'cancelled'

export const POINTS_STATUS_NAMES: Readonly<Record<PointsOrderStatus, string>> = {
  placed: '待发货',
  shipped: '待收货',
  completed: '已完成',
  cancelled: '已取消',
}

export interface PointsOrderFacts {
  kind: PointsKind
  status: PointsOrderStatus
  /** Won in a draw: nothing was paid for it. */
  isPrize: boolean
}

export type PointsCommand = 'cancel' | 'receive' | 'ship' | 'complete'
export type PointsDecision =
  | { kind: 'move'; to: PointsOrderStatus; giveBack: boolean }
  | { kind: 'replay' }
  | { kind: 'refuse'; reason: 'NOT_ALLOWED' | 'WRONG_STATE'; message: string }

const COMMAND: Readonly<Record<PointsCommand, { from: PointsOrderStatus; to: PointsOrderStatus; by: 'both' | 'staff'; name: string }>> = {
  cancel: { from: 'placed', to: 'cancelled', by: 'both', name: '取消' },
  receive: { from: 'shipped', to: 'completed', by: 'both', name: '确认收货' },
  ship: { from: 'placed', to: 'shipped', by: 'staff', name: '发货' },
  complete: { from: 'shipped', to: 'completed', by: 'staff', name: '完成' },
}

/** Coupons and vouchers are there at once: their orders are completed as they are placed. */
export const firstStatus = (kind: PointsKind): PointsOrderStatus => (kind === 'goods' ? 'placed' : 'completed')

/** The one function that moves an order. Asking again for what has happened is a replay without effect. */
export function decidePointsOrder(order: PointsOrderFacts, command: PointsCommand, by: 'buyer' | 'staff'): PointsDecision {
  const { from, to, by: who, name } = COMMAND[command]
  if (who === 'staff' && by !== 'staff') return { kind: 'refuse', reason: 'NOT_ALLOWED', message: '您没有权限进行此操作' }
  if (command === 'cancel' && order.kind !== 'goods') {
    const what = order.kind === 'coupon' ? '优惠券' : '现金券'
    return { kind: 'refuse', reason: 'WRONG_STATE', message: `${what}兑换后即时到账，不能取消` }
  }
  if (command === 'cancel' && order.isPrize) return { kind: 'refuse', reason: 'WRONG_STATE', message: '奖品订单不能取消' }
  if (order.status === from) return { kind: 'move', to, giveBack: command === 'cancel' }
  if (order.status === to || (command === 'ship' && order.status === 'completed')) return { kind: 'replay' }
  return { kind: 'refuse', reason: 'WRONG_STATE', message: `订单${POINTS_STATUS_NAMES[order.status]}，不能${name}` }
}

/** May the buyer ask for it, as the buttons of the page show it? */
export const isOpenToBuyer = (order: PointsOrderFacts, command: 'cancel' | 'receive'): boolean =>
  decidePointsOrder(order, command, 'buyer').kind === 'move'
