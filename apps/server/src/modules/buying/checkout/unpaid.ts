import { beijingDate } from '#domain/dates.ts'
import { unpaidLimitsFrom, unpaidRefusal } from '#domain/unpaid.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { cancelledSince, unpaidStanding } from './unpaid-store.ts'

const UNPAID_ORDERS = { text: '查看待付款订单', url: '/order?status=pending_payment' }

const DAY_MS = 86_400_000
/** A cancelled order stays on record for ever: nobody takes back so many of a day but who wants the records. */
const CANCELLED_MAX = { orders: 50, lines: 2_000 }
const ORDERS = { text: '查看订单', url: '/order' }

/** Refuses a buyer who orders and cancels without end. The company is locked. */
export async function refuseEndlessCancelling(connection: Connection, companyId: number, now: Date): Promise<void> {
  const { orders, lines } = await cancelledSince(connection, companyId, new Date(now.getTime() - DAY_MS))
  if (orders < CANCELLED_MAX.orders && lines < CANCELLED_MAX.lines) return
  const message = `24 小时内下单又取消的订单已有 ${orders} 笔、${lines} 行商品，暂不能再下单；请稍后再试，急用请联系客户经理代为下单`
  throw conflict(message, { reason: 'UNPAID_LIMIT', reasons: [{ code: 'CANCELLED_ORDERS', message, action: ORDERS }] })
}

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
