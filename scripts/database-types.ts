import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { migrate } from '../apps/server/src/platform/migrations.ts'

/** Writes apps/server/src/platform/database-types.ts from the migrations, read back from a throw-away PostgreSQL. */
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'anheng-types-'))
await chmod(folder, 0o755)
const server = await openEmbeddedDatabase(folder, { durable: false })
try {
  const database = openDatabase(server.url)
  await migrate(database)
  await database.close()
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      server.url,
      '--date-parser',
      'string',
      '--type-mapping',
      '{"int8":"number"}',
      '--default-schema',
      'public',
      '--include-pattern',
      'public.*',
      '--exclude-pattern',
      'migration*',
      '--out-file',
      join(root, 'apps/server/src/platform/database-types.ts'),
    ],
    { stdio: 'inherit', cwd: root },
  )
  process.exitCode = status ?? 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
