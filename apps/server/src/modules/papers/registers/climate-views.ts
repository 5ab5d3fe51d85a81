import { type RawBuilder, sql } from 'kysely'
import type { ClimateKind } from '#domain/climate.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'
import type { RegisterFilter } from './asked.ts'

export interface ClimateRow {
  id: number
  warehouse: string
  room: string
  kind: ClimateKind
  takenAt: Date
  celsius: number
  humidity: number | null
  isOut: boolean
  measure: string
  taker: string
}

function conditions({ words, warehouseId, from, until }: RegisterFilter, isOut: boolean): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`c.taken_at >= ${from} and c.taken_at < ${until}`, warehouseSeen('r.warehouse_id')]
  if (warehouseId !== null) parts.push(sql`r.warehouse_id = ${warehouseId}`)
  if (isOut) parts.push(sql`c.is_out`)
  if (words) parts.push(isLike(sql`c.room`, `${plainLike(words)}%`))
  return sql.join(parts, sql` and `)
}

/** after: the last reading of the page before; null: the first page. */
export async function climateRows(
  connection: Connection,
  filter: RegisterFilter,
  isOut: boolean,
  after: number | null,
  limit: number,
): Promise<ClimateRow[]> {
  const place =
    after === null
      ? sql``
      : sql`and (c.taken_at, c.id) < ((select p.taken_at from climate_reading p where p.id = ${after}), ${after}::bigint)`
  const { rows } = await sql<ClimateRow>`
    select c.id, w.name as warehouse, c.room, c.kind, c.taken_at as "takenAt", c.celsius::float8 as celsius, c.humidity::float8 as humidity,
           c.is_out as "isOut", c.measure, c.taker
      from climate_reading c join store_room r on r.id = c.room_id join warehouse w on w.id = r.warehouse_id
     where ${conditions(filter, isOut)} ${place} order by c.taken_at desc, c.id desc limit ${limit}`.execute(connection)
  return rows
}
