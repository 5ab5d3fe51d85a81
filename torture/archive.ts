import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveEmbedded } from '../apps/server/src/platform/embedded/archiving.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { recover } from '../apps/server/src/platform/embedded/recovery.ts'
import { migrate } from '../apps/server/src/platform/migrations.ts'
import { openFor } from './actors.ts'
import { type Acknowledged, morePaid } from './buying.ts'
import { startLoad } from './faults.ts'
import { expectAllKept } from './kept.ts'
import type { Part } from './report.ts'
import { startTorturedShop } from './shop.ts'

/** What the moment splits is at least so far from it. */
const APART_MS = 500

/** With its schema, its log kept and a first copy; still open. */
async function openArchived(dataDir: string, archive: string): Promise<EmbeddedDatabase> {
  const made = await openEmbeddedDatabase(dataDir)
  const database = openFor(made.url)
  await migrate(database).finally(database.close)
  await made.stop()
  await archiveEmbedded(dataDir, archive, 14)
  return openEmbeddedDatabase(dataDir)
}

interface Sold {
  /** Acknowledged before the moment. */
  before: Acknowledged
  moment: Date
  /** Acknowledged at least a while after it. */
  after: number[]
}

/** Buyers buy before a copy, while it is made, up to a moment and after it; then everything is killed. */
async function sellAndDie(part: Part, dataDir: string, archive: string): Promise<Sold> {
  const embedded = await openArchived(dataDir, archive)
  const database = openFor(embedded.url)
  database.pool.on('error', () => undefined)
  const shop = await startTorturedShop({ dataDir })
  const { buying, done } = await startLoad(database, () => [shop.origin])
  const more = async (count: number) => {
    if (!(await morePaid(done, count))) part.problems.push('no load')
  }
  await more(10)
  const copied = performance.now()
  await archiveEmbedded(dataDir, archive, 14)
  part.figures['copy under load ms'] = performance.now() - copied
  await more(20)
  await sleep(APART_MS)
  const before: Acknowledged = { orders: new Map(done.orders), paid: new Set(done.paid), refused: [], failed: 0 }
  const moment = new Date()
  await sleep(APART_MS)
  const known = new Set(done.orders.keys())
  await more(20)
  const after = [...done.orders.keys()].filter((id) => !known.has(id))
  const { rows } = await database.pool.query<{ piece: string }>('select pg_walfile_name(pg_switch_wal()) as piece')
  const kept = async () =>
    (await database.pool.query('select from pg_stat_archiver where last_archived_wal >= $1', [rows[0]?.piece])).rowCount === 1
  while (!(await kept())) await sleep(50)
  await shop.kill()
  process.kill(embedded.pid, 'SIGKILL')
  await buying.stop()
  await database.close().catch(() => undefined)
  return { before, moment, after }
}

/** The shop of a moment, from the archive alone: what was acknowledged before it is there and true, what came later is not. */
export async function archived(): Promise<Part> {
  const part: Part = { name: 'back to a moment from the archive', figures: {}, problems: [] }
  const home = await mkdtemp(join(tmpdir(), 'anheng-moment-'))
  await chmod(home, 0o755)
  try {
    const archive = join(home, 'archive')
    const { before, moment, after } = await sellAndDie(part, join(home, 'dead'), archive)
    const began = performance.now()
    await recover(archive, moment, join(home, 'then'))
    part.figures['restored in ms'] = performance.now() - began
    part.figures['orders before'] = before.orders.size
    part.figures['orders after'] = after.length
    const embedded = await openEmbeddedDatabase(join(home, 'then'))
    const database = openFor(embedded.url)
    try {
      part.problems.push(...(await expectAllKept(database, before)))
      const { rows } = await database.pool.query<{ id: number }>('select id from orders where id = any($1)', [after])
      if (rows.length > 0) part.problems.push(`${rows.length} orders are of after the moment`)
      const shop = await startTorturedShop({ dataDir: join(home, 'then') })
      await shop.untilReady()
      await shop.stop()
    } finally {
      await database.close()
      await embedded.stop()
    }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
  return part
}
