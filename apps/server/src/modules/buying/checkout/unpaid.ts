import { beijingDate } from '#domain/dates.ts'
import { unpaidLimitsFrom, unpaidRefusal } from '#domain/unpaid.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { unpaidStanding } from './unpaid-store.ts'

const UNPAID_ORDERS = { text: '查看待付款订单', url: '/order?status=pending_payment' }

/**
 * Refuses a checkout after which its company would hold too much without having paid. The company and the goods are locked,
 * so what is read here with the new orders among it is what stands once they are placed.
 */
export async function refuseTooMuchUnpaid(
  connection: Connection,
  companyId: number,
  orderIds: readonly number[],
  setting: unknown,
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  const { orders, stock } = await unpaidStanding(connection, companyId, orderIds, beijingDate(now))
  const refusal = unpaidRefusal(orders, stock, unpaidLimitsFrom(setting))
  if (refusal) throw conflict(refusal.message, { reason: 'UNPAID_LIMIT', reasons: [{ ...refusal, action: UNPAID_ORDERS }] })
}
