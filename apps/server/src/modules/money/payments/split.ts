import { orderSplit } from '#domain/ledger.ts'
import { add, type Fen, subtract, ZERO } from '#domain/money.ts'
import { splitOver } from '#domain/pricing/halves.ts'
import type { Connection } from '../../../platform/database.ts'
import type { OrderRow } from '../../buying/orders/public.ts'
import { splitBill } from '../credit/public.ts'
import { postAll } from '../wallet/public.ts'
import type { PaidPart } from './refund-store.ts'
import { writeParts } from './split-store.ts'

interface Halves {
  /** As it was, locked. */
  order: OrderRow
  /** How it was paid, as readPaid has locked it. */
  parts: readonly PaidPart[]
  to: { id: number; no: string }
  /** What goes of what was paid through channels, and of everything that was paid. */
  channel: Fen
  total: Fen
}

/**
 * What was paid for an order is from now on paid for two: each payment stays as it arrived, and of each a part is the other order's. No
 * money moves; in the ledger the advance of the one becomes the advance of the other.
 */
export async function splitPayments(connection: Connection, { order, parts, to, channel, total }: Halves, now: Date): Promise<void> {
  const left = parts.map(({ amount, refunded }) => subtract(amount, refunded))
  if (add(ZERO, ...left) !== order.payableAmount) throw new Error(`order ${order.no} was not paid what it costs`)
  const shares = splitOver(left, channel)
  const written = parts.flatMap(({ id: paymentId, amount, channel: of }, at) => {
    const share = shares[at] ?? ZERO
    return share === 0 ? [] : [{ paymentId, of, share, stays: subtract(amount, share) }]
  })
  await writeParts(
    connection,
    written.flatMap(({ paymentId, share, stays }) => [
      { paymentId, orderId: order.id, amount: stays },
      { paymentId, orderId: to.id, amount: share },
    ]),
  )
  for (const { of, share } of written)
    if (of === 'credit')
      await splitBill(connection, { companyId: order.companyId, orderId: order.id, toOrderId: to.id, amount: share }, now)
  const { companyId, id, no } = order
  await postAll(connection, orderSplit({ companyId, from: { id, no }, to, amount: total }), now)
}
