/** npm run import -- goods|stock|companies FILE, or reports FOLDER: into the running shop or a stopped one, by the same settings as npm start. */
import { fileURLToPath } from 'node:url'
import {
  explain,
  IMPORT_USAGE,
  importFile,
  readArguments,
  readReportsArguments,
  WrongUsage,
} from '../apps/server/src/modules/goods/import/command.ts'
import { importReports } from '../apps/server/src/modules/goods/import/report-files.ts'
import { ConfigError, readConfig } from '../apps/server/src/platform/config.ts'
import { FOR_LONG_WORK, openDatabase } from '../apps/server/src/platform/database.ts'
import { defaultDataDir } from '../apps/server/src/platform/embedded/default-data-dir.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { migrateEmpty, OtherSchema } from '../apps/server/src/platform/migrations.ts'
import { virusScanner } from '../apps/server/src/providers/virus-scan/scanners.ts'

const SOURCE_TREE = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')

async function main(): Promise<void> {
  const given = process.argv.slice(2)
  const reports = readReportsArguments(given)
  const args = reports === null ? readArguments(given) : null
  const config = readConfig(process.env, () => defaultDataDir(SOURCE_TREE))
  const embedded = config.databaseUrl === null ? await openEmbeddedDatabase(config.dataDir) : null
  const database = openDatabase(embedded?.url ?? config.databaseUrl ?? '', { max: 2, limits: FOR_LONG_WORK })
  try {
    await migrateEmpty(database)
    if (reports !== null) await importReports(database, { ...reports, scanner: virusScanner(config.channels) }, process.stdout, new Date())
    else if (args !== null) await importFile(database, args, process.stdout, new Date())
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  const sentence = error instanceof ConfigError || error instanceof OtherSchema ? error.message : explain(error)
  if (sentence === null) throw error
  process.stderr.write(`${sentence}\n${error instanceof WrongUsage ? `\n${IMPORT_USAGE}\n` : ''}`)
  process.exitCode = 1
}
