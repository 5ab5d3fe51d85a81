/**
 * npm run torture: tries to break a running shop, and says what did not hold. Ends with an exit code of 1 where anything did not.
 *
 *   --minutes N     how long in all, about (default 10)
 *   --short         a minute or two: a little of everything, for CI
 *   --only a,b      of fuzz, texts, files, kills, database, deaf, start, processes, papers, disk, archive; and failover, which needs Debian's patroni,
 *                   etcd-server, haproxy and postgresql-15 and is not among them
 *   --seed N        the fuzz's dice; without it another each time, but 1 for a short run; the one of a run is said at its start
 *
 * Everything happens on a throw-away folder and on the loopback address.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { makeActors, makeBuyers, openFor } from './actors.ts'
import { archived } from './archive.ts'
import { diskFull } from './disk.ts'
import { failover } from './failover.ts'
import { databaseKilled, deaf, kills, twoProcesses } from './faults.ts'
import { firstStart } from './first-start.ts'
import { fuzz } from './fuzz.ts'
import { filesInEveryPlace, textsInEveryField } from './hostile.ts'
import { papers } from './papers.ts'
import { random } from './random.ts'
import { type Part, tell, tellPart } from './report.ts'
import { startTorturedShop } from './shop.ts'

const PARTS = ['fuzz', 'texts', 'files', 'kills', 'database', 'deaf', 'start', 'processes', 'papers', 'disk', 'archive'] as const
/** What this machine must have more for. */
const ASKED_FOR = ['failover'] as const

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.join(',') },
    seed: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? (values.short ? 1 : Date.now() % 1_000_000))
const only = new Set(values.only.split(','))
// The tests of the server restore a moment too; under load it takes a minute by itself.
if (values.short && values.only === PARTS.join(',')) only.delete('archive')
if (
  !(minutes > 0) ||
  !Number.isInteger(seed) ||
  [...only].some((name) => !([...PARTS, ...ASKED_FOR] as readonly string[]).includes(name))
) {
  process.stderr.write(`--minutes: above 0; --seed: a whole number; --only: of ${[...PARTS, ...ASKED_FOR].join(',')}\n`)
  process.exit(2)
}
/** The faults take their own time, about four minutes; the rest is the fuzz's. */
const fuzzSeconds = values.short ? 15 : Math.max(60, (minutes - 4) * 60)
const rounds = values.short ? 1 : 3
const FAILOVERS = 10
const textsEvery = values.short ? 23 : 1

const dataDir = await mkdtemp(join(tmpdir(), 'anheng-torture-'))
// As root the database runs as another user, who must get in.
await chmod(dataDir, 0o755)
const embedded = await openEmbeddedDatabase(dataDir)
const socketDir = decodeURIComponent(new URL(embedded.url).searchParams.get('host') ?? '')
const socketPath = join(socketDir, '.s.PGSQL.5432')
/** The first line of the server's own file; it changes when the server is started anew. */
const postmaster = async () => Number((await readFile(join(dataDir, 'postgres', 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0])

tell(`torture: seed ${seed}, ${[...only].join(', ')}`)
const found: Part[] = []
async function part(name: (typeof PARTS | typeof ASKED_FOR)[number], work: () => Promise<Part>): Promise<void> {
  if (!only.has(name)) return
  const started = performance.now()
  const one = await work().catch(
    (error: unknown): Part => ({ name, figures: {}, problems: [String(error instanceof Error ? error.stack : error)] }),
  )
  one.figures.seconds = (performance.now() - started) / 1000
  found.push(one)
  tellPart(one)
}

const database = openFor(embedded.url)
database.pool.on('error', () => undefined)
try {
  const shop = await startTorturedShop({ dataDir })
  const actors = await makeActors(database)
  await part('texts', () => textsInEveryField(shop, actors, textsEvery))
  await part('files', () => filesInEveryPlace(shop, async () => (await makeBuyers(database, 1))[0]?.cookie ?? ''))
  await part('fuzz', () => fuzz(shop.origin, actors, random(seed), fuzzSeconds))
  await shop.stop()
  const tortured = { database, dataDir }
  await part('kills', () => kills(tortured, rounds))
  await part('start', firstStart)
  await part('processes', () => twoProcesses(tortured))
  await part('papers', () => papers(tortured, rounds))
  await part('deaf', () => deaf(tortured, socketPath))
  await part('database', () => databaseKilled(tortured, postmaster))
  await part('disk', () => diskFull())
  await part('archive', archived)
  await part('failover', () => failover(FAILOVERS))
} finally {
  await database.close()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const failed = found.filter(({ problems }) => problems.length > 0)
tell(failed.length === 0 ? `all held: ${found.length} parts` : `did not hold: ${failed.map(({ name }) => name).join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
