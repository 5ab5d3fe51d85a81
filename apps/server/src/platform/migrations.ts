import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { DatabaseHandle } from './database.ts'

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Numbered SQL files, forward only: 0001_shop.sql. */
function sqlFiles(): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort()
      const entries = names.map(async (name): Promise<[string, Migration]> => {
        const text = await readFile(`${MIGRATIONS_DIR}${name}`, 'utf8')
        return [
          name.slice(0, -'.sql'.length),
          {
            up: (db) =>
              sql
                .raw(text)
                .execute(db)
                .then(() => undefined),
          },
        ]
      })
      return Object.fromEntries(await Promise.all(entries))
    },
  }
}

const silent = new Logger(() => () => undefined)

/** Any number; the same in every process of this shop. */
const START_LOCK = 4_207_001

export const allMigrations = async (): Promise<string[]> => Object.keys(await sqlFiles().getMigrations()).sort()

/** The database is not what this version works on; says what a person has to do. */
export class OtherSchema extends Error {}

const NAMED_MOST = 5

/** Of tables that an extension made there are some in a database that is empty to its owner. */
const FOREIGN_TABLES = `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and to_regclass('public.migration') is null
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   order by 1`

/** A database that is another program's, or of a later version of this one, is left as it is. */
async function refuseOthers({ pool }: DatabaseHandle): Promise<void> {
  const named = (names: readonly string[]) => `${names.slice(0, NAMED_MOST).join('、')}${names.length > NAMED_MOST ? '等' : ''}`
  const { rows: foreign } = await pool.query<{ name: string }>(FOREIGN_TABLES)
  if (foreign.length > 0)
    throw new OtherSchema(`数据库里已有别的程序的表（${named(foreign.map(({ name }) => name))}）：请另选一个空的数据库`)
  const { rows: here } = await pool.query<{ here: boolean }>(`select to_regclass('public.migration') is not null as here`)
  if (here[0]?.here !== true) return
  const { rows: applied } = await pool.query<{ name: string }>('select name from migration order by name')
  const known = new Set(await allMigrations())
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new OtherSchema(`这个数据库由更新的或另一个版本的程序用过（${named(unknown)}）：请用那个版本或更新的版本启动`)
  const last = applied.at(-1)?.name ?? ''
  const before = [...known].filter((name) => name < last && !applied.some((one) => one.name === name))
  if (before.length > 0) throw new OtherSchema(`迁移 ${named(before)} 的编号小于这个数据库已经执行过的 ${last}：请给它更大的编号`)
}

async function applyAll(database: DatabaseHandle, upTo: string | undefined): Promise<string[]> {
  const migrator = new Migrator({
    db: database.db,
    provider: sqlFiles(),
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error) throw new Error(`migration ${results.find((one) => one.status === 'Error')?.migrationName ?? ''} failed`, { cause: error })
  await runMigrations({ pgPool: database.pool, logger: silent })
  return results.map((one) => one.migrationName)
}

/**
 * Brings the schema, and the job queue's own, up to date; answers the names of what was new. Several processes may start
 * at once: one works, the others wait and find nothing left to do. The numbered files run as one transaction, so that a
 * start that breaks off leaves the former schema. upTo: an older schema, for an older shop's backup.
 */
export async function migrate(database: DatabaseHandle, upTo?: string): Promise<string[]> {
  const holder = await database.pool.connect()
  try {
    // Another process may be at it for longer than any other question may take.
    await holder.query('set statement_timeout = 0; set lock_timeout = 0')
    await holder.query('select pg_advisory_lock($1)', [START_LOCK])
    await refuseOthers(database)
    return await applyAll(database, upTo)
  } finally {
    // Closing the connection gives the lock back, also after a failure.
    holder.release(true)
  }
}

/**
 * For commands beside the shop: an empty database gets its schema; one of an older version is left to the next start of the shop,
 * for the processes that still run on it would fail with a newer one.
 */
export async function migrateEmpty(database: DatabaseHandle): Promise<void> {
  const { rows } = await database.pool.query<{ here: boolean }>(`select to_regclass('public.migration') is not null as here`)
  if (rows[0]?.here === true) {
    const applied = await database.pool.query<{ name: string }>('select name from migration')
    const there = new Set(applied.rows.map(({ name }) => name))
    const lacking = (await allMigrations()).filter((name) => !there.has(name))
    if (there.size > 0 && lacking.length > 0)
      throw new OtherSchema('数据库的结构是旧版本的：请先停下旧程序，用 npm start 启动一次新程序，再运行这个命令')
  }
  await migrate(database)
}
