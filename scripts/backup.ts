/** npm run backup -- FILE: the whole shop, running or stopped, into one file. */
import { statSync } from 'node:fs'
import { backUp } from '../apps/server/src/platform/backup/backup.ts'
import { withDatabaseOf } from './lib/shop-database.ts'

const [file, ...rest] = process.argv.slice(2)
if (!file || file.startsWith('-') || rest.length > 0) {
  process.stderr.write(
    '用法：npm run backup -- 文件.tar.gz\n  备份整个商城：商品、企业、订单、账目、上传的文件、设置、登录。商城可以照常运行\n',
  )
  process.exit(1)
}
// As it is: a backup before an upgrade must not upgrade what it saves, least of all under the shop that still runs.
await withDatabaseOf({}, async (database) => {
  const { tables, rows, filesOutside } = await backUp(database, file, new Date())
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(1)
  process.stdout.write(
    `已备份到 ${file}：${tables} 张表，${rows.toLocaleString('en')} 行，${megabytes} MB。里面有密码散列和证照，请像数据库一样保管\n`,
  )
  if (filesOutside > 0)
    process.stdout.write(
      `另有 ${filesOutside.toLocaleString('en')} 个文件的内容在对象存储里，不在这份备份里：恢复时要用同一个桶，请另行备份它\n`,
    )
})
