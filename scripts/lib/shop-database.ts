import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '../../apps/server/src/platform/config.ts'
import { type DatabaseHandle, FOR_LONG_WORK, openDatabase } from '../../apps/server/src/platform/database.ts'
import { defaultDataDir } from '../../apps/server/src/platform/embedded/default-data-dir.ts'
import { openEmbeddedDatabase } from '../../apps/server/src/platform/embedded/embedded-database.ts'
import { migrateEmpty } from '../../apps/server/src/platform/migrations.ts'
import { s3Storage } from '../../apps/server/src/providers/storage/s3.ts'

const SOURCE_TREE = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

/** Works on the shop's database, running or stopped, by the same settings as npm start; what stands in the way is said in a sentence. */
export const withShopDatabase = (work: (database: DatabaseHandle) => Promise<void>): Promise<void> =>
  withDatabaseOf({}, async (database) => {
    await migrateEmpty(database)
    await work(database)
  })

/** As it is, by these settings before those of the environment. */
export async function withDatabaseOf(settings: Record<string, string>, work: (database: DatabaseHandle) => Promise<void>): Promise<void> {
  try {
    const config = readConfig({ ...process.env, ...settings }, () => defaultDataDir(SOURCE_TREE))
    const embedded = config.databaseUrl === null ? await openEmbeddedDatabase(config.dataDir) : null
    const storage = config.channels.storage && s3Storage(config.channels.storage)
    const database = openDatabase(embedded?.url ?? config.databaseUrl ?? '', { max: 2, limits: FOR_LONG_WORK, storage })
    try {
      await work(database)
    } finally {
      await database.close()
      await embedded?.stop()
    }
  } catch (error) {
    if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') throw error
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
