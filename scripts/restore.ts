/** npm run restore -- FILE --data-dir DIR: a backup into a new folder, or into the empty database that DATABASE_URL names. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { objectsReport } from '../apps/server/src/modules/who/files/public.ts'
import { restore } from '../apps/server/src/platform/backup/restore.ts'
import { withDatabaseOf } from './lib/shop-database.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' } } })
const [file, ...rest] = positionals
const folder = values['data-dir']
if (!file || rest.length > 0 || (folder === undefined) === !process.env.DATABASE_URL) {
  process.stderr.write(
    '用法：npm run restore -- 文件.tar.gz --data-dir 新目录\n  或：DATABASE_URL=postgres://… npm run restore -- 文件.tar.gz（空的数据库）\n',
  )
  process.exit(1)
}
// Before a database is made for it.
if (!existsSync(file)) {
  process.stderr.write(`没有这个文件：${file}\n`)
  process.exit(1)
}
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
  if (folder !== undefined) process.stdout.write(`启动：DATA_DIR=${folder} npm start（真实商城再加 DEMO=0）\n`)
})
