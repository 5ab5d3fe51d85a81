import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { Facts } from './facts.ts'

export interface SegmentRow {
  id: number
  name: string
  facts: Facts
  version: number
  updatedBy: string
  updatedAt: Date
}
const COLUMNS = sql`id, name, facts, version, updated_by as "updatedBy", updated_at as "updatedAt"`

export async function segmentById(connection: Connection, id: number, isLocked = false): Promise<SegmentRow | null> {
  const { rows } = await sql<SegmentRow>`
    select ${COLUMNS} from segment where id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(connection)
  return rows[0] ?? null
}

/** Some of them by their numbers. */
export async function segmentsOf(connection: Connection, ids: readonly number[]): Promise<Map<number, SegmentRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SegmentRow>`select ${COLUMNS} from segment where id = any(${[...ids]}::bigint[]) order by id`.execute(
    connection,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function segmentPage(
  connection: Connection,
  named: string,
  offset: number,
  limit: number,
): Promise<{ rows: SegmentRow[]; total: number }> {
  const { rows } = await sql<SegmentRow>`
    select ${COLUMNS} from segment where name ilike ${named} order by id desc offset ${offset} limit ${limit}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from segment where name ilike ${named}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** null: the name is another one's. */
export async function insertSegment(connection: Connection, name: string, facts: Facts, by: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into segment (name, facts, created_by, updated_by, updated_at)
    values (${name}, ${JSON.stringify(facts)}::jsonb, ${by}, ${by}, ${now}) on conflict (name) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function isNameTaken(connection: Connection, name: string, besides: number): Promise<boolean> {
  const { rows } = await sql`select from segment where name = ${name} and id <> ${besides}`.execute(connection)
  return rows.length > 0
}

export async function writeSegment(connection: Connection, id: number, name: string, facts: Facts, by: string, now: Date): Promise<void> {
  await sql`
    update segment set name = ${name}, facts = ${JSON.stringify(facts)}::jsonb, version = version + 1, updated_by = ${by}, updated_at = ${now}
     where id = ${id}`.execute(connection)
}

export async function deleteSegment(connection: Connection, id: number): Promise<void> {
  await sql`delete from segment where id = ${id}`.execute(connection)
}
