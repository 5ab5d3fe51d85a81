import { Type } from 'typebox'
import { type LedgerEntry, refundSent } from '#domain/ledger.ts'
import { type Fen, fen, subtract, yuan, ZERO } from '#domain/money.ts'
import type { Payment } from '#domain/pricing/returns.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { insertLog, lockOrder, type OrderRow, tellOfRefund } from '../../buying/orders/public.ts'
import { creditBack } from '../credit/public.ts'
import { post } from '../wallet/public.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName, SYSTEM } from './names.ts'
import { askAgainAt } from './on-its-way.ts'
import {
  findRefund,
  insertRefunds,
  lockPaidParts,
  lockRefund,
  markRefundDone,
  type NewRefund,
  type PaidPart,
  paidThrough,
  type RefundCause,
  type RefundRow,
  refundedOf,
  turnToBank,
} from './refund-store.ts'

/** What goes back for a return; the returns do it, who know when nothing may go any more. */
export const returnRefund = defineTask('payments.refund_return', Type.Object({ refund_no: Type.String({ minLength: 1 }) }), {
  formerly: ['after_sales.refund'],
})

/**
 * Refunds of a part of what was paid, in reverse order of how it was paid: purses and credit at once, a gateway by a job
 * outside the transaction, a transfer by finance. What waits stands in the ledger's refund_due.
 */

/** How an order was paid and what of it has gone back. The caller has the order locked; this locks its payments. */
export async function readPaid(
  connection: Connection,
  order: OrderRow,
): Promise<{ paid: Payment; refunded: Payment; parts: readonly PaidPart[] }> {
  const parts = await lockPaidParts(connection, order.id)
  const paid = { channel: paidThrough(parts), balance: order.balanceAmount, voucher: order.voucherAmount }
  return { paid, refunded: await refundedOf(connection, order.id), parts }
}

export interface SentRefunds {
  /** The company's side of the posting, for what is back at once. */
  back: LedgerEntry[]
  /** What a gateway or finance has still to send. */
  due: Fen
  /** Refunds written. */
  count: number
}

/** The parts of a refund that were paid through channels: each payment gives back until it is empty. */
function throughChannels(parts: readonly PaidPart[], amount: Fen): { part: PaidPart; amount: Fen }[] {
  let rest: number = amount
  const taken = parts.flatMap((part) => {
    const share = Math.min(rest, subtract(part.amount, part.refunded))
    rest -= share
    return share > 0 ? [{ part, amount: fen(share) }] : []
  })
  if (rest > 0) throw new RangeError(`payments give back ${rest} less than is refunded`)
  return taken
}

/**
 * Writes the refunds of an after-sale, of a change before picking, or of a cancelling, and sends what can be sent; `from`: how many it
 * has already. The caller posts, once, and has the order locked.
 */
export async function sendRefunds(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  of: { cause: RefundCause; order: OrderRow; split: Payment; parts: readonly PaidPart[]; from: number },
  now: Date,
): Promise<SentRefunds> {
  const { order, split } = of
  const { id: orderId, companyId } = order
  const refunds: NewRefund[] = []
  const back: LedgerEntry[] = []
  const atOnce = (paymentId: number | null, channel: 'balance' | 'voucher' | 'credit', amount: Fen): void => {
    if (amount === 0) return
    refunds.push({ paymentId, channel, amount, status: 'done' })
    back.push({ account: { companyId, kind: channel }, amount })
  }
  let due: Fen = ZERO
  for (const { part, amount } of throughChannels(of.parts, split.channel)) {
    if (part.channel === 'balance') atOnce(part.id, 'balance', amount)
    else if (part.channel === 'credit') {
      for (const { account, amount: share } of await creditBack(connection, { companyId, orderId, amount }, now))
        if (account.kind === 'credit' || account.kind === 'balance') atOnce(part.id, account.kind, share)
    } else {
      refunds.push({ paymentId: part.id, channel: part.channel, amount, status: 'pending' })
      due = fen(due + amount)
    }
  }
  atOnce(null, 'balance', split.balance)
  atOnce(null, 'voucher', split.voucher)
  const count = refunds.length
  if (count === 0) return { back, due, count }
  const written = await insertRefunds(connection, { cause: of.cause, orderId, companyId, from: of.from }, refunds, now)
  for (const { no, channel, status } of written)
    if (status === 'pending' && channel !== 'bank')
      await deps.jobs.enqueue(connection, returnRefund, { refund_no: no }, { key: `refund:${no}` })
  return { back, due, count }
}

/** What else happens when a refund has arrived, in the same transaction, with the order locked. */
export type RefundArrived = (connection: Connection, refund: RefundRow, text: string) => Promise<void>

