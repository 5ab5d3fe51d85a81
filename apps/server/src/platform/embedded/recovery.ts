import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type BaseCopy, baseCopies, forgetArchive, restoreCommand } from './archive.ts'
import { unpackBase } from './base-copy.ts'
import { findBinaries } from './binaries.ts'
import { ownFolder } from './cluster.ts'
import { isRoot } from './database-user.ts'
import { type Place, preparePlace, SHARED_HOME, urlOf } from './place.ts'
import { spawnServer } from './postmaster.ts'

export interface Recovered {
  /** The copy that it began with. */
  from: string
  /** The last deed that is in it; null: none came after the copy. */
  lastDeed: Date | null
}

const ASK_MS = 500
const STOP_TIMEOUT_MS = 120_000

/** The newest copy that was whole before the moment. */
function copyFor(copies: readonly BaseCopy[], to: Date | null): BaseCopy {
  const [oldest] = copies
  if (!oldest) throw new Error('归档目录里没有完整的底本：先运行过 npm run backup -- --archive 目录 才有')
  const found = to === null ? copies.at(-1) : copies.findLast(({ finishedAt }) => Date.parse(finishedAt) <= to.getTime())
  if (!found) throw new Error(`最早只能恢复到 ${oldest.finishedAt}（第一份底本完成的时刻）`)
  return found
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Why the server ended, from the part of its log that is of this start. */
async function whyEnded(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '')
  if (!log.includes('recovery ended before configured recovery target was reached'))
    return `恢复没有完成。数据库日志 ${logFile}：\n${log.trimEnd().split('\n').slice(-8).join('\n')}`
  const last = /last completed transaction was at log time ([\d-]+ [\d:]+)/.exec(log)?.[1]
  const until = last === undefined ? '底本之后没有一笔' : `归档里最后一笔在 ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()}`
  return `${until}，早于所要的时刻。要恢复到最后一笔，请不写 --to`
}

/** Waits until everything asked for is replayed and the server takes writes. */
async function replayed(place: Place, child: ChildProcess): Promise<Date | null> {
  const unspoken = new Set(['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'])
  let lastDeed: Date | null = null
  for (;;) {
    if (ended(child)) throw new Error(await whyEnded(place.logFile))
    const client = new pg.Client({ connectionString: urlOf(place.socketDir, 'postgres'), connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ going: boolean; last: Date | null }>(
        'select pg_is_in_recovery() as going, pg_last_xact_replay_timestamp() as last',
      )
      lastDeed = rows[0]?.last ?? lastDeed
      if (rows[0]?.going === false) return lastDeed
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      // Between an end of the server and the news of it there is no answer at all.
      if (!unspoken.has(code) && !(error instanceof Error && /timeout|terminated unexpectedly/.test(error.message))) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(ASK_MS)
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  for (let waited = 0; !ended(child); waited += 100) {
    if (waited > STOP_TIMEOUT_MS) throw new Error('恢复好的数据库没有按时停下')
    await sleep(100)
  }
}

/**
 * The shop as it was at a moment (null: as late as the archive goes), in a folder where nothing is yet. The archive is only read. The new one keeps its
 * log nowhere until it is told to: two shops must not write to one archive.
 */
export async function recover(archive: string, to: Date | null, dataDir: string): Promise<Recovered> {
  const copy = copyFor(await baseCopies(archive), to)
  const place = await preparePlace(dataDir)
  if (existsSync(place.cluster)) throw new Error(`${dataDir} 里已经有数据库：恢复只写进新的目录`)
  const binaries = await findBinaries(place.user, isRoot() ? SHARED_HOME : dataDir)
  const version = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8', cwd: '/' }).stdout
  if (!version.includes(` ${copy.version}.`))
    throw new Error(`底本是 PostgreSQL ${copy.version} 的，这里的程序是 ${version.trim()}：大版本要一样`)
  const unfinished = `${place.cluster}.new-${process.pid}`
  await ownFolder(unfinished, place.user)
  try {
    await unpackBase(copy, unfinished)
    await forgetArchive(unfinished)
    await writeFile(join(unfinished, 'recovery.signal'), '', { mode: 0o600 })
    if (place.user) giveTo(unfinished, place.user)
    await rename(unfinished, place.cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  try {
    const child = await spawnServer({
      ...place,
      binaries,
      durable: true,
      more: {
        restore_command: restoreCommand(archive),
        recovery_target_action: 'promote',
        // Abbreviations of zones, Z among them, are not known yet when it is read.
        ...(to && { recovery_target_time: to.toISOString().replace('Z', '+00') }),
      },
    })
    const lastDeed = await replayed(place, child)
    await stopped(child)
    return { from: copy.folder, lastDeed }
  } catch (error) {
    // Half way is no shop: the next start must not take it for one.
    await rm(place.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    throw error
  }
}

function giveTo(folder: string, { uid, gid }: NonNullable<Place['user']>): void {
  const { status, stderr } = spawnSync('chown', ['-R', `${uid}:${gid}`, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`不能把恢复的文件交给数据库用户：${stderr.trim()}`)
}
