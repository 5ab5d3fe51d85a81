/**
 * npm run test:oldest: tests of the API on the oldest PostgreSQL that the shop takes, as Debian has it (postgresql-15); npm run test:oldest -- FILE…
 * only these, as vitest names them. A throw-away server of its own.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chooseUser } from '../apps/server/src/platform/embedded/database-user.ts'
import { OLDEST_SERVER } from '../apps/server/src/platform/server-version.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BIN = process.env.PG_BIN ?? `/usr/lib/postgresql/${OLDEST_SERVER}/bin`
/** The schema, and what writes most: whatever else is asked of a server is asked of the newest. */
const SHORT = [
  'apps/server/src/platform/migrations.test.ts',
  'apps/server/src/platform/transact.test.ts',
  'apps/server/src/modules/buying/checkout/quotas.test.ts',
  'apps/server/src/modules/money/wallet/ledger.model.test.ts',
  'apps/server/src/modules/who/audit',
]

if (!existsSync(join(BIN, 'postgres'))) {
  // Nothing is said to have passed that was not tried.
  process.stdout.write(
    `没有 PostgreSQL ${OLDEST_SERVER}，没有试：apt-get install -y --no-install-recommends postgresql-${OLDEST_SERVER}，或用 PG_BIN 指定\n`,
  )
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'anheng-oldest-'))
const user = chooseUser(join(folder, 'data')) ?? undefined
const asUser = user && { uid: user.uid, gid: user.gid }
const PORT = '5499'
await chmod(folder, 0o777)
const made = spawnSync(
  join(BIN, 'initdb'),
  ['-D', join(folder, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
  {
    ...asUser,
    cwd: folder,
    encoding: 'utf8',
  },
)
if (made.status !== 0) throw new Error(made.stderr)
const settings = { listen_addresses: '', unix_socket_directories: folder, port: PORT, fsync: 'off', max_connections: '200' }
const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
const server = spawn(join(BIN, 'postgres'), ['-D', join(folder, 'data'), ...flags], { ...asUser, cwd: folder, stdio: 'ignore' })
try {
  while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    await sleep(100)
  }
  const files = process.argv.slice(2)
  const vitest = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...(files.length > 0 ? files : SHORT)]
  const url = `postgres://postgres@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`
  const tests = spawn(process.execPath, vitest, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } })
  process.exitCode = await new Promise<number>((resolve) => tests.once('close', (code) => resolve(code ?? 1)))
} finally {
  server.kill('SIGINT')
  while (server.exitCode === null && server.signalCode === null) await sleep(50)
  await rm(folder, { recursive: true, force: true })
}
