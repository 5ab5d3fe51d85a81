import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface MakerFields {
  name: string
  short_name: string
  is_brand: boolean
  brand_intro: string
}
export interface MakerRow extends MakerFields {
  id: number
  version: number
}

const COLUMNS = ['id', 'name', 'short_name', 'is_brand', 'brand_intro', 'version'] as const

/** Locked until the transaction ends, in the order of their ids. */
export const lockMakers = (connection: Connection, ids: readonly number[]): Promise<MakerRow[]> =>
  connection.selectFrom('manufacturer').select(COLUMNS).where('id', 'in', ids).orderBy('id').forUpdate().execute()

export async function makerNamed(connection: Connection, name: string): Promise<number | null> {
  const row = await connection.selectFrom('manufacturer').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

/** null: there is one of this name. */
export async function insertMaker(connection: Connection, fields: MakerFields): Promise<number | null> {
  const row = await connection
    .insertInto('manufacturer')
    .values(fields)
    .onConflict((on) => on.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function writeMaker(connection: Connection, id: number, fields: MakerFields): Promise<void> {
  await connection.updateTable('manufacturer').set(fields).where('id', '=', id).execute()
}

export async function goodsOf(connection: Connection, id: number): Promise<number[]> {
  const rows = await connection.selectFrom('goods').select('id').where('manufacturer_id', '=', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}

export async function handGoods(connection: Connection, from: number, to: number, now: Date): Promise<void> {
  await sql`update goods set manufacturer_id = ${to}, updated_at = ${now} where manufacturer_id = ${from}`.execute(connection)
}

export async function deleteMaker(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('manufacturer').where('id', '=', id).execute()
}

/** The maker of this name, new where there was none; null: no name. */
export async function makerIdOf(connection: Connection, name: string): Promise<number | null> {
  if (name === '') return null
  const known = await makerNamed(connection, name)
  return (
    known ?? (await insertMaker(connection, { name, short_name: '', is_brand: false, brand_intro: '' })) ?? makerNamed(connection, name)
  )
}
