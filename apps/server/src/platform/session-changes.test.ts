import { afterAll, describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { hashPassword } from '../modules/who/accounts/public.ts'
import { openDatabase } from './database.ts'
import { createSessions } from './session.ts'

let companies: number[]

const shop = await testShop({
  async seed({ db }) {
    const rows = [1, 2].map((number) => ({ name: `第${number}药房`, type: '单体药店' as const, review_state: 2 }))
    companies = (await db.insertInto('company').values(rows).returning('id').execute()).map((row) => row.id)
    const account = await db
      .insertInto('account')
      .values({ username: '13922220001', name: '店员', password_hash: await hashPassword('Demo-2026') })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('account_company')
      .values(companies.map((company_id) => ({ account_id: account.id, company_id })))
      .execute()
  },
})
const process = openDatabase(shop.database.url, { max: 2 })
await process.changes.begin()
process.changes.follow()
/** What another process of the same shop remembers of its sessions. */
const other = createSessions(process)
afterAll(() => process.close())

const seenByOther = (token: string) => other.find(token, shop.clock.now)
async function eventually(check: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 600; round++) {
    if (await check()) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

describe('别的进程的改动马上知道', () => {
  it('在一个进程切换门店，另一个进程不再当他在原来的门店', async () => {
    const token = await shop.login('13922220001')
    expect((await seenByOther(token))?.company?.id).toBe(companies[0])
    await shop.ask('POST', '/api/user/switch_store', { cookie: token, body: { company_id: companies[1] } })
    expect(await eventually(async () => (await seenByOther(token))?.company?.id === companies[1])).toBe(true)
  })

  it('在一个进程退出，令牌在另一个进程也失效', async () => {
    const token = await shop.login('13922220001')
    expect(await seenByOther(token)).not.toBeNull()
    await shop.ask('DELETE', '/api/user/logout', { cookie: token })
    expect(await eventually(async () => (await seenByOther(token)) === null)).toBe(true)
  })

  it('令牌在一个进程换了新的，另一个进程先见到新的、后听说，旧的也不再有用', async () => {
    const token = await shop.login('13922220001')
    const late = openDatabase(shop.database.url, { max: 2 })
    try {
      await late.changes.begin()
      const hears = createSessions(late)
      expect(await hears.find(token, shop.clock.now)).not.toBeNull()
      const fresh = await shop.sessions.renew(token)
      expect(await hears.find(fresh, shop.clock.now)).not.toBeNull()
      await late.changes.catchUp()
      expect([await hears.find(token, shop.clock.now), (await hears.find(fresh, shop.clock.now))?.name]).toEqual([null, '店员'])
    } finally {
      await late.close()
    }
  })

  it('企业被冻结，已登录的会话随即不再是通过审核的', async () => {
    const token = await shop.login('13922220001')
    const company = (await seenByOther(token))?.company
    expect(company?.reviewState).toBe(2)
    await shop.database.db.updateTable('company').set({ review_state: 4 }).where('id', 'in', companies).execute()
    expect(await eventually(async () => (await seenByOther(token))?.company?.reviewState === 4)).toBe(true)
  })

  it('正在读的时候有了改动，读到的旧样子不会被记住', async () => {
    const token = await shop.login('13922220001')
    const alone = createSessions(shop.database)
    await shop.database.db.updateTable('company').set({ review_state: 2 }).where('id', 'in', companies).execute()
    const reading = alone.find(token, shop.clock.now)
    alone.forget()
    expect((await reading)?.company?.reviewState).toBe(2)
    // Nobody tells this one of what comes now: only what it does not remember is read anew.
    await shop.database.db.updateTable('company').set({ review_state: 4 }).where('id', 'in', companies).execute()
    expect((await alone.find(token, shop.clock.now))?.company?.reviewState).toBe(4)
  })

  it('监听的连接断了会重新连上，期间的改动不漏', async () => {
    const token = await shop.login('13922220001')
    expect((await seenByOther(token))?.name).toBe('店员')
    await shop.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
    )
    await shop.database.db.updateTable('account').set({ name: '店长' }).execute()
    expect(await eventually(async () => (await seenByOther(token))?.name === '店长')).toBe(true)
  })
})
