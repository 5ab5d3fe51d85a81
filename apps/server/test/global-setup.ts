import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { testParent } from '../../../scripts/lib/test-folder.mjs'
import { openEmbeddedDatabase, removeEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { dropDemoTemplates, testsBeganAt } from './databases.ts'

/** The folder that npm test gives, and clears even after a kill -9; else one of our own. */
async function dataFolder(): Promise<string> {
  const given = process.env.TEST_DATA_DIR
  if (!given) return mkdtemp(join(testParent(), 'anheng-test-db-'))
  await mkdir(given, { recursive: true })
  return given
}

/** Gives the tests a PostgreSQL: the one that TEST_DATABASE_URL names, else an embedded one of their own, thrown away after. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Before there are workers, which each would say something else.
  testsBeganAt()
  if (process.env.TEST_DATABASE_URL) return dropDemoTemplates
  const folder = await dataFolder()
  await chmod(folder, 0o755)
  const database = await openEmbeddedDatabase(folder, { durable: false })
  process.env.TEST_DATABASE_URL = database.url
  return async () => {
    await database.stop()
    await removeEmbeddedDatabase(folder)
  }
}
