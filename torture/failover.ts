import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../apps/server/src/platform/migrations.ts'
import { type Cluster, type ClusterNode, startCluster } from '../scripts/lib/cluster.ts'
import { openFor } from './actors.ts'
import { type Acknowledged, morePaid } from './buying.ts'
import { startLoad } from './faults.ts'
import { expectAllKept } from './kept.ts'
import { type Part, tell } from './report.ts'
import { startTorturedShop } from './shop.ts'

const BASE_PORT = 15_600
/** What may pass without an order when the server that leads goes (30 s are asked; the lease alone is 20). */
const SILENT_MAX_MS = 30_000
const BACK_MS = 120_000
/** Nothing may fail any more so long after orders come again. */
const CALM_MS = 5_000

type Fault = (node: ClusterNode) => Promise<() => Promise<void>>

const signal = (pid: number | null, name: NodeJS.Signals): void => {
  if (pid === null || pid === 0) return
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** What is done to the node that leads, and what is done to it afterwards. */
const FAULTS: readonly (readonly [string, Fault])[] = [
  [
    'server killed',
    async (node) => {
      signal(await node.postmaster(), 'SIGKILL')
      return async () => undefined
    },
  ],
  [
    'server and Patroni killed',
    async (node) => {
      signal(node.patroni(), 'SIGKILL')
      signal(await node.postmaster(), 'SIGKILL')
      return () => node.start()
    },
  ],
  [
    'machine frozen',
    async (node) => {
      const pids = [node.patroni(), ...(await node.processes())]
      for (const pid of pids) signal(pid, 'SIGSTOP')
      return async () => {
        for (const pid of pids) signal(pid, 'SIGCONT')
        await node.start()
      }
    },
  ],
]

/** The longest time between two acknowledged orders since a moment. */
function watchOrders(done: Acknowledged): { longest: () => number; stop: () => void } {
  let known = done.orders.size
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    if (done.orders.size > known) last = now
    known = done.orders.size
  }
  const timer = setInterval(look, 50)
  return {
    longest() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}

const leaderOf = async (cluster: Cluster): Promise<string> => {
  const leader = (await cluster.members()).find(({ role }) => role === 'leader')
  if (!leader) throw new Error('nobody leads')
  return leader.name
}

/** The server that leads goes, again and again, while two processes of the shop sell. */
export async function failover(rounds: number): Promise<Part> {
  const part: Part = { name: 'the leading database goes', figures: {}, problems: [] }
  const home = await mkdtemp(join(tmpdir(), 'anheng-failover-'))
  const cluster = await startCluster(home, BASE_PORT)
  try {
    const database = openFor(cluster.url)
    database.pool.on('error', () => undefined)
    await migrate(database)
    const shops = [await startTorturedShop({ databaseUrl: cluster.url }), await startTorturedShop({ databaseUrl: cluster.url })]
    const { buying, done } = await startLoad(database, () => shops.map(({ origin }) => origin))
    try {
      if (!(await morePaid(done, 20))) part.problems.push('no load')
      for (let round = 0; round < rounds; round += 1) {
        const [what, fault] = FAULTS[round % FAULTS.length] ?? FAULTS[0] ?? ['', async () => async () => undefined]
        await cluster.untilWhole()
        const leader = await leaderOf(cluster)
        const watched = watchOrders(done)
        const mend = await fault(cluster.node(leader))
        // Until it is felt: what was on its way is answered still.
        await sleep(1_000)
        if (!(await morePaid(done, 10, BACK_MS))) part.problems.push(`${what}: nothing sold within ${BACK_MS / 1000} s`)
        watched.stop()
        const silent = watched.longest()
        part.figures[`${round + 1} ${what}, seconds without an order`] = silent / 1000
        tell(`  ${round + 1} ${what}: ${(silent / 1000).toFixed(1)} s without an order, ${done.orders.size} orders`)
        if (silent > SILENT_MAX_MS) part.problems.push(`${what}: ${(silent / 1000).toFixed(1)} s without an order`)
        if ((await leaderOf(cluster)) === leader && what !== 'server killed') part.problems.push(`${what}: ${leader} leads still`)
        await mend()
        await sleep(CALM_MS)
        const failed = done.failed
        if (!(await morePaid(done, 10))) part.problems.push(`${what}: nothing sold after it`)
        if (done.failed > failed) part.problems.push(`${what}: ${done.failed - failed} requests failed when it was long over`)
        for (const shop of shops)
          if (shop.child.exitCode !== null) part.problems.push(`${what}: a shop ended: ${shop.errors().slice(-400)}`)
      }
    } finally {
      await buying.stop()
      await cluster.untilWhole()
      part.figures['orders acknowledged'] = done.orders.size
      part.figures['payments acknowledged'] = done.paid.size
      part.figures['failed meanwhile'] = done.failed
      for (const sentence of new Set(done.refused)) part.problems.push(`refused: ${sentence}`)
      part.problems.push(...(await expectAllKept(database, done)))
      for (const shop of shops) await shop.stop()
      await database.close()
    }
  } finally {
    await cluster.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
  return part
}
