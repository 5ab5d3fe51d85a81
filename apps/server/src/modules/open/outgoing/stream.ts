import type { DataOf, QueryOf } from '#contract/call.ts'
import { OPEN_EVENT_DAYS } from '#contract/constants.ts'
import type { OpenOrderHead, openOrders } from '#contract/open-orders.ts'
import type { OpenAbout } from '#contract/open-told.ts'
import type { TradeDate } from '#domain/dates.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { OPEN_ROOT, OpenRefusal } from '../../../platform/open-problems.ts'
import { transact } from '../../../platform/transact.ts'
import { type About, eventsAfter, givePlaces, lockStream, streamState, sweepEvents } from './event-store.ts'
import { returnsOf } from './return-views.ts'
import { lockDays, tellOfDays, toldRows } from './told-store.ts'
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

/** What a buyer's own systems are told too. */
export const factsOf = (row: OpenHeadRow) => ({
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
})
export const headOf = (row: OpenHeadRow): OpenOrderHead => ({
  ...factsOf(row),
  warehouse_code: row.warehouseCode,
  company: { code: row.companyCode, name: row.companyName, credit_code: row.creditCode, type: row.companyType },
  payable: row.payable,
  paid: row.paid,
  taken_over: row.sheetNo === null || row.takenOverAt === null ? null : { sheet_no: row.sheetNo, at: row.takenOverAt.toISOString() },
})

interface Read {
  ids: number[]
  cursor: string
  more: boolean
}

/** companyId: only its orders. Of what something changed since a place, each once. Whoever reads on from the cursor misses nothing, however late it committed. */
export async function readOn(
  database: DatabaseHandle,
  about: About,
  { changed_after: cursor = '', limit = USUAL }: QueryOf<typeof openOrders>,
  companyId: number | null = null,
): Promise<Read> {
  const { db } = database
  const asked = cursor === '' ? null : placeOf(cursor)
  await publish(database)
  const { published, swept } = await streamState(db)
  // Swept, or from before a backup was brought back: its next change may be one that it never hears of.
  if (asked !== null && (asked < swept || asked > published)) throw new OpenRefusal('CURSOR_GONE')
  const events = await eventsAfter(db, about, asked ?? swept, limit, companyId)
  const more = events.length === limit
  const last = events.at(-1)?.seq ?? 0
  // Where there is no more, all of the stream was looked at: a cursor that stays at the last change of its kind would be swept one day.
  const place = more ? last : Math.max(last, published)
  return { ids: [...new Set(events.map(({ aboutId }) => aboutId))], cursor: cursorOf(place), more }
}

/** What changed of orders, each as it is now. */
export async function changedOrders(database: DatabaseHandle, query: QueryOf<typeof openOrders>): Promise<DataOf<typeof openOrders>> {
  const { ids, cursor, more } = await readOn(database, 'order', query)
  const byId = new Map((await openHeads(database.db, ids)).map((row) => [row.id, row]))
  return { orders: ids.flatMap((id) => byId.get(id) ?? []).map(headOf), cursor, more }
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

export interface Told {
  /** How people find it. */
  label: string
  data: object
}
/** What it is about as it is told of, as it is now; nothing of what is gone. */
export async function toldOf(connection: Connection, about: OpenAbout, ids: readonly number[]): Promise<ReadonlyMap<number, Told>> {
  const each = [...new Set(ids)]
  if (each.length === 0) return new Map()
  if (about === 'order') {
    const rows = await openHeads(connection, each)
    return new Map(rows.map((row) => [row.id, { label: row.no, data: { ...headOf(row), url: `${OPEN_ROOT}/orders/${row.no}` } }]))
  }
  if (about === 'return') {
    const rows = await returnsOf(connection, each)
    const dataOf = ({ no, orderNo, status }: (typeof rows)[number]) => ({
      no,
      order_no: orderNo,
      status,
      url: `${OPEN_ROOT}/returns/${no}`,
    })
    return new Map(rows.map((row) => [row.id, { label: row.no, data: dataOf(row) }]))
  }
  return new Map((await toldRows(connection, about, each)).map(({ id, ...told }) => [id, told]))
}

/** What each day brings that nobody does: told once, also of days on which nothing ran. */
export async function tellDays({ db }: DatabaseHandle, today: TradeDate): Promise<void> {
  await transact(db, async (trx) => tellOfDays(trx, await lockDays(trx, today), today))
}
