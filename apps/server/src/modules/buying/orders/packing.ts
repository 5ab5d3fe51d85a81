import type { BodyOf } from '#contract/call.ts'
import type { PackingWire, staffCartonAdd, staffCartonPut, staffCartonSave } from '#contract/packing.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { addCartons, packingOf, putIn, removeCarton, saveCarton, unpack } from '../shipments/public.ts'
import { findOrder, lockOrder } from './store.ts'

/** Packing by carton, one after the other on an order: each sees what those before him packed. */

export async function packing({ db }: DatabaseHandle, id: number): Promise<PackingWire> {
  if ((await findOrder(db, id, null)) === null) throw notFound('订单')
  return packingOf(db, id)
}

async function packed(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  isMore: boolean,
  deed: (trx: Connection) => Promise<{ before?: object; after: object }>,
  now: Date,
): Promise<PackingWire> {
  return transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (order.status !== 'picking') throw conflict(`订单${STATUS_NAMES[order.status]}，不能装箱`)
    if (isMore && order.heldAt !== null) throw conflict('订单已暂停，先放一边，不再装箱')
    const { before = null, after } = await deed(trx)
    await writeAudit(trx, staff, { action: 'order.packing', subject: `order:${id}`, before, after }, now)
    return packingOf(trx, id)
  })
}

export const addCarton = (database: DatabaseHandle, staff: StaffActor, id: number, { kind }: BodyOf<typeof staffCartonAdd>, now: Date) =>
  packed(database, staff, id, true, async (trx) => ({ after: await addCartons(trx, id, kind, staff.name, now) }), now)

export const putInCarton = (
  database: DatabaseHandle,
  staff: StaffActor,
  { id, carton }: { id: number; carton: number },
  { goods }: BodyOf<typeof staffCartonPut>,
  now: Date,
) => {
  const isMore = goods.some(({ number }) => number > 0)
  return packed(database, staff, id, isMore, async (trx) => ({ after: await putIn(trx, id, carton, goods) }), now)
}

export const changeCarton = (
  database: DatabaseHandle,
  staff: StaffActor,
  { id, carton }: { id: number; carton: number },
  body: BodyOf<typeof staffCartonSave>,
  now: Date,
) => packed(database, staff, id, false, (trx) => saveCarton(trx, id, carton, body), now)

export const takeCarton = (database: DatabaseHandle, staff: StaffActor, { id, carton }: { id: number; carton: number }, now: Date) =>
  packed(database, staff, id, false, async (trx) => ({ after: await removeCarton(trx, id, carton) }), now)

export const unpackOrder = (database: DatabaseHandle, staff: StaffActor, id: number, now: Date) =>
  packed(database, staff, id, false, async (trx) => ({ after: await unpack(trx, id) }), now)
