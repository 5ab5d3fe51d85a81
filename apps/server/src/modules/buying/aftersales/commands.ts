import {
  AFTER_SALE_STATUS_NAMES,
  type AfterSaleActor,
  type AfterSaleCommand,
  type AfterSaleDecision,
  type AfterSaleStatus,
  decideAfterSale,
  SEND_WITHIN_DAYS,
} from '#domain/aftersales.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import { lockOrder, type OrderRow } from '../orders/public.ts'
import {
  type AfterSaleRow,
  type Change,
  findAfterSale,
  insertAfterSaleLog,
  lockAfterSale,
  type ReturnTo,
  setAfterSale,
  unsentSince,
} from './store.ts'

/**
 * Every transition of an after-sale goes through move(): the rule, the row, the log that the buyer reads, the message. All
 * of it in the caller's transaction.
 */

export interface Locked {
  order: OrderRow
  row: AfterSaleRow
}

/** Order before after-sale: everybody takes locks in this order. companyId null: for staff and the system. */
export async function lock(connection: Connection, id: number, companyId: number | null): Promise<Locked> {
  const known = await findAfterSale(connection, id, companyId)
  if (known === null) throw notFound('售后申请')
  const order = await lockOrder(connection, known.orderId, companyId)
  const row = await lockAfterSale(connection, id)
  if (order === null || row === null) throw notFound('售后申请')
  return { order, row }
}

/** A refusal becomes the answer that a person reads. */
export function allowed(decision: AfterSaleDecision): Exclude<AfterSaleDecision, { kind: 'refuse' }> {
  if (decision.kind === 'refuse') throw decision.reason === 'NOT_ALLOWED' ? forbidden(decision.message) : conflict(decision.message)
  return decision
}

const URLS = { return: '/order/returnInfo/', refund_only: '/order/afterSalesInfo/' } as const
export const pageOf = ({ kind, id }: Pick<AfterSaleRow, 'kind' | 'id'>): string => `${URLS[kind]}${id}`

/** What the buyer did is not news to the buyer. */
async function tellBuyer(connection: Connection, row: AfterSaleRow, to: AfterSaleStatus, text: string, now: Date): Promise<void> {
  const { companyId, id, no } = row
  const title = `售后申请${AFTER_SALE_STATUS_NAMES[to]}`
  await tell(connection, { companyId, kind: 'order', title, text: `${no}：${text}`, url: pageOf(row), key: `after_sale:${id}:${to}` }, now)
}

/** Asks the rule and writes what it says. The caller has order and after-sale locked, and does what else the move asks for. */
export async function move(
  connection: Connection,
  row: AfterSaleRow,
  command: AfterSaleCommand,
  by: AfterSaleActor,
  change: Omit<Change, 'to'>,
  now: Date,
): Promise<AfterSaleDecision> {
  const decision = allowed(decideAfterSale(row, command, by, now))
  if (decision.kind !== 'move') return decision
  await setAfterSale(connection, row.id, { to: decision.to, ...change }, now)
  await insertAfterSaleLog(connection, { afterSaleId: row.id, actor: by.name, event: command.type, text: decision.text }, now)
  if (by.kind !== 'buyer') await tellBuyer(connection, row, decision.to, decision.text, now)
  return decision
}

export const statusAfter = (row: AfterSaleRow, decision: AfterSaleDecision): AfterSaleStatus =>
  decision.kind === 'move' ? decision.to : row.status

async function byBuyer(
  trx: Connection,
  buyer: { companyId: number; name: string },
  id: number,
  command: AfterSaleCommand,
  change: Omit<Change, 'to'>,
  now: Date,
): Promise<AfterSaleStatus> {
  const { row } = await lock(trx, id, buyer.companyId)
  return statusAfter(row, await move(trx, row, command, { kind: 'buyer', name: buyer.name }, change, now))
}

type Who = { companyId: number; name: string }

export const cancelAfterSale = (trx: Connection, buyer: Who, id: number, now: Date): Promise<AfterSaleStatus> =>
  byBuyer(trx, buyer, id, { type: 'cancel' }, {}, now)

const WAYBILL = /^[\p{L}\p{N}\-_/ ]+$/u

