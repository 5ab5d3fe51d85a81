import { describe, expect, it } from 'vitest'
import { openShop, testShop } from '../test/harness.ts'
import { makeOpenKey } from '../test/open-keys.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { removeDemoAccounts } from './demo-removal-store.ts'
import { addStaff, SEEDED_ROLES } from './modules/who/accounts/public.ts'
import { refuseWrongKind } from './shop-kind-store.ts'

const shop = await testShop()

const opened = (demo: boolean) => refuseWrongKind(shop.database.db, { ...shop.config, demo })

describe('忘了写 DEMO=0', () => {
  it('空数据库可以是演示', async () => {
    await expect(opened(true)).resolves.toBeUndefined()
  })

  it('里面已有真实账号和企业、从没以 DEMO=0 启动过（旧版本升级而来），不当作演示打开', async () => {
    await shop.database.db.insertInto('account').values({ username: 'boss', name: '王经理', password_hash: 'x', is_staff: true }).execute()
    // Brought from another shop: named as a demo's account is, with a hash of another kind.
    await shop.database.db.insertInto('account').values({ username: 'admin', name: '李经理', password_hash: 'x', is_staff: true }).execute()
    await expect(opened(true)).rejects.toThrow('不是演示商店')
    await expect(opened(false)).resolves.toBeUndefined()
    await expect(opened(true)).rejects.toThrow('属于真实商城')
  })
})

describe('从前的演示', () => {
  it('演示账号还在，照常是演示；停用之后不再当作演示打开，也不必先以 DEMO=0 启动一次', async () => {
    const former = await openShop({ demo: true })
    try {
      const { db, pool } = former.database
      const asDemo = () => refuseWrongKind(db, { ...former.config, demo: true })
      await expect(asDemo()).resolves.toBeUndefined()
      // A demo of an older version, which left no word of itself.
      await pool.query(`delete from setting where key = 'shop_kind'`)
      await expect(asDemo()).resolves.toBeUndefined()
      await removeDemoAccounts(db)
      await expect(asDemo()).rejects.toThrow('不是演示商店')
    } finally {
      await former.close()
    }
  })

  it('谁都能当演示的管理员：他添加的员工、改过的岗位、放行的企业都不带进真实商城；命令行新加的员工照常', async () => {
    const former = await openShop({ demo: true })
    try {
      const { db, pool } = former.database
      const enter = async (username: string, password: string) => {
        const answer = await former.ask('POST', '/api/staff/login', { body: { username, password } })
        return { status: answer.status, cookie: /staff=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? '' }
      }
      const post = (cookie: string, url: string, body: object) => former.ask('POST', `/api/staff/${url}`, { cookie, body })
      const admin = (await enter('admin', DEMO_PASSWORD)).cookie
      const { data } = await post(admin, 'person', { username: 'stranger', name: '路过的人', roles: ['auditor'] })
      const handed = (await enter('stranger', data.password)).cookie
      expect((await post(handed, 'me/password', { current: data.password, password: 'Mine-Own-2026' })).status).toBe(200)
      const own = await post(admin, 'role', { key: '', name: '方便', permissions: ['balance.adjust'], reason: '试一下', version: 0 })
      const auditor = { key: 'auditor', name: '审计', permissions: ['balance.adjust'], reason: '试一下', version: 0 }
      expect([own.status, (await post(admin, 'role', auditor)).status]).toEqual([200, 200])
      const { id: companyId } = await db
        .insertInto('company')
        .values({ name: '演示期间注册的药房', type: '单体药店', review_state: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: accountId } = await db
        .insertInto('account')
        .values({ username: '13911119999', phone: '13911119999', name: '路过的人', password_hash: 'x' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('account_company').values({ account_id: accountId, company_id: companyId }).execute()

      const { rows: strangers } = await pool.query('select id from account where username = $1', ['stranger'])
      const { rows: owners } = await pool.query<{ companyId: number; accountId: number }>(
        `select ac.company_id as "companyId", a.id as "accountId" from account a join account_company ac on ac.account_id = a.id
          where a.username = '13900000001' limit 1`,
      )
      const [ofDemo = { companyId: 0, accountId: 0 }] = owners
      const keys = [
        await makeOpenKey(former),
        await makeOpenKey(former, { buyer: ofDemo }),
        await makeOpenKey(former, { buyer: { companyId, accountId } }),
      ]
      await pool.query(
        `insert into webhook_endpoint (name, url, types, made_at, made_by, seen_seq) values ('路过', 'https://example.com', '{order.placed}', now(), $1, 0)`,
        [strangers[0].id],
      )

      const { staff, frozen } = await removeDemoAccounts(db)
      expect([staff, frozen]).toEqual([['stranger'], ['演示期间注册的药房']])
      const refused = async (bearer: string, path: string) => (await former.ask('GET', `/open/v1/${path}`, { bearer })).data.code
      const [house = '', demoBuyer = '', passedThen = ''] = keys
      expect([
        await refused(house, 'orders'),
        await refused(demoBuyer, 'own/addresses'),
        await refused(passedThen, 'own/addresses'),
      ]).toEqual(['KEY_STOPPED', 'KEY_STOPPED', 'COMPANY_SHUT'])
      expect((await pool.query('select state from webhook_endpoint')).rows).toEqual([{ state: 'stopped' }])
      await former.database.changes.catchUp()
      expect((await enter('stranger', 'Mine-Own-2026')).status).toBe(422)
      expect((await former.ask('GET', '/api/staff/me', { cookie: handed })).status).toBe(401)
      const roles = await db.selectFrom('staff_role').select(['key', 'permissions']).execute()
      expect(Object.fromEntries(roles.map(({ key, permissions }) => [key, permissions]))).toEqual(
        Object.fromEntries(Object.entries(SEEDED_ROLES).map(([key, { permissions }]) => [key, permissions])),
      )
      const company = await db
        .selectFrom('company')
        .select(['review_state', 'review_note'])
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow()
      expect(company).toMatchObject({ review_state: 4, review_note: expect.stringContaining('演示') })

      await addStaff(former.database, { username: 'boss', name: '王经理', password: 'Own-House-2026' }, new Date())
      expect((await enter('boss', 'Own-House-2026')).status).toBe(200)
      // Run once more, it takes nobody who came since.
      expect(await removeDemoAccounts(db)).toMatchObject({ removed: [], staff: [], frozen: [] })
      expect((await enter('boss', 'Own-House-2026')).status).toBe(200)
    } finally {
      await former.close()
    }
  })
})
