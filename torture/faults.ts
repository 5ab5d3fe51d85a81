import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { makeBuyers, makeTable } from './actors.ts'
import { type Acknowledged, type Buying, morePaid, nothingYet, startBuying } from './buying.ts'
import { expectAllKept } from './kept.ts'
import type { Part } from './report.ts'
import { startTorturedShop, type TorturedShop } from './shop.ts'

/** A broken database may be answered with 5xx; this long after it is whole again, nothing may be broken any more. */
const CALM_MS = 2_000
/** A killed backend is noticed at once, a killed server by its backends when they next look up from their work. */
const NOTICED_MS = 30_000
const JOBS_MS = 60_000
const BUYERS = 8
const GOODS = 24

export interface Tortured {
  database: DatabaseHandle
  dataDir: string
}

export interface Load {
  buying: Buying
  done: Acknowledged
}

export async function startLoad(database: DatabaseHandle, origins: () => readonly string[]): Promise<Load> {
  const done = nothingYet()
  const buyers = await makeBuyers(database, BUYERS)
  const goods = await makeTable(database, GOODS, 1_000_000)
  return { done, buying: startBuying(origins, buyers, goods, done) }
}

/** Nothing may fail once the fault is over; what failed before is counted apart. */
async function sellsOn(part: Part, done: Acknowledged, what: string): Promise<void> {
  await sleep(CALM_MS)
  const failed = done.failed
  if (!(await morePaid(done, 5))) part.problems.push(`${what}: the shop sold nothing within a minute after it`)
  if (done.failed > failed) part.problems.push(`${what}: ${done.failed - failed} requests failed after the fault was over`)
}

/** Jobs that are due are taken again, and soon none waits: a queue that stands still is noticed by nobody who buys. */
async function jobsGoOn(part: Part, database: DatabaseHandle): Promise<void> {
  const started = performance.now()
  const waiting = async () => {
    const { rows } = await database.pool.query<{ due: number }>(
      `select count(*)::int as due from graphile_worker.jobs
        where locked_at is null and attempts < max_attempts and run_at < now() - interval '5 seconds'`,
    )
    return rows[0]?.due ?? 0
  }
  // A connection of this side's that died with the server is met once.
  let due = await waiting().catch(waiting)
  while (due > 0 && performance.now() - started < JOBS_MS) {
    await sleep(250)
    due = await waiting()
  }
  part.figures['jobs taken again after ms'] = performance.now() - started
  if (due > 0) part.problems.push(`${due} jobs are due and nobody takes them`)
}

function figuresOf(part: Part, done: Acknowledged): void {
  part.figures['orders acknowledged'] = done.orders.size
  part.figures['payments acknowledged'] = done.paid.size
  part.figures['failed while broken'] = done.failed
  for (const sentence of new Set(done.refused)) part.problems.push(`refused: ${sentence}`)
}

/** kill -9 of the shop's process under load, so many times. */
export async function kills({ database, dataDir }: Tortured, rounds: number): Promise<Part> {
  const part: Part = { name: 'kill -9 of the shop under load', figures: { rounds }, problems: [] }
  let shop = await startTorturedShop({ dataDir })
  let up: readonly string[] = [shop.origin]
  const { done, buying } = await startLoad(database, () => up)
  for (let round = 0; round < rounds; round += 1) {
    if (!(await morePaid(done, 10))) part.problems.push(`round ${round}: no load`)
    await shop.kill()
    up = []
    shop = await startTorturedShop({ dataDir })
    up = [shop.origin]
  }
  await sellsOn(part, done, 'kill -9')
  await buying.stop()
  figuresOf(part, done)
  part.problems.push(...(await expectAllKept(database, done)))
  await endOf(part, shop)
  return part
}

export async function endOf(part: Part, shop: TorturedShop): Promise<void> {
  const code = await shop.stop()
  if (code !== 0) part.problems.push(`the shop ended with ${code}:\n${shop.errors().slice(-600)}`)
}

/**
 * Kills one process of the database and waits until a connection that stood before is ended: a server that is slow to notice
 * still answers the shop as ready, and what fails only then is the fault itself and not what comes after it.
 */
async function killOf(database: DatabaseHandle, find: (but: number) => Promise<number | undefined>): Promise<string[]> {
  const witness = await database.pool.connect()
  const { rows } = await witness.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise<boolean>((resolve) => {
    witness.once('error', () => resolve(true))
    witness.once('end', () => resolve(true))
  })
  try {
    const pid = await find(rows[0]?.pid ?? 0)
    if (pid === undefined) return ['nothing to kill']
    process.kill(pid, 'SIGKILL')
    const noticed = await Promise.race([ended, sleep(NOTICED_MS, false, { ref: false })])
    return noticed ? [] : [`the server did not notice within ${NOTICED_MS / 1000} s that ${pid} was killed`]
  } finally {
    witness.release(true)
  }
}

