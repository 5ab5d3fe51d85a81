import { isAbsolute } from 'node:path'
import pg from 'pg'
import { type BaseCopy, clearArchive, keepLog } from './archive.ts'
import { copyBase } from './base-copy.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { preparePlace } from './place.ts'

export interface Archived {
  copy: BaseCopy
  cleared: { copies: number; pieces: number }
}

/** The server takes archive_mode up at its start alone: once more where nobody else holds it. */
async function keptLog(dataDir: string, archive: string): Promise<boolean> {
  const { user } = await preparePlace(dataDir)
  const embedded = await openEmbeddedDatabase(dataDir)
  try {
    const client = new pg.Client({ connectionString: embedded.url, application_name: 'anheng-archive' })
    await client.connect()
    try {
      return (await keepLog(client, archive, user)) === 'on'
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
  }
}

/** Keeps the log of the data folder's server in `archive` from now on, copies the whole beside it, and clears what is older than so many days. */
export async function archiveEmbedded(dataDir: string, archive: string, keepDays: number): Promise<Archived> {
  if (process.platform === 'win32') throw new Error('归档要用 gzip、cmp 和 sync，这个系统没有：请用 npm run backup -- 文件')
  // The server has a working folder of its own.
  if (!isAbsolute(archive)) throw new Error(`归档目录要写完整的路径（以 / 开头）：${archive}`)
  if (!(await keptLog(dataDir, archive)) && !(await keptLog(dataDir, archive)))
    throw new Error('归档已经设好，要等内置数据库下次启动才开始：请重新启动商城，然后再运行一次本命令')
  const embedded = await openEmbeddedDatabase(dataDir)
  try {
    const { cluster } = await preparePlace(dataDir)
    const copy = await copyBase(embedded.socketDir, cluster, archive, new Date())
    return { copy, cleared: await clearArchive(archive, keepDays, new Date()) }
  } finally {
    await embedded.stop()
  }
}
