import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { DatabaseUser } from './database-user.ts'
import { programEnvironment } from './postmaster.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Folders of starts that broke off while they made a cluster. What they had started may still write for a moment. */
async function removeUnfinished(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.new-`
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid || !isAlive(pid))
      await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** A folder that the database's user, and nobody else but root, may enter. */
export async function ownFolder(path: string, user: DatabaseUser | null): Promise<void> {
  await mkdir(path, { recursive: true })
  if (user) await chown(path, user.uid, user.gid)
  await chmod(path, 0o700)
}

function runInitdb(binaries: Binaries, user: DatabaseUser | null, folder: string): Promise<void> {
  // Plain indexes serve prefix LIKE under C.UTF-8, and its order never changes with a system's libraries.
  const flags = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, ['-D', folder, ...flags], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: dirname(folder),
      env: programEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`内置数据库初始化失败：${errors.trim()}`))))
  })
}

/**
 * Makes the cluster where there is none. It is made beside and renamed when whole, so that a start that was killed
 * leaves nothing that looks like a cluster; of two at once the first to rename wins.
 */
export async function ensureCluster(
  binaries: Binaries,
  user: DatabaseUser | null,
  cluster: string,
  say: (line: string) => void,
): Promise<void> {
  await removeUnfinished(cluster)
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  say('创建内置数据库……')
  const unfinished = `${cluster}.new-${process.pid}`
  await ownFolder(unfinished, user)
  await runInitdb(binaries, user, unfinished)
  try {
    await rename(unfinished, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
    await rm(unfinished, { recursive: true, force: true })
  }
}
