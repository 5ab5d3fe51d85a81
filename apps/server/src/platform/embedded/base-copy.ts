import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { type BaseCopy, baseName } from './archive.ts'
import { urlOf } from './place.ts'

/**
 * A copy of the running server's files between pg_backup_start and pg_backup_stop (PostgreSQL manual, 25.3.3.1): its parts are of different moments, and
 * the log of that while, which the archive has, makes one moment of them. Each file is packed by itself.
 */

/** Folders whose contents belong to the running server alone. */
const EMPTIED = ['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init|pgsql_tmp.*|.*\.signal)$/
/** Where the log begins is read from it: copied last, it never speaks of a later state than the files have. */
const CONTROL = 'global/pg_control'
const AT_ONCE = 4

interface Tree {
  folders: string[]
  files: string[]
}

/** Paths below the cluster. */
async function treeOf(cluster: string, below = ''): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  for (const entry of await readdir(join(cluster, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (LEFT_OUT.test(entry.name)) continue
    if (below === '' && EMPTIED.includes(entry.name)) tree.folders.push(path)
    else if (entry.isDirectory()) {
      const inner = await treeOf(cluster, path)
      tree.folders.push(path, ...inner.folders)
      tree.files.push(...inner.files)
    } else if (entry.isFile()) tree.files.push(path)
    else throw new Error(`${path} 不是普通文件，不能这样备份（表空间？）`)
  }
  return tree
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Bytes that it has when it is opened; a table that is dropped meanwhile is none any more, and the log says so. */
async function pack(from: string, to: string): Promise<number> {
  try {
    const { size } = await stat(from)
    const source = size === 0 ? Readable.from([]) : createReadStream(from, { end: size - 1 })
    await pipeline(source, createGzip({ level: 1 }), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
    await synced(to)
    return size
  } catch (error) {
    if (!isGone(error)) throw error
    await rm(to, { force: true })
    return 0
  }
}

async function inTurns(items: readonly string[], work: (item: string) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

/** Copies the running server into `archive`. Its log must be kept there already: without it the copy is worth nothing. */
export async function copyBase(socketDir: string, cluster: string, archive: string, now: Date): Promise<BaseCopy> {
  const folder = join(resolve(archive), baseName(now))
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'files'), { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: urlOf(socketDir, 'postgres'), application_name: 'anheng-base-copy' })
  await client.connect()
  try {
    const started = await client.query<{ piece: string }>(`select pg_walfile_name(pg_backup_start('anheng', fast => true)) as piece`)
    const { folders, files } = await treeOf(cluster)
    for (const path of folders) await mkdir(join(part, 'files', path), { recursive: true, mode: 0o700 })
    let bytes = 0
    const one = async (path: string) => {
      const size = await pack(join(cluster, path), join(part, 'files', `${path}.gz`))
      // Not in one: of files that are packed side by side each would add to the sum that it began with.
      bytes += size
    }
    await inTurns(
      files.filter((path) => path !== CONTROL),
      one,
    )
    await one(CONTROL)
    // Answers once the log up to here is in the archive.
    const stopped = await client.query<{ label: string; at: Date }>(
      'select labelfile as label, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)',
    )
    const { label = '', at = now } = stopped.rows[0] ?? {}
    await writeFile(join(part, 'backup_label'), label, { mode: 0o600 })
    const copy = {
      finishedAt: at.toISOString(),
      startPiece: started.rows[0]?.piece ?? '',
      version: (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim(),
      files: files.length,
      bytes,
    }
    await writeFile(join(part, 'base.json'), `${JSON.stringify(copy, null, 1)}\n`, { mode: 0o600 })
    await synced(join(part, 'base.json'))
    await synced(join(part, 'backup_label'))
    await rename(part, folder)
    return { ...copy, folder }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Puts a copy's files into a folder that is there and empty. */
export async function unpackBase(copy: BaseCopy, cluster: string): Promise<void> {
  const from = join(copy.folder, 'files')
  const { folders, files } = await treeOf(from)
  for (const path of folders) await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })
  await inTurns(files, (path) =>
    pipeline(
      createReadStream(join(from, path)),
      createGunzip(),
      createWriteStream(join(cluster, path.replace(/\.gz$/, '')), { flags: 'wx', mode: 0o600 }),
    ),
  )
  await writeFile(join(cluster, 'backup_label'), await readFile(join(copy.folder, 'backup_label')), { mode: 0o600 })
}
