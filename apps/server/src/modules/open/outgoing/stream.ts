import type { DataOf, QueryOf } from '#contract/call.ts'
import { OPEN_EVENT_DAYS } from '#contract/constants.ts'
import type { OpenOrderHead, openOrders } from '#contract/open-orders.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { OPEN_ROOT, OpenRefusal } from '../../../platform/open-problems.ts'
import { transact } from '../../../platform/transact.ts'
import { eventsAfter, givePlaces, lockStream, streamState, sweepEvents } from './event-store.ts'
import { type OpenHeadRow, openHeads } from './views.ts'

const DAY_MS = 86_400_000
const USUAL = 200

/** Nobody is to reckon with a cursor: it says its place in its own letters. */
const CURSOR = 'v1:'
const cursorOf = (place: number): string => Buffer.from(CURSOR + place).toString('base64url')
function placeOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString()
  const place = /^v1:(\d{1,15})$/.exec(text)?.[1]
  if (place === undefined || cursorOf(Number(place)) !== cursor)
    throw fieldErrors([{ field: 'changed_after', message: '不是回答里的 cursor' }])
  return Number(place)
}

/** Gives everything that has committed by now its place in the stream. */
async function publish({ db }: DatabaseHandle): Promise<void> {
  await transact(db, async (trx) => {
    if (await lockStream(trx)) await givePlaces(trx)
  })
}

export const headOf = (row: OpenHeadRow): OpenOrderHead => ({
  no: row.no,
  status: row.status,
  status_name: STATUS_NAMES[row.status],
  held: row.heldAt !== null,
  is_ephedrine: row.isEphedrine,
  placed_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
  shipped_at: row.shippedAt?.toISOString() ?? null,
  cancelled_at: row.cancelledAt?.toISOString() ?? null,
  cancel_reason: row.cancelReason,
  warehouse_code: row.warehouseCode,
  company: { code: row.companyCode, name: row.companyName, credit_code: row.creditCode, type: row.companyType },
  payable: row.payable,
  paid: row.paid,
  taken_over: row.sheetNo === null || row.takenOverAt === null ? null : { sheet_no: row.sheetNo, at: row.takenOverAt.toISOString() },
})

/** What changed since a place: each order once, as it is now. Whoever reads on from the cursor misses nothing, however late it committed. */
export async function changedOrders(
  database: DatabaseHandle,
  { changed_after: cursor = '', limit = USUAL }: QueryOf<typeof openOrders>,
): Promise<DataOf<typeof openOrders>> {
  const { db } = database
  const asked = cursor === '' ? null : placeOf(cursor)
  await publish(database)
  const { published, swept } = await streamState(db)
  // Swept, or from before a backup was brought back: its next change may be one that it never hears of.
  if (asked !== null && (asked < swept || asked > published)) throw new OpenRefusal('CURSOR_GONE')
  const after = asked ?? swept
  const events = await eventsAfter(db, after, limit)
  const ids = [...new Set(events.map(({ orderId }) => orderId))]
  const byId = new Map((await openHeads(db, ids)).map((row) => [row.id, row]))
  const orders = ids.flatMap((id) => byId.get(id) ?? []).map(headOf)
  return { orders, cursor: cursorOf(events.at(-1)?.seq ?? after), more: events.length === limit }
}

export async function sweepStream(database: DatabaseHandle, now: Date): Promise<void> {
  await publish(database)
  await sweepEvents(database.db, new Date(now.getTime() - OPEN_EVENT_DAYS * DAY_MS))
}

/** Up to where the stream goes at this moment. */
export async function publishedNow(database: DatabaseHandle): Promise<number> {
  await publish(database)
  return (await streamState(database.db)).published
}

/** Orders as they are told of: their heads, and where the rest is read. */
export async function orderData(
  connection: Connection,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OpenOrderHead & { url: string }>> {
  const rows = await openHeads(connection, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, { ...headOf(row), url: `${OPEN_ROOT}/orders/${row.no}` }]))
}
