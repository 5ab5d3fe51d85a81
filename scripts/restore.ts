/**
 * npm run restore -- FILE --data-dir DIR: a backup into a new folder, or into the empty database that DATABASE_URL names. npm run restore --
 * --archive DIR --data-dir NEW: the shop of a moment from the embedded database's archive.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { objectsReport } from '../apps/server/src/modules/who/files/public.ts'
import { restore } from '../apps/server/src/platform/backup/restore.ts'
import { recover } from '../apps/server/src/platform/embedded/recovery.ts'
import { readMoment, shownMoment } from './lib/moment.ts'
import { saying, withDatabaseOf } from './lib/shop-database.ts'

const USAGE = `用法：npm run restore -- 文件.tar.gz --data-dir 新目录
  或：DATABASE_URL=postgres://… npm run restore -- 文件.tar.gz（空的数据库）
  或：npm run restore -- --archive 归档目录 --data-dir 新目录 [--to '2026-11-28 16:20:30']
  从 npm run backup -- --archive 的归档恢复到某一刻（北京时间）；不写 --to，恢复到归档里最后一笔
`

function refuse(): never {
  process.stderr.write(USAGE)
  process.exit(1)
}

function readAsked() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ allowPositionals: true, options: { 'data-dir': text, archive: text, to: text } })
  } catch {
    // An option that is none.
    return refuse()
  }
}

const howToStart = (folder: string) => `启动：DATA_DIR=${folder} npm start（真实商城再加 DEMO=0）\n`

async function fromFile(file: string, folder: string | undefined): Promise<void> {
  await withDatabaseOf(folder === undefined ? {} : { DATA_DIR: folder, DATABASE_URL: '' }, async (database) => {
    const { tables, rows, madeAt } = await restore(database, file)
    process.stdout.write(`已恢复 ${madeAt} 的备份：${tables} 张表，${rows.toLocaleString('en')} 行，逐表核对一致\n`)
    // The file has what the database had; what lay outside must still be there.
    const objects = await objectsReport(database.db)
    if (objects.text !== '') (objects.state === 'whole' ? process.stdout : process.stderr).write(`${objects.text}\n`)
    if (objects.state !== 'whole') {
      const next =
        objects.state === 'lost'
          ? '数据库已恢复，但上面这些文件打不开：把对象放回原来的桶，再用 npm run verify 核对'
          : '数据库已恢复；启动前请在 CHANNELS_FILE 里写好原来的桶，再用 npm run verify 核对'
      process.stderr.write(`${next}\n`)
      process.exitCode = 1
    }
    if (folder !== undefined) process.stdout.write(howToStart(folder))
  })
}

async function fromArchive(archive: string, to: Date | null, folder: string): Promise<void> {
  const began = performance.now()
  const { from, lastDeed } = await recover(archive, to, folder)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const until = lastDeed === null ? '底本之后没有一笔' : `最后一笔在 ${shownMoment(lastDeed)}`
  process.stdout.write(`已恢复：从底本 ${from}，${until}，用了 ${seconds} 秒\n`)
  process.stdout.write(`核对：DATA_DIR=${folder} npm run verify\n${howToStart(folder)}`)
  process.stdout.write('恢复出来的商城还没有归档：决定用它以后，用新的目录 npm run backup -- --archive\n')
}

const { values, positionals } = readAsked()
const [file, ...rest] = positionals
const { 'data-dir': folder, archive, to } = values
if (rest.length > 0 || (file === undefined) === (archive === undefined)) refuse()
if (archive !== undefined) {
  const moment = to === undefined ? null : readMoment(to)
  if (folder === undefined) refuse()
  if (to !== undefined && moment === null) {
    process.stderr.write(`--to 应形如 '2026-11-28 16:20' 或 '2026-11-28 16:20:30'（北京时间）：${to}\n`)
    process.exit(1)
  }
  await saying(() => fromArchive(archive, moment, folder))
} else if (file !== undefined) {
  if ((folder === undefined) === !process.env.DATABASE_URL || to !== undefined) refuse()
  // Before a database is made for it.
  if (!existsSync(file)) {
    process.stderr.write(`没有这个文件：${file}\n`)
    process.exit(1)
  }
  await fromFile(file, folder)
}
