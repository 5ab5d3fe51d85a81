/**
 * npm run verify: asks everything that must always be true of the shop's data, and the object storage for every file in it; --contents:
 * reads each of those. Reads only, also under a running shop.
 */
import { fileURLToPath } from 'node:url'
import { findViolations, reportOf } from '../apps/server/src/modules/money/invariants/public.ts'
import { objectsReport } from '../apps/server/src/modules/who/files/public.ts'
import { ConfigError, readConfig } from '../apps/server/src/platform/config.ts'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { defaultDataDir } from '../apps/server/src/platform/embedded/default-data-dir.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { s3Storage } from '../apps/server/src/providers/storage/s3.ts'

const SOURCE_TREE = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')

/** 0: all is well · 1: something is not · 2: it could not be asked. */
async function main(): Promise<number> {
  const config = readConfig(process.env, () => defaultDataDir(SOURCE_TREE))
  const embedded = config.databaseUrl === null ? await openEmbeddedDatabase(config.dataDir) : null
  const storage = config.channels.storage && s3Storage(config.channels.storage)
  const database = openDatabase(embedded?.url ?? config.databaseUrl ?? '', { max: 1, applicationName: 'anheng verify', storage })
  try {
    const violations = await findViolations(database.db, new Date())
    process.stdout.write(`${reportOf(violations)}\n`)
    const objects = await objectsReport(database.db, { contents: process.argv.includes('--contents') })
    if (objects.text !== '') process.stdout.write(`${objects.text}\n`)
    if (violations.length > 0 || objects.state === 'lost') return 1
    return objects.state === 'unknown' ? 2 : 0
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  // 42P01, 42703: a table or a column is not there.
  const isOther = typeof error === 'object' && error !== null && 'code' in error && (error.code === '42P01' || error.code === '42703')
  const known = error instanceof ConfigError ? error.message : isOther ? '数据库的结构不是这个版本的，请先用 npm start 启动一次' : null
  process.stderr.write(`核对没有完成：${known ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
  process.exitCode = 2
}
