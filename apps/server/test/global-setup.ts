import { suiteFolder } from '../../../scripts/lib/test-folder.mjs'
import { openEmbeddedDatabase, removeEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { dropDemoTemplates, testsBeganAt } from './databases.ts'

/** Set where the server is this run's own. Each project of a run comes here: the first opens it, and stops it under no other's hands. */
const OWN = 'TEST_DATABASE_OWN'

/** Gives the tests a PostgreSQL: the one that TEST_DATABASE_URL names, else an embedded one of their own, thrown away after. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Before there are workers, which each would say something else.
  testsBeganAt()
  if (process.env.TEST_DATABASE_URL) return process.env[OWN] ? () => Promise.resolve() : dropDemoTemplates
  const folder = suiteFolder('TEST_DATA_DIR')
  const database = await openEmbeddedDatabase(folder, { durable: false })
  Object.assign(process.env, { TEST_DATABASE_URL: database.url, [OWN]: '1' })
  return async () => {
    await database.stop()
    await removeEmbeddedDatabase(folder)
  }
}
