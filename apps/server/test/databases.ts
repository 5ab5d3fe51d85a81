import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type DatabaseHandle, openDatabase } from '../src/platform/database.ts'
import { MIGRATIONS_DIR, migrate } from '../src/platform/migrations.ts'

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test')
  return url
}

export function testDatabaseUrl(name: string): string {
  const url = new URL(adminUrl())
  url.pathname = `/${name}`
  return url.href
}

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS_DIR)).sort()) hash.update(name).update(await readFile(join(MIGRATIONS_DIR, name)))
  return hash.digest('hex').slice(0, 16)
}

/** One migrated database for all test files of this state of the migrations; the rest are copies of it. */
async function templateName(admin: pg.Client): Promise<string> {
  const name = `test_template_${await migrationsHash()}`
  await admin.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    const unfinished = `${name}_new`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished}`)
    const database = openDatabase(testDatabaseUrl(unfinished), { max: 3 })
    await migrate(database)
    await database.close()
    await admin.query(`alter database ${unfinished} rename to ${name}`)
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

/** A migrated, empty database of its own; answers its name. */
export async function createTestDatabase(): Promise<string> {
  return withAdmin(async (admin) => {
    const template = await templateName(admin)
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} template ${template}`)
    return name
  })
}

/** Nothing in it at all, not even tables. */
export async function createEmptyDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withAdmin((admin) => admin.query(`create database ${name}`))
  return name
}

export async function dropTestDatabase(name: string): Promise<void> {
  await withAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
}

/** Empties these and what hangs on them, the ledger and the audit among it, which no shop can: their triggers sleep meanwhile. */
export async function emptyTables({ pool }: DatabaseHandle, ...tables: readonly string[]): Promise<void> {
  await pool.query(`begin; set local session_replication_role = replica; truncate ${tables.join(', ')} restart identity cascade; commit`)
}
