import {
  COMPLETED_AFTER_DAYS,
  decide,
  type OrderActor,
  type OrderCommand,
  type OrderDecision,
  type OrderStatus,
  RECEIVED_AFTER_DAYS,
  type ShippingSlip,
} from '#domain/orders.ts'
import type { HoldReason } from '#domain/standing.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { holdBatchesOf, holdGoodsOf } from '../../goods/stock/public.ts'
import { lockSisters } from './benefit-store.ts'
import { askGates, heldConflict } from './holds.ts'
import { hasPicked, setPicker } from './staff/store.ts'
import { lockOrder, type OrderRow, ordersIdleSince } from './store.ts'
import { type PaymentEffects, transition } from './transition.ts'
import { leftWithSister, waitsForSister } from './unearned.ts'

export interface OrderDeps {
  database: DatabaseHandle
  payments: PaymentEffects
}

interface Answered {
  order: OrderRow
  decision: OrderDecision
  /** Why it waits where it does. */
  reasons: readonly HoldReason[]
}

const HELD: OrderDecision = { kind: 'refuse', reason: 'HELD', message: '' }

/** Goods leave the shelf and the house only for who may have them at that moment. */
async function gatesOn(
  trx: Connection,
  order: OrderRow,
  what: OrderCommand,
  by: OrderActor,
  staff: StaffActor | undefined,
  now: Date,
): Promise<readonly HoldReason[]> {
  if (what.type !== 'pick' && what.type !== 'ship') return []
  if (decide({ ...order, heldAt: null }, what, by, now).kind !== 'move') return []
  if (what.type === 'ship') {
    await holdBatchesOf(trx, order.id)
    await holdGoodsOf(trx, order.id)
  }
  const against = await askGates(trx, order, { accountId: staff?.accountId ?? null, name: by.name }, now)
  return against.length > 0 ? against : waitsForSister(trx, order)
}

/**
 * Who picked it has seen what he expected to see: another pair of eyes checks it, unless the shop has said that its warehouse is one
 * person. The record says who is named as checker, and whether who shipped it had picked it, too.
 */
async function checkedBy(trx: Connection, order: OrderRow, what: OrderCommand, staff: StaffActor): Promise<object> {
  if (what.type !== 'ship' || order.status !== 'picking') return {}
  const isOwn = await hasPicked(trx, order.id, staff.accountId)
  if (isOwn && !(await readSettings(trx, ['picker_ships'])).picker_ships) throw conflict('这张订单是您拣的货，须由另一人复核发货')
  return { checker: what.checker?.trim() || staff.name, own_picking: isOwn }
}

/** These look at the other orders of the checkout. */
const WITH_SISTERS: ReadonlySet<OrderCommand['type']> = new Set(['cancel', 'pick', 'ship'])

async function command(
  { database, payments }: OrderDeps,
  id: number,
  companyId: number | null,
  what: OrderCommand,
  by: OrderActor,
  now: Date,
  staff?: StaffActor,
): Promise<Answered> {
  return transact(database.db, async (trx) => {
    if (WITH_SISTERS.has(what.type)) await lockSisters(trx, id, companyId)
    const order = await lockOrder(trx, id, companyId)
    if (order === null) throw notFound('订单')
    if (what.type === 'cancel' && by.kind === 'buyer' && order.status === 'paid') {
      const why = await leftWithSister(trx, order)
      if (why !== '') throw conflict(why)
    }
    const checked = staff ? await checkedBy(trx, order, what, staff) : {}
    const reasons = await gatesOn(trx, order, what, by, staff, now)
    if (reasons.length > 0) return { order, decision: HELD, reasons }
    const decision = await transition(trx, order, what, by, payments, now)
    if (staff && decision.kind === 'move') {
      if (what.type === 'pick') await setPicker(trx, id, staff.accountId)
      await writeAudit(
        trx,
        staff,
        {
          action: `order.${what.type}`,
          subject: `order:${id}`,
          before: { status: order.status },
          after: { status: decision.to, ...checked },
        },
        now,
      )
    }
    return { order, decision, reasons }
  })
}

/** The order's status afterwards; a refusal becomes the answer that a person reads. */
function statusAfter({ order, decision, reasons }: Answered): OrderStatus {
  if (reasons.length > 0) throw heldConflict(reasons)
  if (decision.kind === 'refuse') throw decision.reason === 'NOT_ALLOWED' ? forbidden(decision.message) : conflict(decision.message)
  return decision.kind === 'move' ? decision.to : order.status
}

interface BuyerWho {
  companyId: number
  name: string
}

export async function cancelByBuyer(deps: OrderDeps, buyer: BuyerWho, id: number, reason: string, now: Date): Promise<OrderStatus> {
  return statusAfter(await command(deps, id, buyer.companyId, { type: 'cancel', reason }, { kind: 'buyer', name: buyer.name }, now))
}

export async function receiveByBuyer(deps: OrderDeps, buyer: BuyerWho, id: number, now: Date): Promise<OrderStatus> {
  return statusAfter(await command(deps, id, buyer.companyId, { type: 'receive' }, { kind: 'buyer', name: buyer.name }, now))
}

/** Cancels where the time to pay is over; otherwise nothing. Safe to run twice and beside a payment. */
export async function expireOrder(deps: OrderDeps, id: number, now: Date): Promise<OrderDecision> {
  const { decision } = await command(deps, id, null, { type: 'expire' }, { kind: 'system', name: '系统' }, now)
  return decision
}

export type StaffCommand =
  | { type: 'pick' }
  | ({ type: 'ship' } & ShippingSlip)
  | { type: 'receive' }
  | { type: 'complete' }
  | { type: 'cancel'; reason: string }

/** For the console: picking, shipping, completing, cancelling by staff, each on record. */
export async function orderByStaff(deps: OrderDeps, staff: StaffActor, id: number, what: StaffCommand, now: Date): Promise<OrderStatus> {
  return statusAfter(await command(deps, id, null, what, { kind: 'staff', name: staff.name }, now, staff))
}

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Shipped long ago: received. Received long ago: completed, with what it earned. Safe to run twice and to break off. */
export async function advanceIdleOrders(deps: OrderDeps, now: Date): Promise<void> {
  const steps = [
    { status: 'shipped', what: { type: 'receive' }, days: RECEIVED_AFTER_DAYS },
    { status: 'received', what: { type: 'complete' }, days: COMPLETED_AFTER_DAYS },
  ] as const
  const failures = collectFailures()
  for (const { status, what, days } of steps) {
    const before = new Date(now.getTime() - days * DAY_MS)
    for (let after = 0; ; ) {
      const ids = await ordersIdleSince(deps.database.db, status, before, after, AT_ONCE)
      for (const id of ids) await failures.one(`order:${id}`, () => command(deps, id, null, what, { kind: 'system', name: '系统' }, now))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
  }
  failures.report()
}
