import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ownFolder } from './cluster.ts'
import { chooseUser, currentUserName, type DatabaseUser, reaches } from './database-user.ts'

/** The operating system's limit for a socket's path is about 104 characters, the file's name among them. */
const SOCKET_DIR_MAX = 85

/** Where root keeps what the database's user must reach. */
export const SHARED_HOME = '/var/lib/anheng-yaocai'

export const urlOf = (socketDir: string, database: string) =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`

/** Where a data folder has its database, and who runs it. */
export interface Place {
  user: DatabaseUser | null
  cluster: string
  socketDir: string
  logFile: string
}

export async function preparePlace(dataDir: string): Promise<Place> {
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
