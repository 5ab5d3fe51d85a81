import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { isRoot } from './database-user.ts'
import { type Place, preparePlace, SHARED_HOME, urlOf } from './place.ts'
import { boundLog, clearStalePid, findRunning, LOG_CHECK_MS, logTail, type RunningServer, spawnServer } from './postmaster.ts'

const DATABASE = 'shop'
/**
 * Every process that uses the server keeps one connection of this name, and opens it again when it is lost: the last one
 * out stops the server.
 */
const PRESENCE = 'anheng-presence'
/** What the shop's other connections are called: whoever has one still works here, even while its presence is being opened again. */
const OURS = 'anheng%'
/** What a presence is called that has looked round and goes. */
const LEFT = 'left-anheng'
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000
/** A server that died is up again within this, or the process that needs it gives up. */
const RESTART_TIMEOUT_MS = 30_000
/** A server that dies again and again is ill: a person must look. */
const RESTARTS_MAX = 5
const RESTARTS_WITHIN_MS = 10 * 60_000
/** Connections of a process that has just ended may be seen for a moment. */
const LINGER_MS = 5_000
/** Its presence too; whoever is still here after that is really here. */
const PRESENCE_LINGER_MS = 500
/** Of those who leave at the same time one after the other looks round: each would take the other for somebody who stays. */
const LEAVING_LOCK = 730_415
export interface EmbeddedDatabase {
  url: string
  /** The folder of its Unix socket. */
  socketDir: string
  pid: number
  /** Stops the server unless another process uses it. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** false: a throw-away server for tests, which may lose what a power cut takes. */
  durable?: boolean
  say?: (line: string) => void
  /** Something happened to the server while it was in use; it is being put right. */
  onTrouble?: (what: string) => void
  /** It cannot be put right: whoever uses the server can only end. */
  onLost?: (error: Error) => void
  restartTimeoutMs?: number
}

