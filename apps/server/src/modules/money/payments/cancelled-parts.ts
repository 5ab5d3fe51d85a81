import { editRefunded } from '#domain/ledger.ts'
import { add, subtract, yuan, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { insertLog, type OrderRow, tellOfRefund } from '../../buying/orders/public.ts'
import { post } from '../wallet/public.ts'
import type { PaymentDeps } from './deps.ts'
import { OWN_CHANNELS, SYSTEM } from './names.ts'
import { lockPaidParts, refundsOfCancelling } from './refund-store.ts'
import { sendRefunds } from './refunds.ts'
import { lockSharedIds } from './split-store.ts'

/** A cancelled order that shares its payment with the order that it was split from, or into, gives back its own part of it alone. */

/** Before stock and quotas: whatever else goes back of these payments waits for it. */
export const lockSharedPayments = (connection: Connection, orderId: number): Promise<number[]> => lockSharedIds(connection, orderId)

/** Answers the payments that are shared. */
export async function cancelParts(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  order: OrderRow,
  now: Date,
): Promise<ReadonlySet<number>> {
  const shared = new Set(await lockSharedIds(connection, order.id))
  const parts = (await lockPaidParts(connection, order.id)).filter(({ id }) => shared.has(id))
  const channel = add(ZERO, ...parts.map(({ amount, refunded }) => subtract(amount, refunded)))
  if (channel === 0) return shared
  const { id, no, companyId } = order
  const split = { channel, balance: ZERO, voucher: ZERO }
  const sent = await sendRefunds(connection, deps, { order, cause: { cancelledOrderId: id }, split, parts, from: 0 }, now)
  const of = { key: `order_cancel:${id}`, companyId, orderId: id, memo: `订单 ${no} 退款` }
  const posting = editRefunded({ ...of, back: sent.back, due: sent.due })
  if (posting !== null) await post(connection, posting, now)
  for (const refund of (await refundsOfCancelling(connection, id)).filter(({ status }) => status === 'done')) {
    const way = refund.channel === 'credit' ? '已退回账期额度' : '已原路退回'
    const text = `${OWN_CHANNELS[refund.channel] ?? ''} ¥${yuan(refund.amount)} ${way}`
    await insertLog(connection, { orderId: id, actor: SYSTEM.name, event: 'refund', text }, now)
    await tellOfRefund(connection, order, { text, amount: refund.amount, key: refund.no }, now)
  }
  return shared
}