export async function sendBack(
  trx: Connection,
  buyer: Who,
  id: number,
  given: { carrier: string; waybill: string },
  now: Date,
): Promise<AfterSaleStatus> {
  const sent = { carrier: given.carrier.trim(), waybill: given.waybill.trim() }
  const errors = [
    ...(sent.carrier ? [] : [{ field: 'carrier', message: '请选择或填写承运商' }]),
    ...(WAYBILL.test(sent.waybill) ? [] : [{ field: 'waybill', message: '请填写正确的运单号' }]),
  ]
  if (errors.length > 0) throw fieldErrors(errors)
  return byBuyer(trx, buyer, id, { type: 'send', ...sent }, { sent }, now)
}

/** Setting 'return_address': {receiver, phone, address}; null where the shop has named none. */
const wholeAddress = ({ receiver = '', phone = '', address = '' }: Partial<ReturnTo>): ReturnTo | null =>
  receiver && phone && address ? { receiver, phone, address } : null

/** own: what the shop has named. */
export async function returnPlaces(
  connection: Connection,
  given: Partial<ReturnTo>,
): Promise<{ own: ReturnTo | null; asked: ReturnTo | null }> {
  const own = wholeAddress((await readSettings(connection, ['return_address'])).return_address ?? {})
  const isTyped = Object.values(given).some((text) => text !== undefined && text !== '')
  return { own, asked: isTyped ? wholeAddress(given) : own }
}

/** Staff agree, and say where the goods go. */
export async function approve(
  trx: Connection,
  staff: StaffActor,
  id: number,
  given: Partial<ReturnTo>,
  now: Date,
): Promise<AfterSaleStatus> {
  requirePrintable({ receiver: given.receiver, phone: given.phone, address: given.address })
  const { row } = await lock(trx, id, null)
  const { asked: returnTo } = await returnPlaces(trx, given)
  if (returnTo === null) throw fieldErrors([{ field: 'address', message: '请填写完整的寄回地址：收货人、电话、地址' }])
  const decision = await move(trx, row, { type: 'approve' }, { kind: 'staff', name: staff.name }, { returnTo }, now)
  await audit(trx, staff, 'approve', row, decision, { return_to: returnTo }, now)
  return statusAfter(row, decision)
}

export async function reject(trx: Connection, staff: StaffActor, id: number, reason: string, now: Date): Promise<AfterSaleStatus> {
  if (reason.trim() === '') throw fieldErrors([{ field: 'reason', message: '请填写驳回原因' }])
  const { row } = await lock(trx, id, null)
  const why = reason.trim()
  const decision = await move(trx, row, { type: 'reject', reason: why }, { kind: 'staff', name: staff.name }, { rejectReason: why }, now)
  await audit(trx, staff, 'reject', row, decision, { reason: why }, now)
  return statusAfter(row, decision)
}

/** Each deed of staff is on record; asking again is none. */
export async function audit(
  connection: Connection,
  staff: StaffActor,
  deed: 'approve' | 'reject' | 'refund',
  row: AfterSaleRow,
  decision: AfterSaleDecision,
  more: object,
  now: Date,
): Promise<void> {
  if (decision.kind !== 'move') return
  const change = { before: { status: row.status }, after: { status: decision.to, ...more } }
  await writeAudit(connection, staff, { action: `after_sale.${deed}`, subject: `after_sale:${row.id}`, ...change }, now)
}

const DAY_MS = 86_400_000
const AT_ONCE = 200

/** Daily: approved and never sent back. What it held may be applied for again, while there is time. */
export async function closeUnsent({ db }: DatabaseHandle, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SEND_WITHIN_DAYS * DAY_MS)
  const failures = collectFailures()
  for (let after = 0; ; ) {
    const ids = await unsentSince(db, before, after, AT_ONCE)
    const expire = (id: number) =>
      transact(db, async (trx) => {
        const { row } = await lock(trx, id, null)
        await move(trx, row, { type: 'expire' }, { kind: 'system', name: '系统' }, {}, now)
      })
    for (const id of ids) await failures.one(`after_sale:${id}`, () => expire(id))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  failures.report()
}
