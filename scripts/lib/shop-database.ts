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

const configOf = (settings: Record<string, string>) => readConfig({ ...process.env, ...settings }, () => defaultDataDir(SOURCE_TREE))

/** The folder of the embedded database; a database of one's own is looked after by its own means. */
export function embeddedDataDir(): string {
  const { databaseUrl, dataDir } = configOf({})
  if (databaseUrl !== null)
    throw new Error('DATABASE_URL 的数据库请用它自己的归档（archive_command、pg_basebackup）；这个命令只管内置数据库')
  return dataDir
}

/** What stands in the way of a command is said in a sentence, and its exit code says so too. */
export async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') throw error
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** As it is, by these settings before those of the environment. */
export const withDatabaseOf = (settings: Record<string, string>, work: (database: DatabaseHandle) => Promise<void>): Promise<void> =>
  saying(async () => {
    const config = configOf(settings)
    const embedded = config.databaseUrl === null ? await openEmbeddedDatabase(config.dataDir) : null
    const storage = config.channels.storage && s3Storage(config.channels.storage)
    const database = openDatabase(embedded?.url ?? config.databaseUrl ?? '', { max: 2, limits: FOR_LONG_WORK, storage })
    try {
      await work(database)
    } finally {
      await database.close()
      await embedded?.stop()
    }
  })
