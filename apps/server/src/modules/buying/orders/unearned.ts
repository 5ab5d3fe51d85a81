import type { OrderStatus } from '#domain/orders.ts'
import { type Loss, lossesOf } from '#domain/pricing/benefits.ts'
import { unearnedShares } from '#domain/pricing/shared-reductions.ts'
import { type HoldReason, UNEARNED } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { type BenefitLine, benefitsOf, linesOfCheckout, type SharedRow, sharesOfCheckout } from './benefit-store.ts'
import type { OrderRow } from './store.ts'

/**
 * Gifts, exchange goods, full reductions and coupons of an order that another order of the same checkout earned with it, and which it would take along
 * although that one comes to nothing: the buyer pays ¥10 and keeps what ¥1,000 had earned. Returns see to themselves (aftersales).
 */
interface Lost {
  name: string
  goods: string
  unit: string
  number: number
  of: BenefitLine
}

/** What is unearned without so many units of each line. */
async function lostWithout(connection: Connection, checkoutId: number, goneOf: (line: BenefitLine) => number): Promise<Lost[]> {
  const benefits = (await benefitsOf(connection, checkoutId)).filter(({ kind }) => kind !== 'shipping')
  if (benefits.length === 0) return []
  const lines = new Map((await linesOfCheckout(connection, checkoutId)).map((line) => [line.id, line]))
  const losses = lossesOf(benefits, (lineId) => {
    const line = lines.get(lineId)
    const gone = line === undefined ? 0 : goneOf(line)
    return { sold: line?.number ?? 0, back: gone, givenUp: gone }
  })
  return losses.flatMap(({ benefit, parts }: Loss) =>
    parts.flatMap(({ part, number }) => {
      const of = lines.get(part.lineId)
      return of === undefined ? [] : [{ name: benefit.name, goods: part.name, unit: part.unit, number, of }]
    }),
  )
}

type HowItStands = Pick<BenefitLine, 'orderId' | 'status'>

/** Names of full reductions and coupons, each once, that orders for which `isAsked` keep without having earned them. */
async function reductionsLost(
  connection: Connection,
  checkoutId: number,
  isGone: (part: HowItStands) => boolean,
  isAsked: (part: HowItStands) => boolean,
): Promise<string[]> {
  const shares = await sharesOfCheckout(connection, checkoutId)
  const lost = unearnedShares(shares, (part) => isGone(part as SharedRow)) as SharedRow[]
  return [...new Set(lost.filter(isAsked).map(({ name }) => name))]
}

/** A sister was cancelled, or goes back: what she earned here is kept out of no refund while it has not left the house. */
export async function unearnedReasons(connection: Connection, order: OrderRow): Promise<HoldReason[]> {
  const lost = await lostWithout(connection, order.checkoutId, ({ status, number, givenUp }) => (status === 'cancelled' ? number : givenUp))
  const isGone = ({ status }: HowItStands) => status === 'cancelled'
  const reductions = await reductionsLost(connection, order.checkoutId, isGone, ({ orderId }) => orderId === order.id)
  return [
    ...lost
      .filter(({ of }) => of.orderId === order.id)
      .map(({ name, goods, unit, number }) => {
        return { code: UNEARNED, message: `同次结算的订单已取消或退货，不再满足“${name}”，${number} ${unit}不应随单`, goods }
      }),
    ...reductions.map((name) => ({ code: UNEARNED, message: `同次结算的订单已取消，本单不再满足“${name}”`, goods: '' })),
  ]
}

/** A sister is not paid: she may never be, and what has left the house does not come back. Ends by itself when she is paid. */
export async function waitsForSister(connection: Connection, order: OrderRow): Promise<HoldReason[]> {
  const isGone = ({ orderId, status }: HowItStands) => orderId !== order.id && status === 'pending_payment'
  const lost = await lostWithout(connection, order.checkoutId, (line) => (isGone(line) ? line.number : 0))
  const reductions = await reductionsLost(connection, order.checkoutId, isGone, ({ orderId }) => orderId === order.id)
  return [...lost.filter(({ of }) => of.orderId === order.id), ...reductions.map((name) => ({ name, goods: '' }))].map(
    ({ name, goods }) => ({
      code: 'SISTER_UNPAID',
      message: `同次结算的订单尚未付款，“${name}”未生效，待其付款或取消后再发`,
      goods,
    }),
  )
}

const GONE_OUT: ReadonlySet<OrderStatus> = new Set(['shipped', 'received', 'completed'])

/**
 * Why the buyer may not cancel this order alone: what it earned has left with another one. Empty: it may. Where it is paid, it also earned
 * what stayed with the buyer of goods that went back; where it is not, their return kept that back.
 */
export async function leftWithSister(connection: Connection, order: OrderRow): Promise<string> {
  const isGone = ({ orderId, status }: HowItStands) => orderId === order.id || status === 'pending_payment' || status === 'cancelled'
  const back = ({ givenUp }: BenefitLine) => (order.status === 'pending_payment' ? 0 : givenUp)
  const lost = await lostWithout(connection, order.checkoutId, (line) => (isGone(line) ? line.number : back(line)))
  const first = lost.find(({ of }) => of.orderId !== order.id && GONE_OUT.has(of.status))
  if (first) return `本单参与“${first.name}”所得的${first.goods}已随同次结算的另一订单发出，不能自行取消，请联系客户经理`
  const [reduction] = await reductionsLost(connection, order.checkoutId, isGone, ({ status }) => GONE_OUT.has(status))
  return reduction ? `同次结算的另一订单已按“${reduction}”的优惠价发出，本单不能自行取消，请联系客户经理` : ''
}
