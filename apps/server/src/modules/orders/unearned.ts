import { lossesOf } from '#domain/pricing/benefits.ts'
import { type HoldReason, UNEARNED } from '#domain/standing.ts'
import type { Connection } from '../../platform/database.ts'
import { benefitsOf, linesOfCheckout } from './benefit-store.ts'
import type { OrderRow } from './store.ts'

/**
 * Gifts and exchange goods of an order that another order of the same checkout earned with it, and which it would take along
 * although that one was cancelled: the buyer pays ¥10 and keeps what ¥1,000 had earned. Returns see to themselves (aftersales).
 */
export async function unearnedReasons(connection: Connection, order: OrderRow): Promise<HoldReason[]> {
  const benefits = (await benefitsOf(connection, order.checkoutId)).filter(({ kind }) => kind !== 'shipping')
  if (benefits.length === 0) return []
  const lines = new Map((await linesOfCheckout(connection, order.checkoutId)).map((line) => [line.id, line]))
  const losses = lossesOf(benefits, (lineId) => {
    const { number = 0, cancelled = false } = lines.get(lineId) ?? {}
    const gone = cancelled ? number : 0
    return { sold: number, back: gone, givenUp: gone }
  })
  return losses.flatMap(({ benefit, parts }) =>
    parts.flatMap(({ part, number }) => {
      if (lines.get(part.lineId)?.orderId !== order.id) return []
      const message = `同次结算的订单已取消，不再满足“${benefit.name}”，${number} ${part.unit}不应随单`
      return [{ code: UNEARNED, message, goods: part.name }]
    }),
  )
}
