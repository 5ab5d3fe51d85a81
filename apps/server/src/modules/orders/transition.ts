import { orderCompleted, orderRefunded } from '#domain/ledger.ts'
import { add, subtract } from '#domain/money.ts'
import { decide, type OrderActor, type OrderCommand, type OrderDecision, type OrderMove } from '#domain/orders.ts'
import type { Connection } from '../../platform/database.ts'
import { release, ship } from '../stock/public.ts'
import { post } from '../wallet/public.ts'
import { giveBackOffers, insertLog, type OrderRow, setStatus } from './store.ts'

/** What the payments of an order do when it moves; the payments module gives these, so that it may depend on orders. */
export interface PaymentEffects {
  /** Attempts that were never paid are closed. */
  closeOpen: (connection: Connection, orderId: number) => Promise<void>
  /** What arrived through channels goes back the way it came. */
  giveBack: (connection: Connection, order: OrderRow, now: Date) => Promise<void>
}

/** With what the orders' pages say of payments. */
export interface PaymentSide extends PaymentEffects {
  channelName: (channel: string) => string
}

/**
 * Asks the one rule and does what it says, in the caller's transaction, with the order's row locked. Answers the
 * decision: what a refusal or a surplus means is the caller's matter.
 */
export async function transition(
  connection: Connection,
  order: OrderRow,
  command: OrderCommand,
  by: OrderActor,
  payments: PaymentEffects,
  now: Date,
): Promise<OrderDecision> {
  const decision = decide(order, command, by, now)
  if (decision.kind !== 'move') return decision
  await setStatus(connection, order.id, decision.to, command.type === 'cancel' ? command.reason : decision.text, now)
  await insertLog(connection, { orderId: order.id, actor: by.name, event: command.type, text: decision.text }, now)
  await carryOut(connection, order, decision, payments, now)
  return decision
}

/** Payments before stock before ledger: everybody takes locks in this order. */
async function carryOut(
  connection: Connection,
  order: OrderRow,
  { effects }: OrderMove,
  payments: PaymentEffects,
  now: Date,
): Promise<void> {
  if (effects.closePayments) await payments.closeOpen(connection, order.id)
  if (effects.releaseStock) {
    await giveBackOffers(connection, order.id)
    await release(connection, order.id, now)
  }
  if (effects.shipStock) await ship(connection, order.id, now)
  if (effects.giveBackPaid) {
    await payments.giveBack(connection, order, now)
    await giveBackBalance(connection, order, now)
  }
  if (effects.recogniseSale) {
    const goods = subtract(order.goodsAmount, order.reductionAmount)
    const posting = orderCompleted({ orderId: order.id, companyId: order.companyId, goods, shipping: order.shippingAmount })
    if (add(goods, order.shippingAmount) > 0) await post(connection, posting, now)
  }
}

/** The part paid from the balance when the order was placed. */
async function giveBackBalance(connection: Connection, order: OrderRow, now: Date): Promise<void> {
  if (order.balanceAmount === 0) return
  const money = { companyId: order.companyId, orderId: order.id, channel: 'balance', amount: order.balanceAmount }
  await post(connection, orderRefunded({ ...money, key: `order_balance_back:${order.id}`, memo: `订单 ${order.no} 取消，退回余额` }), now)
}
