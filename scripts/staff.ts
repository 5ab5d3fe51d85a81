/**
 * npm run staff -- add NAME 姓名 [岗位,岗位]: the first way into a shop that nobody can enter yet; without a role 管理员. The password
 * is typed, or read from standard input. remove NAME: the way out, for whoever leaves. reset NAME: a new password and no second
 * factor, for whoever lost both.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { addStaff, FIRST_ROLE, removeStaff, resetStaff } from '../apps/server/src/modules/who/accounts/public.ts'
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

const [command = '', username = '', name = '', role = FIRST_ROLE, ...rest] = process.argv.slice(2)
const adds = command === 'add' && username !== '' && name !== '' && rest.length === 0
const others = ['remove', 'reset'].includes(command) && username !== '' && name === ''
if (!adds && !others) {
  process.stderr.write(
    `用法：npm run staff -- add 用户名 姓名 [岗位,岗位]\n  不写岗位就是${FIRST_ROLE}；密码在提示后输入，或从标准输入读第一行\n或：npm run staff -- remove 用户名\n  离职的员工：会话当场结束，账号再也进不来\n或：npm run staff -- reset 用户名\n  忘了密码又丢了动态口令：设新密码，取消动态口令\n`,
  )
  process.exit(1)
}
const password = command === 'remove' ? '' : await askPassword()
const DONE: Readonly<Record<string, string>> = {
  add: `已添加员工 ${username}（${name}，${role}），可在 /console 用密码登录\n`,
  remove: `员工 ${username} 已移出，会话已结束\n`,
  reset: `员工 ${username} 的密码已重设，动态口令已取消，可在 /console 登录后重新设置\n`,
}
await withShopDatabase(async (database) => {
  try {
    if (command === 'add') await addStaff(database, { username, name, password, roles: role.split(/[,，、]/) }, new Date())
    else if (command === 'reset') await resetStaff(database, { username, password }, new Date())
    else await removeStaff(database, username, new Date())
  } catch (error) {
    throw error instanceof ShopError ? new Error(error.message) : error
  }
  process.stdout.write(DONE[command] ?? '')
})
