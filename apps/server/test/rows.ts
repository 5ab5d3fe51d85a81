import type { InsertObject, Kysely, UpdateObject } from 'kysely'
import type { Database } from '../src/platform/database.ts'
import type { DB } from '../src/platform/database-types.ts'

/** What no call of the shop writes, or writes only at another time, as it would stand there. */

/** Which table it is, is known to whoever calls. */
const anyTable = (db: Database) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

export async function addRow<T extends keyof DB>(
  db: Database,
  table: T,
  values: InsertObject<DB, T> | readonly InsertObject<DB, T>[],
): Promise<void> {
  await anyTable(db)
    .insertInto(table as string)
    .values(values)
    .execute()
}

export async function changeRow<T extends keyof DB>(db: Database, table: T, id: number, values: UpdateObject<DB, T>): Promise<void> {
  await anyTable(db)
    .updateTable(table as string)
    .set(values)
    .where('id', '=', id)
    .execute()
}

/** A setting as of now, without anybody who says why. */
export async function keepSetting(db: Database, key: string, said: unknown): Promise<void> {
  const value = JSON.stringify(said)
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
