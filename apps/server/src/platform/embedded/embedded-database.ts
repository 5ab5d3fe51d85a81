import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster, ownFolder } from './cluster.ts'
import { chooseUser, currentUserName, type DatabaseUser, isRoot, reaches } from './database-user.ts'
import { clearStalePid, findRunning, logTail, type RunningServer, spawnServer } from './postmaster.ts'

const DATABASE = 'shop'
/** Every process that uses the server keeps one connection of this name: the last one out stops the server. */
const PRESENCE = 'anheng-presence'
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000
/** The operating system's limit for a socket's path is about 104 characters, the file's name among them. */
const SOCKET_DIR_MAX = 85

export interface EmbeddedDatabase {
  url: string
  pid: number
  /** Stops the server unless another process uses it. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** false: a throw-away server for tests, which may lose what a power cut takes. */
  durable?: boolean
  say?: (line: string) => void
}

const urlOf = (socketDir: string, database: string) =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`

async function connect(socketDir: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(socketDir, database), application_name: PRESENCE, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
/** cannot_connect_now: starting up, recovering after a crash, or shutting down. */
const isNotYet = (error: unknown) =>
  ['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error)) || (error instanceof Error && error.message.includes('timeout'))

/** Waits until the server answers. Null: its process is gone. */
async function waitUntilReady(cluster: string, pid: number, socketDir: string): Promise<pg.Client | null> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      return await connect(socketDir, 'postgres')
    } catch (error) {
      if (!isNotYet(error)) throw error
      const running = findRunning(cluster)
      const stillStarting = running === null && isProcess(pid)
      if (!stillStarting && running?.pid !== pid) return null
      if (Date.now() > deadline) throw new Error('内置数据库在两分钟内没有就绪', { cause: error })
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

interface Place {
  user: DatabaseUser | null
  cluster: string
  socketDir: string
  logFile: string
}

async function preparePlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true })
  const home = join(resolve(dataDir), 'postgres')
  const cluster = join(home, 'pg18')
  const user = chooseUser(cluster)
  if (user && !reaches(resolve(dataDir), user)) {
    throw new Error(
      `数据库用户 ${user.name} 进不了 ${dataDir}（数据库不能以 root 运行）：请用 DATA_DIR 指定它能到达的目录，或用 DATABASE_URL 指定数据库`,
    )
  }
  try {
    await ownFolder(home, user)
  } catch (cause) {
    throw new Error(`${home} 属于别的用户，${currentUserName()} 不能使用：请换回原来的用户，或用 DATA_DIR 指定另一个目录`, { cause })
  }
  const short = home.length <= SOCKET_DIR_MAX
  const socketDir = short ? home : join(tmpdir(), `anheng-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
  if (!short) await ownFolder(socketDir, user)
  return { user, cluster, socketDir, logFile: join(home, 'postgres.log') }
}

/** Another process's server, or one that a killed process left: used as it is. One that cannot be reached is stopped. */
async function adopt(cluster: string, running: RunningServer): Promise<pg.Client | null> {
  try {
    return await waitUntilReady(cluster, running.pid, running.socketDir)
  } catch (error) {
    if (codeOf(error) !== '') throw error
    await stopServer(cluster, running.pid)
    return null
  }
}

async function startOrAdopt(
  place: Place,
  dataDir: string,
  options: EmbeddedOptions,
): Promise<{ client: pg.Client; server: RunningServer }> {
  const { cluster, user, socketDir, logFile } = place
  const say = options.say ?? (() => undefined)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const running = findRunning(cluster)
    if (running) {
      say('接管正在运行的内置数据库……')
      const client = await adopt(cluster, running)
      if (client) return { client, server: running }
      continue
    }
    const binaries = await findBinaries(user, isRoot() ? SHARED_HOME : dataDir)
    await ensureCluster(binaries, user, cluster, say)
    await clearStalePid(cluster)
    say('启动内置数据库……')
    const child = await spawnServer({ binaries, cluster, user, socketDir, logFile, durable: options.durable ?? true })
    const pid = child.pid ?? 0
    const ended = new Promise<null>((resolveEnded) => child.once('exit', () => resolveEnded(null)))
    const client = await Promise.race([waitUntilReady(cluster, pid, socketDir), ended])
    if (client) return { client, server: { pid, socketDir } }
    // Another start was quicker, or backends of a killed server are still ending: look again, for a while.
    if (Date.now() > deadline) throw new Error(`内置数据库无法启动。日志 ${logFile}：\n${await logTail(logFile)}`)
    await sleep(500)
  }
}

/** Where root keeps what the database's user must reach. */
export const SHARED_HOME = '/var/lib/anheng-yaocai'

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

/**
 * PostgreSQL of this clone's own, in `dataDir`/postgres, reached through a Unix socket that only its user and root may
 * open. Starts it, or takes over the one that runs there already.
 */
export async function openEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const place = await preparePlace(dataDir)
  const { client, server } = await startOrAdopt(place, dataDir, options)
  await ensureDatabase(client)
  return {
    url: urlOf(server.socketDir, DATABASE),
    pid: server.pid,
    async stop() {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [PRESENCE],
      )
      await client.end()
      if (rows[0]?.others === 0) await stopServer(place.cluster, server.pid)
    },
  }
}

/** Removes a throw-away server's folder after stop(). */
export async function removeEmbeddedDatabase(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}
