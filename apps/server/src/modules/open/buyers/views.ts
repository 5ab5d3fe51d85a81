import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export async function codesOfGoods(connection: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; code: string }>`select id, code from goods where id = any(${ids}::bigint[])`.execute(connection)
  return new Map(rows.map(({ id, code }) => [id, code]))
}

export async function goodsByCode(connection: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; code: string }>`select id, code from goods where code = any(${codes}::text[])`.execute(
    connection,
  )
  return new Map(rows.map(({ id, code }) => [code, id]))
}
