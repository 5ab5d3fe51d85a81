import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'

export async function warehouseName(connection: Connection, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from warehouse where id = ${id}`.execute(connection)
  const [row] = rows
  if (row === undefined) throw notFound('仓库')
  return row.name
}
