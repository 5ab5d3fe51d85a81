import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedDatabase, removeEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { createTestDatabase, dropDemoTemplates, dropTestDatabase, testDatabaseUrl, testsBeganAt } from '../apps/server/test/databases.ts'
import { suiteFolder } from '../scripts/lib/test-folder.mjs'
import { startShop } from './running-shop.ts'

const LOOK_MS = 300
const PATIENCE_MS = 600_000

/** A PostgreSQL for the journeys' shops: the one that TEST_DATABASE_URL names, else one of their own, thrown away after. */
async function openPostgres(folder: string): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined
  const database = await openEmbeddedDatabase(folder, { durable: false })
  process.env.TEST_DATABASE_URL = database.url
  return database.stop
}

/** The shop's own work after a start: papers of the demo are drawn, its orders invoiced, its parcels followed. */
async function untilItsWorkIsDone(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const deadline = Date.now() + PATIENCE_MS
    const isDone = async () =>
      (await client.query('select from graphile_worker._private_jobs where run_at <= now() limit 1')).rowCount === 0
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error('the demo does not come to rest')
      await sleep(LOOK_MS)
    }
  } finally {
    await client.end()
  }
}

/** In the demo, as in a shop, another hand than the one that picked ships. */
async function withTwoHands(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query("delete from setting where key = 'picker_ships'")
  await client.end()
}

/** Seeds the demo once and lets it come to rest; each worker's shop is a copy of it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = suiteFolder('E2E_DATA_DIR')
  const closePostgres = await openPostgres(folder)
  const template = await createTestDatabase(testsBeganAt())
  process.env.E2E_TEMPLATE = template
  await withTwoHands(testDatabaseUrl(template))
  const shop = await startShop(testDatabaseUrl(template))
  await untilItsWorkIsDone(testDatabaseUrl(template))
  await shop.stop()
  return async () => {
    await dropTestDatabase(template)
    await dropDemoTemplates()
    await closePostgres()
    await removeEmbeddedDatabase(folder)
  }
}