/** One backend, then the whole embedded server killed under a running shop. A shop that ends is started again, as a supervisor would. */
export async function databaseKilled({ database, dataDir }: Tortured, postmaster: () => Promise<number>): Promise<Part> {
  const part: Part = { name: 'database killed under load', figures: {}, problems: [] }
  let shop = await startTorturedShop({ dataDir })
  let up: readonly string[] = [shop.origin]
  const { done, buying } = await startLoad(database, () => up)
  const back = async (what: string) => {
    const started = performance.now()
    while (performance.now() - started < 60_000) {
      if (shop.child.exitCode !== null || shop.child.signalCode !== null) {
        part.figures[`${what}: shop ended with`] = String(shop.child.exitCode ?? shop.child.signalCode)
        up = []
        shop = await startTorturedShop({ dataDir })
        up = [shop.origin]
      }
      if (await shop.isReady()) {
        part.figures[`${what}: ready after ms`] = performance.now() - started
        await sellsOn(part, done, what)
        return
      }
      await sleep(50)
    }
    part.problems.push(`${what}: not ready after a minute`)
  }
  await morePaid(done, 10)
  const someBackend = async (witness: number) => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid not in (pg_backend_pid(), $1)
          and datname = current_database() limit 1`,
      [witness],
    )
    return rows[0]?.pid
  }
  part.problems.push(...(await killOf(database, someBackend)))
  await back('a backend')
  part.problems.push(...(await killOf(database, postmaster)))
  await back('the server')
  await buying.stop()
  await jobsGoOn(part, database)
  figuresOf(part, done)
  part.problems.push(...(await expectAllKept(database, done)))
  await endOf(part, shop)
  return part
}

interface Proxy {
  url: string
  /** Connections that stand hear nothing more; new ones work. */
  goDeaf: () => void
  close: () => Promise<void>
}

/** A door to the database that can go deaf, as a firewall or a failover does. */
async function openProxy(socketPath: string, databaseUrl: string): Promise<Proxy> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = createConnection(socketPath)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const name = new URL(databaseUrl).pathname
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}${name}?sslmode=disable`,
    goDeaf() {
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The database's open connections go deaf without a word. */
export async function deaf({ database }: Tortured, socketPath: string): Promise<Part> {
  const part: Part = { name: 'connections to the database go deaf', figures: {}, problems: [] }
  const proxy = await openProxy(socketPath, database.url)
  const shop = await startTorturedShop({ databaseUrl: proxy.url })
  const { done, buying } = await startLoad(database, () => [shop.origin])
  if (!(await morePaid(done, 10))) part.problems.push('no load')
  proxy.goDeaf()
  const started = performance.now()
  await sleep(1_000)
  try {
    await shop.untilReady()
    part.figures['ready after ms'] = performance.now() - started
    // Requests that were on their way when the line went dead end by their own limits.
    await sleep(20_000)
    await sellsOn(part, done, 'deaf connections')
  } catch (error) {
    part.problems.push(error instanceof Error ? error.message : String(error))
  }
  await buying.stop()
  await jobsGoOn(part, database)
  figuresOf(part, done)
  part.problems.push(...(await expectAllKept(database, done)))
  await endOf(part, shop)
  await proxy.close()
  return part
}

/** Two processes on one database sell side by side; one is killed; a scarce goods is never sold twice. */
export async function twoProcesses({ database, dataDir }: Tortured): Promise<Part> {
  const part: Part = { name: 'two processes', figures: {}, problems: [] }
  const first = await startTorturedShop({ dataDir })
  const second = await startTorturedShop({ dataDir })
  let up: readonly string[] = [first.origin, second.origin]
  const { done, buying } = await startLoad(database, () => up)
  if (!(await morePaid(done, 20))) part.problems.push('no load')
  await first.kill()
  up = [second.origin]
  await sellsOn(part, done, 'one of two killed')
  await buying.stop()

  const buyers = await makeBuyers(database, 12)
  const scarce = await makeTable(database, 1, 20)
  const third = await startTorturedShop({ dataDir })
  const scramble = nothingYet()
  const rush = startBuying(() => [second.origin, third.origin], buyers, scarce, scramble)
  await sleep(6_000)
  await rush.stop()
  const { rows } = await database.pool.query<{ sold: number }>(
    `select coalesce(sum(l.number), 0)::int as sold from order_line l join orders o on o.id = l.order_id
      where l.goods_id = $1 and o.status <> 'cancelled'`,
    [scarce[0]],
  )
  part.figures['sold of 20'] = rows[0]?.sold ?? 0
  if ((rows[0]?.sold ?? 0) > 20) part.problems.push(`${rows[0]?.sold} of 20 were sold`)
  if ((rows[0]?.sold ?? 0) === 0) part.problems.push('nothing of the scarce goods was sold')
  figuresOf(part, done)
  part.problems.push(...(await expectAllKept(database, done)), ...(await expectAllKept(database, scramble)))
  await endOf(part, third)
  await endOf(part, second)
  return part
}
