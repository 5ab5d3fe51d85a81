import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { copyFile, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'

/** What a running server wrote of itself: its process and where its socket is. */
export interface RunningServer {
  pid: number
  socketDir: string
}

/** Is this process the server of this cluster? Process ids are given out again, so the number alone says nothing. */
function serves(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  try {
    // The server works in its data folder. A dead process that nobody has waited for yet has no such link.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

/** A server that ends takes its file away at any moment: asked for and read in one. None: there is no such file. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The server of this cluster that runs already, whoever started it; null where none does. */
export function findRunning(cluster: string): RunningServer | null {
  const lines = linesOf(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0 || !serves(pid, cluster)) return null
  return { pid, socketDir: lines[4]?.trim() ?? '' }
}

/** A server that was killed leaves its file; where its process id belongs to another program now, PostgreSQL would refuse to start. */
export async function clearStalePid(cluster: string): Promise<void> {
  if (findRunning(cluster) === null) await rm(join(cluster, 'postmaster.pid'), { force: true })
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
const between = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

function settings(socketDir: string, durable: boolean): Record<string, string> {
  const memory = megabytes(totalmem())
  const safety = durable ? 'on' : 'off'
  return {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '200',
    shared_buffers: `${between(64, Math.floor(memory / 8), durable ? 4096 : 256)}MB`,
    effective_cache_size: `${between(256, Math.floor(memory / 2), 65_536)}MB`,
    maintenance_work_mem: `${between(32, Math.floor(memory / 64), 1024)}MB`,
    work_mem: '16MB',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_completion_target: '0.9',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: availableParallelism() > 4 ? '2' : '0',
    fsync: safety,
    full_page_writes: safety,
    synchronous_commit: safety,
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_duration_statement: '1000',
    // Slow statements and errors are logged without what they were about: prices, names and phones are no matter for a log.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %a ',
  }
}

const LOG_MAX_BYTES = 10 * 1024 * 1024

export const LOG_CHECK_MS = 30_000

/** Keeps the log and one before it. The server writes on where the file then ends, since it opened it to append. */
export async function boundLog(path: string, maxBytes = LOG_MAX_BYTES): Promise<void> {
  const { size } = await stat(path)
  if (size <= maxBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

async function openLog(path: string) {
  await boundLog(path).catch(() => undefined)
  return open(path, 'a', 0o600)
}

/** The environment of the programs: none of PostgreSQL's own variables may reach them. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

export interface StartOptions {
  binaries: Binaries
  user: DatabaseUser | null
  cluster: string
  socketDir: string
  logFile: string
  durable: boolean
  /** Settings before those that every start has. */
  more?: Readonly<Record<string, string>>
}

/** Starts a server in a session of its own, so that Ctrl+C reaches the shop only, which then stops the server in order. */
export async function spawnServer({
  binaries,
  user,
  cluster,
  socketDir,
  logFile,
  durable,
  more = {},
}: StartOptions): Promise<ChildProcess> {
  const log = await openLog(logFile)
  const flags = Object.entries({ ...settings(socketDir, durable), ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: cluster,
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  }).finally(() => log.close())
  child.unref()
  return child
}

export async function logTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
