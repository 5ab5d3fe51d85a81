import { editRefunded } from '#domain/ledger.ts'
import { add, type Fen, fen, subtract, yuan, ZERO } from '#domain/money.ts'
import { type Payment, refundSplit } from '#domain/pricing/returns.ts'
import { earningLeft } from '#domain/pricing/settlement.ts'
import type { Connection } from '../../../platform/database.ts'
import { type PaymentDeps, type RefundRow, readPaid, refundsOfEdit, sendRefunds } from '../../money/payments/public.ts'
import { postAll } from '../../money/wallet/public.ts'
import type { OrderMoney, OrderRow } from '../orders/public.ts'

/** What a smaller order costs, and the way of what was paid too much: as a return's (aftersales/refund.ts). */

const NOTHING_BACK: Payment = { channel: ZERO, balance: ZERO, voucher: ZERO }

export type EditMoney = OrderMoney

export interface MoneyBack {
  money: EditMoney
  /** By how much it costs less. */
  back: Fen
  /** Of which so much goes back; the rest was never paid. */
  split: Payment
  parts: Awaited<ReturnType<typeof readPaid>>['parts']
}

/** kept: what stays; goods: what goes is worth; shipping: what is charged now. The order is locked. */
export async function moneyOf(
  connection: Connection,
  order: OrderRow,
  { kept, goods, shipping }: { kept: readonly { amount: Fen; reduction: Fen }[]; goods: Fen; shipping: Fen },
): Promise<MoneyBack> {
  const back = subtract(goods, shipping)
  const isUnpaid = order.status === 'pending_payment'
  const { paid, refunded, parts } = isUnpaid
    ? {
        paid: { channel: order.payableAmount, balance: order.balanceAmount, voucher: order.voucherAmount },
        refunded: NOTHING_BACK,
        parts: [],
      }
    : await readPaid(connection, order)
  const split = refundSplit(paid, refunded, back)
  const before = subtract(order.goodsAmount, order.reductionAmount)
  const money = {
    goodsAmount: add(...kept.map((line) => line.amount)),
    reductionAmount: add(...kept.map((line) => line.reduction)),
    shippingAmount: add(order.shippingAmount, shipping),
    voucherAmount: subtract(order.voucherAmount, split.voucher),
    balanceAmount: subtract(order.balanceAmount, split.balance),
    payableAmount: subtract(order.payableAmount, split.channel),
    paidAmount: isUnpaid ? order.paidAmount : subtract(order.paidAmount, split.channel),
    cashbackAmount: fen(earningLeft(order.cashbackAmount, before, goods)),
    points: earningLeft(order.points, before, goods),
  }
  return { money, back, split: isUnpaid ? { ...split, channel: ZERO } : split, parts }
}

/** Sends back what is to go back, and posts it. Answers its parts. */
export async function sendBack(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  order: OrderRow,
  orderEditId: number,
  { split, parts }: Pick<MoneyBack, 'split' | 'parts'>,
  now: Date,
): Promise<RefundRow[]> {
  const sent = await sendRefunds(connection, deps, { order, cause: { orderEditId }, split, parts, from: 0 }, now)
  const of = { key: `order_edit:${orderEditId}`, companyId: order.companyId, orderId: order.id, memo: `订单 ${order.no} 改单退款` }
  const posting = editRefunded({ ...of, back: sent.back, due: sent.due })
  if (posting !== null) await postAll(connection, [posting], now)
  return refundsOfEdit(connection, orderEditId)
}

export const OWN_NAMES: Readonly<Record<string, string>> = { balance: '账户余额', voucher: '现金券', credit: '账期额度', bank: '对公转账' }

export const whenOf = ({ channel, status }: Pick<RefundRow, 'channel' | 'status'>): string =>
  status === 'done' ? '立即到账' : channel === 'bank' ? '由财务汇款退回' : '由支付渠道原路退回'

export const backText = (refunds: readonly RefundRow[], nameOf: (channel: string) => string): string =>
  refunds.map((one) => `${nameOf(one.channel)} ¥${yuan(one.amount)}${one.status === 'done' ? '' : '（处理中）'}`).join('、')