async function finish(
  connection: Connection,
  deps: Pick<PaymentDeps, 'providers'>,
  refund: RefundRow,
  order: OrderRow,
  arrived: RefundArrived,
  now: Date,
) {
  const { id, no, channel, amount, orderId, companyId } = refund
  await markRefundDone(connection, id, now)
  const memo = `订单 ${order.no} ${causeName(refund)}退款`
  await post(connection, refundSent({ key: `refund_part:${no}`, companyId, orderId, memo, channel, amount }), now)
  const text = `${channelName(deps.providers, channel)} ¥${yuan(amount)} 已原路退回`
  await insertLog(connection, { orderId, actor: SYSTEM.name, event: 'refund', text }, now)
  if (refund.afterSaleId === null) await tellOfRefund(connection, order, { text, amount, key: no }, now)
  await arrived(connection, refund, text)
}

const causeName = ({ afterSaleId, orderEditId }: RefundRow): string =>
  afterSaleId !== null ? '售后' : orderEditId !== null ? '改单' : '取消订单'

/** Nothing has left the house: from now on finance sees it among the transfers that it has to send. */
async function sendByHand(trx: Connection, { no, orderId }: RefundRow, gateway: string, reason: string, now: Date): Promise<void> {
  await lockOrder(trx, orderId, null)
  const refund = await lockRefund(trx, no)
  if (refund?.status !== 'pending' || refund.channel === 'bank') return
  await turnToBank(trx, refund.id)
  const text = `${gateway}未能退回 ¥${yuan(refund.amount)}（${reason}），改由财务汇款退回`
  await insertLog(trx, { orderId, actor: SYSTEM.name, event: 'refund', text }, now)
}

/** The task returnRefund: asks the gateway outside any transaction, then writes what came of it. Safe to run twice. */
export async function refundPartThroughGateway(deps: PaymentDeps, refundNo: string, arrived: RefundArrived, now: Date): Promise<void> {
  const refund = await findRefund(deps.database.db, refundNo)
  if (refund === null || refund.status === 'done' || refund.channel === 'bank' || refund.paymentNo === null || refund.paid === null) return
  const provider = deps.providers.find((one) => one.channel === refund.channel)
  if (!provider) throw new Error(`no provider is configured for channel ${refund.channel}`)
  const { paymentNo, gatewayNo, paid, amount } = refund
  const request = { paymentNo, gatewayNo, refundNo, paid, amount, reason: `${causeName(refund)}退款` }
  const outcome = await provider.refund(request, now)
  await transact(deps.database.db, async (trx) => {
    if (outcome.status === 'done') await settleRefund(trx, deps, refund, arrived, now)
    else if (outcome.status !== 'processing') await sendByHand(trx, refund, provider.name, outcome.reason, now)
    else await deps.jobs.enqueue(trx, returnRefund, { refund_no: refundNo }, { key: `refund:${refundNo}`, runAt: askAgainAt(now) })
  })
}

/** The money is back; a second time it is known already. In the caller's transaction. */
export async function settleRefund(
  connection: Connection,
  deps: Pick<PaymentDeps, 'providers'>,
  { no, orderId }: Pick<RefundRow, 'no' | 'orderId'>,
  arrived: RefundArrived,
  now: Date,
): Promise<RefundRow | null> {
  const order = await lockOrder(connection, orderId, null)
  const refund = await lockRefund(connection, no)
  if (order === null || refund?.status !== 'pending') return null
  await finish(connection, deps, refund, order, arrived, now)
  return refund
}

/** Finance has sent a transfer back to the company's account. On record; a second confirmation changes nothing. */
export async function confirmRefundSent(
  deps: PaymentDeps,
  refundNo: string,
  staff: StaffActor,
  arrived: RefundArrived,
  now: Date,
): Promise<RefundRow['status']> {
  const known = await findRefund(deps.database.db, refundNo)
  if (known === null) throw notFound('退款记录')
  if (known.channel !== 'bank') throw conflict('只有对公转账的退款由财务汇出')
  return transact(deps.database.db, async (trx): Promise<RefundRow['status']> => {
    const refund = await settleRefund(trx, deps, known, arrived, now)
    if (refund === null) return 'done'
    const change = { before: { status: 'pending' }, after: { status: 'done', amount: yuan(refund.amount) } }
    const subject = refund.afterSaleId === null ? `order:${refund.orderId}` : `after_sale:${refund.afterSaleId}`
    await writeAudit(trx, staff, { action: 'refund.sent', subject, ...change }, now)
    return 'done'
  })
}
