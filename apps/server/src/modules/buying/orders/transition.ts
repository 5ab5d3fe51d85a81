import { cashbackEarned, orderCompleted, orderRefunded, type Posting } from '#domain/ledger.ts'
import { pointsEarned, pointsTakenBack } from '#domain/ledger-points.ts'
import { add, type Fen, fen, subtract } from '#domain/money.ts'
import { decide, type OrderActor, type OrderCommand, type OrderDecision, type OrderMove } from '#domain/orders.ts'
import { earningLeft } from '#domain/pricing/settlement.ts'
import type { Connection } from '../../../platform/database.ts'
import { payPointsDebt } from '../../goods/points/public.ts'
import { giveBackCoupons, giveBackOffers, giveBackQuotas } from '../../goods/promotions/public.ts'
import { release, ship } from '../../goods/stock/public.ts'
import { postAll } from '../../money/wallet/public.ts'
import { openReceipt } from '../../papers/ephedrine/public.ts'
import { askInvoice } from '../../papers/invoices/public.ts'
import { openShipment } from '../shipments/public.ts'
import { tellOfMove } from './news.ts'
import { insertLog, type OrderRow, setStatus } from './store.ts'

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
  await tellOfMove(connection, order, command, decision, by, now)
  await carryOut(connection, order, decision, payments, now)
  if (command.type === 'ship') await openShipment(connection, order, command, by.name, now)
  if (decision.to === 'shipped') await askInvoice(connection, order, now)
  if (decision.to === 'received' && order.isEphedrine) await openReceipt(connection, order, now)
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
  if (effects.recogniseSale) await postAll(connection, await earnings(connection, order), now)
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

/** The order completes: a sale of what its goods cost after every reduction, and what the buyer earned with it; without what came back before. */
async function earnings(connection: Connection, order: OrderRow): Promise<Posting[]> {
  const { id, no, companyId, returnedGoods } = order
  const goods = subtract(order.goodsAmount, order.reductionAmount)
  const kept = { goods: subtract(goods, returnedGoods), shipping: subtract(order.shippingAmount, order.refundedShipping) }
  const cashback = fen(earningLeft(order.cashbackAmount, goods, returnedGoods))
  const points = earningLeft(order.points, goods, returnedGoods)
  const postings: Posting[] = []
  if (add(kept.goods, kept.shipping) > 0) postings.push(orderCompleted({ orderId: id, companyId, ...kept }))
  const earned = { companyId, orderId: id }
  if (cashback > 0) postings.push(cashbackEarned({ ...earned, key: `order_cashback:${id}`, amount: cashback, memo: `订单 ${no} 满额返现` }))
  if (points > 0) {
    postings.push(pointsEarned({ ...earned, key: `order_points:${id}`, points, memo: `订单 ${no} 消费积分` }))
    const owed = await payPointsDebt(connection, companyId, points)
    if (owed > 0)
      postings.push(
        pointsTakenBack({ ...earned, key: `order_points_owed:${id}`, points: owed, memo: `订单 ${no} 积分抵扣此前退货应扣积分` }),
      )
  }
  return postings
}
