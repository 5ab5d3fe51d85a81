/**
 * npm run backup -- FILE: the whole shop, running or stopped, into one file. npm run backup -- --archive DIR: a copy of the embedded
 * database's files beside its log, which is kept there from the first time on.
 */
import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { backUp } from '../apps/server/src/platform/backup/backup.ts'
import { archiveEmbedded } from '../apps/server/src/platform/embedded/archiving.ts'
import { embeddedDataDir, saying, withDatabaseOf } from './lib/shop-database.ts'

const USAGE = `用法：npm run backup -- 文件.tar.gz
  备份整个商城：商品、企业、订单、账目、上传的文件、设置、登录。商城可以照常运行
或：npm run backup -- --archive 目录 [--keep 天数]
  内置数据库：以后每一笔都留在这个目录里，并现在做一份底本；可以恢复到任何一刻（npm run restore -- --archive）。
  每天运行一次；更早的底本和日志在 14 天（--keep）以后清掉
`

function refuse(): never {
  process.stderr.write(USAGE)
  process.exit(1)
}

interface Asked {
  file: string | undefined
  archive: string | undefined
  keep: number
}

function readAsked(): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { archive: { type: 'string' }, keep: { type: 'string', default: '14' } },
    })
    const [file, ...rest] = positionals
    if (rest.length > 0 || (file === undefined) === (values.archive === undefined) || !/^[1-9]\d{0,3}$/.test(values.keep)) refuse()
    return { file, archive: values.archive, keep: Number(values.keep) }
  } catch {
    // An option that is none.
    return refuse()
  }
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

async function toFile(file: string): Promise<void> {
  // As it is: a backup before an upgrade must not upgrade what it saves, least of all under the shop that still runs.
  await withDatabaseOf({}, async (database) => {
    const { tables, rows, filesOutside } = await backUp(database, file, new Date())
    process.stdout.write(
      `已备份到 ${file}：${tables} 张表，${rows.toLocaleString('en')} 行，${megabytes(statSync(file).size)} MB。里面有密码散列和证照，请像数据库一样保管\n`,
    )
    if (filesOutside > 0)
      process.stdout.write(
        `另有 ${filesOutside.toLocaleString('en')} 个文件的内容在对象存储里，不在这份备份里：恢复时要用同一个桶，请另行备份它\n`,
      )
  })
}

async function toArchive(archive: string, keep: number): Promise<void> {
  const began = performance.now()
  const { copy, cleared } = await archiveEmbedded(embeddedDataDir(), archive, keep)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(
    `底本做好了：${copy.folder}，${copy.files} 个文件，${megabytes(copy.bytes)} MB，用了 ${seconds} 秒。里面有密码散列和证照，请像数据库一样保管\n`,
  )
  if (cleared.copies + cleared.pieces > 0)
    process.stdout.write(`清掉了 ${keep} 天里用不到的：底本 ${cleared.copies} 份，日志 ${cleared.pieces} 段\n`)
}

const { file, archive, keep } = readAsked()
if (archive !== undefined) await saying(() => toArchive(archive, keep))
else if (file !== undefined) await toFile(file)
