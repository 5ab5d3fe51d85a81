import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { addStaff, removeStaff } from './staff.ts'

const PASSWORD = 'Ware-house-2026'
let shop: Shop
const now = () => shop.clock.now
const login = (username: string) => shop.ask('POST', '/api/user/login', { body: { username, password: PASSWORD } })

beforeAll(async () => {
  shop = await openShop()
  await addStaff(shop.database, { username: 'wangli', name: '王丽', password: PASSWORD, role: '质管' }, now())
  await addStaff(shop.database, { username: 'zhaoqi', name: '赵琪', password: PASSWORD }, now())
})
afterAll(() => shop.close())

it('离职的员工：会话当场结束，密码、微信、手机都进不来，记录里的名字还在；别的员工照常', async () => {
  const cookie = await shop.login('wangli', PASSWORD)
  const other = await shop.login('zhaoqi', PASSWORD)
  const { db } = shop.database
  await db.updateTable('account').set({ wechat_openid: 'wx-wangli', phone: '13955550001' }).where('username', '=', 'wangli').execute()
  expect((await shop.ask('GET', '/api/staff/company', { cookie })).status).toBe(200)

  await removeStaff(shop.database, 'wangli', now())
  // Processes hear of it at once (viewer-changes.test.ts); here only what is remembered for some seconds lapses.
  shop.clock.now = new Date(now().getTime() + 6_000)
  expect((await shop.ask('GET', '/api/staff/company', { cookie })).status).toBe(401)
  expect((await login('wangli')).status).toBe(422)
  expect((await shop.ask('GET', '/api/staff/company', { cookie: other })).status).toBe(200)
  const row = await db
    .selectFrom('account')
    .select(['name', 'is_staff', 'staff_role', 'phone', 'wechat_openid'])
    .where('username', '=', 'wangli')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ name: '王丽', is_staff: false, staff_role: '', phone: null, wechat_openid: null })
  const audit = await db.selectFrom('audit_log').select(['action', 'before']).where('action', '=', 'staff.remove').execute()
  expect(audit).toEqual([{ action: 'staff.remove', before: { username: 'wangli', name: '王丽', role: '质管' } }])
})

it('不是员工的账号、没有的账号，不动', async () => {
  await expect(removeStaff(shop.database, 'nobody', now())).rejects.toThrow('没有员工 nobody')
  await expect(removeStaff(shop.database, 'wangli', now())).rejects.toThrow('没有员工 wangli')
})
