import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

export interface Candidate {
  id: number
  no: string
  status: OrderStatus
  isHeld: boolean
  warehouseId: number
  /** Number of the wave that it is in; '': none. */
  wave: string
}

/** Locked until the wave is made: nobody holds, picks or joins one of them meanwhile. Those that whoever asks sees. */
export async function lockCandidates(connection: Connection, ids: readonly number[]): Promise<Map<number, Candidate>> {
  await sql`select from orders where id = any(${[...ids]}::bigint[]) order by id for update`.execute(connection)
  const { rows } = await sql<Candidate>`
    select o.id, o.no, o.status, o.held_at is not null as "isHeld", o.warehouse_id as "warehouseId",
           coalesce((select v.no from wave_order x join wave v on v.id = x.wave_id where x.order_id = o.id and x.left_at is null), '') as wave
      from orders o where o.id = any(${[...ids]}::bigint[]) and ${orderSeen('o.id', 'o.company_id')}`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertWave(
  connection: Connection,
  { warehouseId, pickerId, remark }: { warehouseId: number; pickerId: number | null; remark: string },
  by: { accountId: number; name: string },
  day: string,
  now: Date,
): Promise<{ id: number; no: string }> {
  const { rows } = await sql<{ id: number; no: string }>`
    with numbered as (select nextval(pg_get_serial_sequence('wave', 'id')) as id)
    insert into wave (id, no, warehouse_id, remark, picker_id, made_by, maker, made_at) overriding system value
    select id, 'BC' || ${day}::text || '-' || lpad(id::text, 5, '0'), ${warehouseId}::bigint, ${remark}, ${pickerId}::bigint,
           ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz
      from numbered returning id, no`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no wave was made')
  return made
}

/** Totes are numbered as the orders come. */
export async function addOrders(connection: Connection, waveId: number, orderIds: readonly number[]): Promise<void> {
  await sql`
    insert into wave_order (wave_id, order_id, tote)
    select ${waveId}::bigint, o.id, o.tote from unnest(${[...orderIds]}::bigint[]) with ordinality as o (id, tote)`.execute(connection)
}

/** Everything about one wave happens one after another. */
export async function lockWave(connection: Connection, id: number): Promise<void> {
  await sql`select from wave where id = ${id} for update`.execute(connection)
}

export async function setStarted(connection: Connection, id: number, pickerId: number, now: Date): Promise<void> {
  await sql`
    update wave set started_at = ${now}, picker_id = ${pickerId}, version = version + 1 where id = ${id}`.execute(connection)
}

export async function setPicker(connection: Connection, id: number, pickerId: number | null): Promise<void> {
  await sql`update wave set picker_id = ${pickerId}, version = version + 1 where id = ${id}`.execute(connection)
}

export async function setDissolved(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update wave set dissolved_at = ${now}, version = version + 1 where id = ${id}`.execute(connection)
}

export async function leaveOrders(
  connection: Connection,
  waveId: number,
  orderIds: readonly number[],
  why: string,
  now: Date,
): Promise<void> {
  await sql`
    update wave_order set left_at = ${now}, left_why = ${why}
     where wave_id = ${waveId} and order_id = any(${[...orderIds]}::bigint[]) and left_at is null`.execute(connection)
}

export async function addTaken(
  connection: Connection,
  waveId: number,
  lines: readonly { batchId: number; number: number }[],
  accountId: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into wave_taken (wave_id, stock_batch_id, number, taken_by, taken_at)
    select ${waveId}::bigint, l.batch_id, l.number, ${accountId}::bigint, ${now}::timestamptz
      from unnest(${lines.map((one) => one.batchId)}::bigint[], ${lines.map((one) => one.number)}::integer[]) as l (batch_id, number)`.execute(
    connection,
  )
}
