import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { migrate } from '../apps/server/src/platform/migrations.ts'
import { makeBuyers, makeTable, openFor } from './actors.ts'
import { morePaid, nothingYet, startBuying } from './buying.ts'
import { expectAllKept } from './kept.ts'
import type { Part } from './report.ts'
import { startTorturedShop } from './shop.ts'

const DISK_MB = 700
const FULL_MS = 5_000

/** A small disk of its own; null where this machine does not give one. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'anheng-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  await chmod(folder, 0o755)
  return folder
}

/** Takes what is left of the disk. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let size = 1 << 20; size >= 4096; ) {
      try {
        await file.write(Buffer.alloc(size))
      } catch {
        size /= 4
      }
    }
  } finally {
    await file.close()
  }
}

/** The disk runs full under load and gets space again. Needs the right to mount a disk of its own; says so where it has none. */
export async function diskFull(): Promise<Part> {
  const part: Part = { name: 'disk full under load', figures: {}, problems: [] }
  const disk = await smallDisk()
  if (disk === null) {
    part.figures.left_out = 'no right to mount a small disk'
    return part
  }
  const embedded = await openEmbeddedDatabase(disk)
  const database = openFor(embedded.url)
  await migrate(database)
  const shop = await startTorturedShop({ dataDir: disk })
  const done = nothingYet()
  const buyers = await makeBuyers(database, 8)
  const goods = await makeTable(database, 12, 1_000_000)
  const buying = startBuying(() => [shop.origin], buyers, goods, done)
  try {
    if (!(await morePaid(done, 10))) part.problems.push('no load')
    const filler = join(disk, 'filler')
    await fillUp(filler)
    await sleep(FULL_MS)
    if (shop.child.exitCode !== null) part.problems.push(`the shop ended with ${shop.child.exitCode}: ${shop.errors().slice(-400)}`)
    await rm(filler)
    const started = performance.now()
    await shop.untilReady()
    part.figures['ready after ms'] = performance.now() - started
    await sleep(2_000)
    const failed = done.failed
    if (!(await morePaid(done, 5))) part.problems.push('the shop sold nothing after space came back')
    if (done.failed > failed) part.problems.push(`${done.failed - failed} requests failed after space came back`)
  } finally {
    await buying.stop()
    part.figures['orders acknowledged'] = done.orders.size
    part.figures['failed while full'] = done.failed
    part.problems.push(...(await expectAllKept(database, done)))
    await shop.stop()
    await database.close()
    await embedded.stop()
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  }
  return part
}
