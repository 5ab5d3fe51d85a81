import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedDatabase } from '../apps/server/src/platform/embedded/embedded-database.ts'
import { makeStaff } from '../apps/server/test/fixtures.ts'
import { openFor, passDemoNumbers } from './actors.ts'
import { endOf } from './faults.ts'
import { envelopeOf, send } from './http.ts'
import { papersTwice } from './papers.ts'
import type { Part } from './report.ts'
import { startTorturedShop, type TorturedShop } from './shop.ts'

const PROCESSES = 3
const MADE_MS = 60_000

async function look(part: Part, dataDir: string, shops: readonly TorturedShop[]): Promise<void> {
  const embedded = await openEmbeddedDatabase(dataDir)
  const database = openFor(embedded.url)
  try {
    passDemoNumbers()
    const cookie = await makeStaff(database.db)
    const serials = new Set<string>()
    for (const { origin } of shops) {
      const answer = envelopeOf(await send(origin, 'GET', '/api/staff/certificate', { cookie }))
      serials.add(String(answer?.data?.certificate?.serial))
    }
    part.figures.signers = serials.size
    if (serials.size !== 1 || serials.has('undefined')) part.problems.push(`the processes sign with ${[...serials].join(', ')}`)
    const kept = (await readdir(join(dataDir, 'signing'))).sort().join(', ')
    if (kept !== 'demo.json, root.pem') part.problems.push(`the folder of the signer holds ${kept}`)
    const count = async (query: string) => (await database.pool.query<{ n: number }>(`select count(*)::int as n ${query}`)).rows[0]?.n ?? 0
    const deadline = performance.now() + MADE_MS
    while ((await count("from document where state = 'waiting'")) > 0 && performance.now() < deadline) await sleep(200)
    part.figures.papers = await count("from document where state = 'valid'")
    if (part.figures.papers === 0) part.problems.push('no paper was made at the first start')
    if ((await count("from document where state = 'waiting'")) > 0) part.problems.push('papers of the first start are not made')
    part.problems.push(...(await papersTwice(database)))
  } finally {
    await database.close()
    await embedded.stop()
  }
}

/** Several processes start at once where there is nothing yet: one database, one demo, one root, one signer, each first paper once. */
export async function firstStart(): Promise<Part> {
  const part: Part = { name: 'first start of several at once', figures: { processes: PROCESSES }, problems: [] }
  const dataDir = await mkdtemp(join(tmpdir(), 'anheng-first-'))
  try {
    // As root the database runs as another user, who must get in.
    await chmod(dataDir, 0o755)
    const starts = await Promise.allSettled(Array.from({ length: PROCESSES }, () => startTorturedShop({ dataDir })))
    const shops = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const one of starts) if (one.status === 'rejected') part.problems.push(`did not start: ${String(one.reason).slice(0, 500)}`)
    try {
      await look(part, dataDir, shops)
    } finally {
      for (const shop of shops) await endOf(part, shop)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return part
}
