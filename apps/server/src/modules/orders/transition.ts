import { cashbackEarned, orderCompleted, orderRefunded, type Posting, pointsEarned } from '#domain/ledger.ts'
import { add, type Fen, subtract } from '#domain/money.ts'
import { decide, type OrderActor, type OrderCommand, type OrderDecision, type OrderMove } from '#domain/orders.ts'
import type { Connection } from '../../platform/database.ts'
import { giveBackCoupons, giveBackQuotas } from '../promotions/public.ts'
import { release, ship } from '../stock/public.ts'
import { postAll } from '../wallet/public.ts'
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

/** Payments, then offers, coupons and quotas, then stock, then the ledger: everybody takes locks in this order. */
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
    await giveBackCoupons(connection, order.checkoutId)
    await giveBackQuotas(connection, order.id)
    await release(connection, order.id, now)
  }
  if (effects.shipStock) await ship(connection, order.id, now)
  if (effects.giveBackPaid) {
    await payments.giveBack(connection, order, now)
    await postAll(connection, pursesBack(order), now)
  }
  if (effects.recogniseSale) await postAll(connection, earnings(order), now)
}

/** What was paid from the purses when the order was placed goes back to them. */
function pursesBack(order: OrderRow): Posting[] {
  const money = { companyId: order.companyId, orderId: order.id }
  const back = (channel: 'balance' | 'voucher', amount: Fen, name: string): Posting[] =>
    amount === 0
      ? []
      : [orderRefunded({ ...money, channel, amount, key: `order_${channel}_back:${order.id}`, memo: `订单 ${order.no} 取消，退回${name}` })]
  return [...back('voucher', order.voucherAmount, '现金券'), ...back('balance', order.balanceAmount, '余额')]
}

/** The order completes: a sale of what its goods cost after every reduction, and what the buyer earned with it. */
function earnings(order: OrderRow): Posting[] {
  const { id, no, companyId, cashbackAmount, points } = order
  const goods = subtract(order.goodsAmount, order.reductionAmount)
  const postings: Posting[] = []
  if (add(goods, order.shippingAmount) > 0) postings.push(orderCompleted({ orderId: id, companyId, goods, shipping: order.shippingAmount }))
  const earned = { companyId, orderId: id }
  if (cashbackAmount > 0)
    postings.push(cashbackEarned({ ...earned, key: `order_cashback:${id}`, amount: cashbackAmount, memo: `订单 ${no} 满额返现` }))
  if (points > 0) postings.push(pointsEarned({ ...earned, key: `order_points:${id}`, points, memo: `订单 ${no} 消费积分` }))
  return postings
}
