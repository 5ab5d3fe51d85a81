import type { BodyOf, DataOf } from '#contract/call.ts'
import type { RoomWire, staffClimateTake, staffRoomAdd, staffRoomSave, staffRooms } from '#contract/care.ts'
import { CLIMATES, climateFaults, climateRange, halfOfDay } from '#domain/climate.ts'
import { beijingDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { openWarehouse } from '../stock/public.ts'
import { insertReading, insertRoom, lockRoom, nameTaken, type Room, readingsSince, roomsSeen, writeRoom } from './climate-store.ts'

const shownOf = ({ name, kind, isActive }: Pick<Room, 'name' | 'kind' | 'isActive'>) => ({
  name,
  kind: CLIMATES[kind].name,
  is_active: isActive ? 1 : 0,
})
const sameName = (name: string) => fieldErrors([{ field: 'name', message: `这个仓库已有“${name}”` }])

export async function roomsToday({ db }: DatabaseHandle, now: Date): Promise<DataOf<typeof staffRooms>> {
  const { half, begins } = halfOfDay(now)
  const [rooms, readings] = await Promise.all([roomsSeen(db), readingsSince(db, new Date(`${beijingDate(now)}T00:00:00+08:00`))])
  const list = rooms.map((room): RoomWire => {
    const own = readings.filter(({ roomId }) => roomId === room.id)
    return {
      id: room.id,
      warehouse_id: room.warehouseId,
      warehouse: room.warehouse,
      name: room.name,
      kind: room.kind,
      kind_name: CLIMATES[room.kind].name,
      range: climateRange(room.kind),
      is_active: room.isActive ? 1 : 0,
      today: own.map(({ id, celsius, humidity, isOut, measure, taker, takenAt }) => ({
        id,
        half: halfOfDay(takenAt).half,
        celsius,
        humidity,
        is_out: isOut ? 1 : 0,
        measure,
        taker,
        taken_at: takenAt.toISOString(),
      })),
      due: room.isActive && !own.some(({ takenAt }) => takenAt >= begins) ? 1 : 0,
    }
  })
  return { due: list.filter(({ due }) => due === 1).length, half, list }
}

export async function addRoom(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { warehouse_id: warehouseId, name: typed, kind }: BodyOf<typeof staffRoomAdd>,
  now: Date,
): Promise<DataOf<typeof staffRoomAdd>> {
  const name = nameOf(typed)
  return transact(db, async (trx) => {
    await openWarehouse(trx, warehouseId, 'warehouse_id')
    const id = await insertRoom(trx, { warehouseId, name, kind })
    if (id === null) throw sameName(name)
    const after = shownOf({ name, kind, isActive: true })
    await writeAudit(trx, staff, { action: 'care.room_add', subject: `store_room:${id}`, before: null, after }, now)
    return { id }
  })
}

export async function saveRoom(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { name: typed, kind, is_active }: BodyOf<typeof staffRoomSave>,
  now: Date,
): Promise<DataOf<typeof staffRoomSave>> {
  const name = nameOf(typed)
  return transact(db, async (trx) => {
    const room = await lockRoom(trx, id)
    if (room === null) throw notFound('库房')
    if (await nameTaken(trx, { id, warehouseId: room.warehouseId, name })) throw sameName(name)
    const next = { id, name, kind, isActive: is_active === 1 }
    await writeRoom(trx, next)
    await writeAudit(
      trx,
      staff,
      { action: 'care.room_save', subject: `store_room:${id}`, before: shownOf(room), after: shownOf(next) },
      now,
    )
    return {}
  })
}

function nameOf(typed: string): string {
  const name = typed.trim()
  if (name === '') throw fieldErrors([{ field: 'name', message: '请填写名称' }])
  requirePrintable({ name })
  return name
}

/** A second reading in the same half of a day is one more: what was written down stays. */
export async function takeReading(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffClimateTake>,
  now: Date,
): Promise<DataOf<typeof staffClimateTake>> {
  const measure = (body.measure ?? '').trim()
  requirePrintable({ measure })
  const oneDecimal = (value: number) => Math.round(value * 10) / 10
  return transact(db, async (trx) => {
    const room = await lockRoom(trx, id)
    if (room === null) throw notFound('库房')
    if (!room.isActive) throw conflict(`库房“${room.name}”已停用`)
    const { isDampRead } = CLIMATES[room.kind]
    const celsius = oneDecimal(body.celsius)
    const humidity = isDampRead && body.humidity !== undefined && body.humidity !== null ? oneDecimal(body.humidity) : null
    if (isDampRead && humidity === null) throw fieldErrors([{ field: 'humidity', message: '请填写湿度' }])
    const faults = climateFaults(room.kind, { celsius, humidity })
    if (faults.length > 0 && measure === '')
      throw fieldErrors([{ field: 'measure', message: `${faults.join('、')}（${climateRange(room.kind)}），请写明采取的措施` }])
    const reading = { celsius, humidity, isOut: faults.length > 0, measure }
    const made = await insertReading(trx, room, reading, staff, now)
    const after = { room: room.name, celsius, humidity, ...(faults.length > 0 && { outcome: faults.join('、'), measure }) }
    await writeAudit(trx, staff, { action: 'care.reading', subject: `store_room:${id}`, before: null, after }, now)
    return { id: made, is_out: reading.isOut ? 1 : 0 }
  })
}
