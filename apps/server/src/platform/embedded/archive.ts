import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type DatabaseUser, reaches } from './database-user.ts'

/**
 * The embedded server's write-ahead log, kept outside of it piece by piece, beside copies of the whole (base-copy.ts): from the two any
 * moment since the oldest copy can be had again (recovery.ts). What it needs stands in the cluster's own settings, so that whoever
 * starts the server, the shop or a command beside it, keeps the log without a gap.
 */

/** The most that is lost with the machine: a piece of the log is closed after this, full or not. */
const PIECE_SECONDS = 60

export const logFolder = (archive: string): string => join(resolve(archive), 'log')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * What the server runs for each piece (PostgreSQL manual, 25.3.1): it must not say yes before the piece is on the disk, nor overwrite another one, and
 * must say yes to one that it has kept before, because a crash can come between the deed and the word.
 */
export function archiveCommand(archive: string): string {
  const folder = quoted(logFolder(archive)).replaceAll('%', '%%')
  return [
    `f=${folder}/%f.gz`,
    'if [ -e "$f" ]; then gzip -dc "$f" | cmp -s - "%p"',
    `else gzip -1c "%p" > "$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync ${folder}; fi`,
  ].join('; ')
}

export const restoreCommand = (archive: string): string =>
  `gzip -dc ${quoted(logFolder(archive)).replaceAll('%', '%%')}/%f.gz > "%p" 2>/dev/null`

/** What came of asking for it: 'on'; 'restart': the server takes it up at its next start. */
export type Archiving = 'on' | 'restart'

/** Has the server keep its log in this folder from now on, or from its next start. The folder is made for the user that the server runs as. */
export async function keepLog(client: pg.Client, archive: string, user: DatabaseUser | null): Promise<Archiving> {
  const folder = logFolder(archive)
  // The server's user passes through the one into the other; only their names are everybody's.
  await mkdir(resolve(archive), { recursive: true, mode: 0o755 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (user) {
    await chown(folder, user.uid, user.gid)
    if (!reaches(folder, user)) throw new Error(`数据库用户 ${user.name} 进不了 ${folder}：请换一个它能到达的目录`)
  }
  await client.query('alter system set archive_mode = on')
  await client.query(`alter system set archive_timeout = '${PIECE_SECONDS}s'`)
  await client.query(`alter system set archive_command = ${pg.escapeLiteral(archiveCommand(archive))}`)
  await client.query('select pg_reload_conf()')
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
  return rows[0]?.mode === 'on' ? 'on' : 'restart'
}

/** In a cluster that a copy was made of: its server does not keep its log where that of the copied one lies. */
export async function forgetArchive(cluster: string): Promise<void> {
  const file = join(cluster, 'postgresql.auto.conf')
  const text = await readFile(file, 'utf8')
  const kept = text.split('\n').filter((line) => !/^archive_/.test(line.trim()))
  await writeFile(file, kept.join('\n'))
}

export interface BaseCopy {
  folder: string
  /** Of the server's clock: no moment before it can be had from this copy. */
  finishedAt: string
  /** The first piece of the log that it needs. */
  startPiece: string
  /** Of the server, as PG_VERSION says it. */
  version: string
  files: number
  bytes: number
}

export const baseName = (at: Date): string => `base-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Whole copies, the oldest first. What broke off has another name and no base.json. */
export async function baseCopies(archive: string): Promise<BaseCopy[]> {
  const names = await readdir(resolve(archive)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`没有这个目录：${archive}`, { cause: error })
    throw error
  })
  const folders = names
    .filter((name) => /^base-[\dTZ-]+$/.test(name))
    .toSorted()
    .map((name) => join(resolve(archive), name))
  return Promise.all(
    folders.map(async (folder) => ({ ...(JSON.parse(await readFile(join(folder, 'base.json'), 'utf8')) as BaseCopy), folder })),
  )
}

/** Pieces are named by time line and place; of two the later place is the later one, whatever the time line (as pg_archivecleanup has it). */
const placeOf = (piece: string): string => piece.slice(8, 24)

/** Copies and pieces that no moment of the last so many days needs; the newest copy always stays. Answers what was removed. */
export async function clearArchive(archive: string, keepDays: number, now: Date): Promise<{ copies: number; pieces: number }> {
  const from = new Date(now.getTime() - keepDays * 86_400_000).toISOString()
  const copies = await baseCopies(archive)
  // The newest one that was whole when the kept days began serves their first moment.
  const firstKept = Math.max(
    copies.findLastIndex(({ finishedAt }) => finishedAt <= from),
    0,
  )
  const oldest = copies[firstKept]
  if (!oldest) return { copies: 0, pieces: 0 }
  for (const { folder } of copies.slice(0, firstKept)) await rm(folder, { recursive: true })
  const pieces = (await readdir(logFolder(archive))).filter(
    (name) => /^[0-9A-F]{24}(\.gz|\.[0-9A-F]{8}\.backup\.gz)$/.test(name) && placeOf(name) < placeOf(oldest.startPiece),
  )
  for (const name of pieces) await rm(join(logFolder(archive), name))
  return { copies: firstKept, pieces: pieces.length }
}