async function connect(socketDir: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(socketDir, database), application_name: PRESENCE, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** Starting up, recovering after a crash, shutting down, all connections taken, or the disk full, which may get space again. */
const NOT_YET = ['57P01', '57P02', '57P03', '53300', '53100', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
const isNotYet = (error: unknown) =>
  NOT_YET.includes(codeOf(error)) || (error instanceof Error && /timeout|terminated unexpectedly/.test(error.message))

/** Waits until the server answers. Null: its process is gone. */
async function waitUntilReady(cluster: string, pid: number, socketDir: string, deadline: number): Promise<pg.Client | null> {
  for (;;) {
    try {
      return await connect(socketDir, 'postgres')
    } catch (error) {
      if (!isNotYet(error)) throw error
      const running = findRunning(cluster)
      const stillStarting = running === null && isProcess(pid)
      if (!stillStarting && running?.pid !== pid) return null
      if (Date.now() > deadline) throw new Error('内置数据库没有按时就绪', { cause: error })
      await sleep(100)
    }
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function waitUntilGone(cluster: string, pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (findRunning(cluster)?.pid === pid) {
    if (Date.now() > deadline) return false
    await sleep(50)
  }
  return true
}

/** SIGINT: a fast, clean shutdown. SIGQUIT, when that hangs: at once; the next start recovers from the log. */
async function stopServer(cluster: string, pid: number): Promise<void> {
  if (findRunning(cluster)?.pid !== pid) return
  process.kill(pid, 'SIGINT')
  if (await waitUntilGone(cluster, pid, STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  await waitUntilGone(cluster, pid, STOP_TIMEOUT_MS)
}

/** Another process's server, or one that a killed process left: used as it is. One that cannot be reached is stopped. */
async function adopt(cluster: string, running: RunningServer, deadline: number): Promise<pg.Client | null> {
  try {
    return await waitUntilReady(cluster, running.pid, running.socketDir, deadline)
  } catch (error) {
    if (codeOf(error) !== '') throw error
    await stopServer(cluster, running.pid)
    return null
  }
}

interface Held {
  client: pg.Client
  server: RunningServer
}

async function startOrAdopt(
  place: Place,
  dataDir: string,
  {
    durable = true,
    say = () => undefined,
    timeoutMs = START_TIMEOUT_MS,
  }: { durable?: boolean; say?: (line: string) => void; timeoutMs?: number },
): Promise<Held> {
  const { cluster, user, socketDir, logFile } = place
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const running = findRunning(cluster)
    // Just begun: it writes where to reach it a moment after it writes that it is there.
    if (running?.socketDir === '') {
      if (Date.now() > deadline) throw new Error('内置数据库没有按时就绪')
      await sleep(50)
      continue
    }
    if (running) {
      say('接管正在运行的内置数据库……')
      const client = await adopt(cluster, running, deadline)
      if (client) return { client, server: running }
      continue
    }
    const binaries = await findBinaries(user, isRoot() ? SHARED_HOME : dataDir)
    await ensureCluster(binaries, user, cluster, say)
    await clearStalePid(cluster)
    say('启动内置数据库……')
    const child = await spawnServer({ binaries, cluster, user, socketDir, logFile, durable })
    const pid = child.pid ?? 0
    const client = await waitUntilReady(cluster, pid, socketDir, deadline).catch((error: unknown) => {
      // Nobody would stop what nobody reached.
      child.kill('SIGQUIT')
      throw error
    })
    // Of two starts at once the other's server may be the one that answers, in the same place.
    const answering = findRunning(cluster)
    if (client && answering) return { client, server: { pid: answering.pid, socketDir } }
    await client?.end()
    // Another start was quicker, or backends of a killed server are still ending: look again, for a while.
    if (Date.now() > deadline) throw new Error(`内置数据库无法启动。日志 ${logFile}：\n${await logTail(logFile)}`)
    await sleep(500)
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount) return
  try {
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Another process was quicker.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error
  }
}

/** Who else uses the server: processes by their presence, and connections of the shop beside them. */
async function othersOf(client: pg.Client): Promise<{ present: number; connected: number }> {
  const { rows } = await client.query<{ present: number; connected: number }>(
    `select count(*) filter (where application_name = $1)::int as present, count(*)::int as connected
       from pg_stat_activity where application_name like $2 and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [PRESENCE, OURS],
  )
  return rows[0] ?? { present: 0, connected: 0 }
}

/** May the server be stopped? Asked until it is clear, since what has just ended may still be seen. */
async function isLastOut(client: pg.Client, throwAway: boolean): Promise<boolean> {
  await client.query('select pg_advisory_lock($1)', [LEAVING_LOCK])
  const began = Date.now()
  for (;;) {
    const { present, connected } = await othersOf(client)
    if (present === 0 && (connected === 0 || throwAway)) return true
    if (Date.now() - began > (present > 0 ? PRESENCE_LINGER_MS : LINGER_MS)) {
      // However long its connection takes to end: whoever looks round next does not take it for somebody who stays.
      await client.query(`set application_name = '${LEFT}'`)
      return false
    }
    await sleep(100)
  }
}

/**
 * PostgreSQL of this clone's own, in `dataDir`/postgres, reached through a Unix socket that only its user and root may
 * open. Starts it, or takes over the one that runs there already, and keeps it running: one that dies is started again.
 */
export async function openEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const { durable = true, onTrouble = () => undefined, onLost = () => undefined, restartTimeoutMs = RESTART_TIMEOUT_MS } = options
  const place = await preparePlace(dataDir)
  let stopping = false
  let regaining: Promise<void> | null = null
  const regained: number[] = []
  let held = await startOrAdopt(place, dataDir, options)
  watch(held)
  await ensureDatabase(held.client)
  const logTimer = setInterval(() => void boundLog(place.logFile).catch(() => undefined), LOG_CHECK_MS).unref()

  /** The presence is the first to notice that the server is gone, or that it ended all connections to recover. */
  function watch({ client }: Held): void {
    client.once('end', () => {
      if (stopping || client !== held.client) return
      regaining ??= regain().finally(() => {
        regaining = null
      })
    })
  }

  async function regain(): Promise<void> {
    onTrouble('the connection to the embedded database was lost')
    try {
      const now = Date.now()
      regained.push(now)
      if (regained.filter((at) => now - at < RESTARTS_WITHIN_MS).length > RESTARTS_MAX) throw new Error('内置数据库一再中断')
      held = await startOrAdopt(place, dataDir, { durable, timeoutMs: restartTimeoutMs })
      watch(held)
      onTrouble('the embedded database is there again')
    } catch (error) {
      if (!stopping) onLost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return {
    url: urlOf(held.server.socketDir, DATABASE),
    socketDir: held.server.socketDir,
    get pid() {
      return held.server.pid
    },
    async stop() {
      stopping = true
      clearInterval(logTimer)
      await regaining
      let last: boolean
      try {
        last = await isLastOut(held.client, !durable)
      } catch {
        // The presence broke this very moment; whoever else is here is seen with a new one.
        const client = await connect(held.server.socketDir, 'postgres').catch(() => null)
        last = client === null ? findRunning(place.cluster) !== null : await isLastOut(client, !durable)
        await client?.end()
      }
      await held.client.end().catch(() => undefined)
      if (last) await stopServer(place.cluster, held.server.pid)
    },
  }
}

/** Removes a throw-away server's folder after stop(). */
export async function removeEmbeddedDatabase(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}
