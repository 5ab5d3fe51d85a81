import { expect, it } from 'vitest'
import { testShop } from '../../../../../test/harness.ts'
import { addStaff, removeStaff, resetStaff } from './command.ts'

const PASSWORD = 'Ware-house-2026'
const now = () => shop.clock.now
const login = (username: string, password = PASSWORD) => shop.ask('POST', '/api/staff/login', { body: { username, password } })
const audits = (action: string) =>
  db.selectFrom('audit_log').select(['actor', 'before', 'after']).where('action', '=', action).orderBy('id').execute()

const shop = await testShop()
const { db } = shop.database
await addStaff(shop.database, { username: 'wangli', name: '王丽', password: PASSWORD, roles: ['质量'] }, now())
await addStaff(shop.database, { username: 'zhaoqi', name: '赵琪', password: PASSWORD }, now())

it('添加的员工有写明的岗位，没写的是管理员；没有的岗位、不能兼任的岗位、已有的用户名、太简单的密码都不成', async () => {
  const rolesOf = async (username: string) => (await login(username)).data.roles.map((role: { name: string }) => role.name)
  expect(await rolesOf('wangli')).toEqual(['质量'])
  expect(await rolesOf('zhaoqi')).toEqual(['管理员'])
  const add = (more: object) => addStaff(shop.database, { username: 'newone', name: '新来的', password: PASSWORD, ...more }, now())
  await expect(add({ roles: ['厂长'] })).rejects.toThrow('没有岗位“厂长”，有：')
  await expect(add({ roles: ['质量', '仓储'] })).rejects.toThrow('质量岗位不得兼任业务岗位')
  await expect(add({ username: 'wangli' })).rejects.toThrow('用户名 wangli 已有人使用')
  await expect(add({ username: '13900000001' })).rejects.toThrow('用户名应为')
  await expect(add({ password: 'newone' })).rejects.toThrow()
  expect(await db.selectFrom('account').select('id').where('username', '=', 'newone').execute()).toEqual([])
})

it('忘了密码又没有人可问：命令行重设之后用新密码进来，动态口令取消，旧的登录结束', async () => {
  const cookie = await shop.login('zhaoqi', PASSWORD)
  const { id } = await db.selectFrom('account').select('id').where('username', '=', 'zhaoqi').executeTakeFirstOrThrow()
  await db
    .updateTable('staff')
    .set({ state: 'locked', factor_secret: 'A'.repeat(32), factor_at: now() })
    .where('account_id', '=', id)
    .execute()
  await resetStaff(shop.database, { username: 'zhaoqi', password: 'Store-room-2027' }, now())
  shop.clock.now = new Date(now().getTime() + 6_000)
  expect((await shop.ask('GET', '/api/staff/me', { cookie })).status).toBe(401)
  expect((await login('zhaoqi')).status).toBe(422)
  expect((await login('zhaoqi', 'Store-room-2027')).data).toMatchObject({ step: 'done', factor: 0 })
  await resetStaff(shop.database, { username: 'zhaoqi', password: PASSWORD }, now())
  expect(await audits('staff.reset')).toEqual(Array(2).fill({ actor: '命令行', before: null, after: { username: 'zhaoqi' } }))
})

it('离职的员工：会话当场结束，密码在两个入口都进不来，也没有手机、微信可以绕过，记录里的名字还在；别的员工照常', async () => {
  const cookie = await shop.login('wangli', PASSWORD)
  const other = await shop.login('zhaoqi', PASSWORD)
  // A telephone or WeChat would be a second way in, past this entrance: an account of staff cannot have one.
  for (const way of [{ wechat_openid: 'wx-wangli' }, { phone: '13955550001' }])
    await expect(db.updateTable('account').set(way).where('username', '=', 'wangli').execute()).rejects.toThrow('violates check')
  expect((await shop.ask('GET', '/api/staff/company', { cookie })).status).toBe(200)

  await removeStaff(shop.database, 'wangli', now())
  // Processes hear of it at once (session-changes.test.ts); here only what is remembered for some seconds lapses.
  shop.clock.now = new Date(now().getTime() + 6_000)
  expect((await shop.ask('GET', '/api/staff/company', { cookie })).status).toBe(401)
  expect((await login('wangli')).status).toBe(422)
  expect((await shop.ask('POST', '/api/user/login', { body: { username: 'wangli', password: PASSWORD } })).status).toBe(422)
  expect((await shop.ask('GET', '/api/staff/me', { cookie: other })).status).toBe(200)
  const row = await db
    .selectFrom('account as a')
    .innerJoin('staff as s', 's.account_id', 'a.id')
    .select(['a.name', 's.state'])
    .where('a.username', '=', 'wangli')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ name: '王丽', state: 'left' })
  expect(await audits('staff.leave')).toEqual([
    { actor: '命令行', before: { username: 'wangli', name: '王丽', roles: '质量' }, after: null },
  ])
})

it('不是员工的账号、没有的账号、已离职的员工，不动', async () => {
  await expect(removeStaff(shop.database, 'nobody', now())).rejects.toThrow('没有员工 nobody')
  await expect(removeStaff(shop.database, 'wangli', now())).rejects.toThrow('没有员工 wangli')
  await expect(resetStaff(shop.database, { username: 'wangli', password: PASSWORD }, now())).rejects.toThrow('没有员工 wangli')
})
