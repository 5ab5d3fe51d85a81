/**
 * npm run staff -- add NAME 姓名 [质管]: the first way into a shop that nobody can enter yet. The password is typed, or read from
 * standard input. npm run staff -- remove NAME: the way out, for whoever leaves.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { addStaff, removeStaff } from '../apps/server/src/modules/who/accounts/public.ts'
import { ShopError } from '../apps/server/src/platform/errors.ts'
import { withShopDatabase } from './lib/shop-database.ts'

async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stdout.write('密码（不显示）：')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (process.stdin.isTTY) process.stdout.write('\n')
  }
}

const [command, username = '', name = '', role = '', ...rest] = process.argv.slice(2)
const adds = command === 'add' && username !== '' && name !== '' && rest.length === 0
const removes = command === 'remove' && username !== '' && name === ''
if (!adds && !removes) {
  process.stderr.write(
    '用法：npm run staff -- add 用户名 姓名 [质管]\n  密码在提示后输入，或从标准输入读第一行\n或：npm run staff -- remove 用户名\n  离职的员工：会话当场结束，账号再也进不来\n',
  )
  process.exit(1)
}
const password = adds ? await askPassword() : ''
await withShopDatabase(async (database) => {
  try {
    if (adds) await addStaff(database, { username, name, password, role }, new Date())
    else await removeStaff(database, username, new Date())
  } catch (error) {
    throw error instanceof ShopError ? new Error(error.message) : error
  }
  process.stdout.write(adds ? `已添加员工 ${username}（${name}），可在登录页用密码登录\n` : `员工 ${username} 已移出，会话已结束\n`)
})
