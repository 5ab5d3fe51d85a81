import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { seedDemo } from '../demo/seed.ts'
import { SEEDED_ROLES, seedRoles } from '../src/modules/who/accounts/public.ts'
import { type DatabaseHandle, FOR_LONG_WORK, openDatabase } from '../src/platform/database.ts'
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
  hash.update(JSON.stringify(SEEDED_ROLES))
  return hash.digest('hex').slice(0, 16)
}

/** Made once, by whoever wants it first, and copied from then on: half made it has another name. */
async function ensureTemplate(
  admin: pg.Client,
  name: string,
  { from = 'template1', fill }: { from?: string; fill: (database: DatabaseHandle) => Promise<unknown> },
): Promise<string> {
  await admin.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) {
    const unfinished = `${name}_new`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await admin.query(`create database ${unfinished} template ${from}`)
    const database = openDatabase(testDatabaseUrl(unfinished), { max: 3, limits: FOR_LONG_WORK })
    try {
      await fill(database)
    } finally {
      await database.close()
    }
    await admin.query(`alter database ${unfinished} rename to ${name}`)
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

/** One migrated database for all test files of this state of the migrations; the rest are copies of it. */
const emptyTemplate = async (admin: pg.Client) =>
  ensureTemplate(admin, `test_template_${await migrationsHash()}`, {
    async fill(database) {
      await migrate(database)
      await seedRoles(database.db)
      // No second factor, and one hand for the warehouse: tests that are about either say so.
      await database.pool.query("insert into setting (key, value) values ('staff_second_factor', 'false'), ('picker_ships', 'true')")
    },
  })

/** When this run of the tests began: its demo shops are the same ones. */
export function testsBeganAt(): Date {
  process.env.TESTS_BEGAN_AT ??= String(Date.now())
  return new Date(Number(process.env.TESTS_BEGAN_AT))
}

/** The demo as it is on a day, seeded once in a run: its sources may be others in the next. */
const demoPrefix = () => `test_demo_${testsBeganAt().getTime()}_`
async function demoTemplate(admin: pg.Client, now: Date): Promise<string> {
  const from = await emptyTemplate(admin)
  return ensureTemplate(admin, `${demoPrefix()}${now.getTime()}`, {
    from,
    async fill(database) {
      if (!(await seedDemo(database, now))) throw new Error('an empty shop was not filled with the demo')
    },
  })
}

/** Where the PostgreSQL outlives the run that made them. */
export async function dropDemoTemplates(): Promise<void> {
  await withAdmin(async (admin) => {
    const { rows } = await admin.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [
      demoPrefix(),
    ])
    for (const { name } of rows) await admin.query(`drop database ${name} with (force)`)
  })
}

async function copyOf(admin: pg.Client, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Its files as they are: through the log it takes twice as long.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  return name
}

/** Of one that nobody is connected to; answers its name. */
export const copyTestDatabase = (template: string): Promise<string> => withAdmin((admin) => copyOf(admin, template))

/** A migrated database of its own, empty or with the demo as of a day; answers its name. */
export const createTestDatabase = (demo?: Date): Promise<string> =>
  withAdmin(async (admin) => copyOf(admin, demo === undefined ? await emptyTemplate(admin) : await demoTemplate(admin, demo)))

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
