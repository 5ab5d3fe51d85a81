import { sql } from 'kysely'
import type { ClimateKind } from '#domain/climate.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

export interface Room {
  id: number
  warehouseId: number
  warehouse: string
  name: string
  kind: ClimateKind
  isActive: boolean
}
export interface TakenReading {
  id: number
  roomId: number
  celsius: number
  humidity: number | null
  isOut: boolean
  measure: string
  taker: string
  takenAt: Date
}

const COLUMNS = sql`r.id, r.warehouse_id as "warehouseId", w.name as warehouse, r.name, r.kind, r.is_active as "isActive"`

export async function roomsSeen(connection: Connection): Promise<Room[]> {
  const { rows } = await sql<Room>`
    select ${COLUMNS} from store_room r join warehouse w on w.id = r.warehouse_id where ${warehouseSeen('r.warehouse_id')}
     order by r.is_active desc, w.sort, w.id, r.id`.execute(connection)
  return rows
}

export async function readingsSince(connection: Connection, since: Date): Promise<TakenReading[]> {
  const { rows } = await sql<TakenReading>`
    select c.id, c.room_id as "roomId", c.celsius::float8 as celsius, c.humidity::float8 as humidity, c.is_out as "isOut", c.measure, c.taker,
           c.taken_at as "takenAt"
      from climate_reading c where c.taken_at >= ${since} order by c.taken_at, c.id`.execute(connection)
  return rows
}

export async function lockRoom(connection: Connection, id: number): Promise<Room | null> {
  const { rows } = await sql<Room>`
    select ${COLUMNS} from store_room r join warehouse w on w.id = r.warehouse_id where r.id = ${id} for update of r`.execute(connection)
  return rows[0] ?? null
}

/** null: the warehouse has one of this name. */
export async function insertRoom(
  connection: Connection,
  { warehouseId, name, kind }: Pick<Room, 'warehouseId' | 'name' | 'kind'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into store_room (warehouse_id, name, kind) values (${warehouseId}, ${name}, ${kind})
    on conflict (warehouse_id, name) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function nameTaken(
  connection: Connection,
  { id, warehouseId, name }: Pick<Room, 'id' | 'warehouseId' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from store_room where warehouse_id = ${warehouseId} and name = ${name} and id <> ${id}`.execute(connection)
  return rows.length > 0
}

export async function writeRoom(
  connection: Connection,
  { id, name, kind, isActive }: Pick<Room, 'id' | 'name' | 'kind' | 'isActive'>,
): Promise<void> {
  await sql`update store_room set name = ${name}, kind = ${kind}, is_active = ${isActive} where id = ${id}`.execute(connection)
}

export async function insertReading(
  connection: Connection,
  room: Pick<Room, 'id' | 'name' | 'kind'>,
  { celsius, humidity, isOut, measure }: Pick<TakenReading, 'celsius' | 'humidity' | 'isOut' | 'measure'>,
  by: StaffActor,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into climate_reading (room_id, room, kind, celsius, humidity, is_out, measure, taken_by, taker, taken_at)
    values (${room.id}, ${room.name}, ${room.kind}, ${celsius}, ${humidity}, ${isOut}, ${measure}, ${by.accountId}, ${by.name}, ${now})
    returning id`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no reading was written down')
  return made.id
}
