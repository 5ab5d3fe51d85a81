import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { seeingBar } from '../../../../platform/seeing-bar.ts'
import { moveSessions } from '../sessions-store.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const MINUTE_MS = 60_000

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(() => {
  shop.clock.now = NOW
})
const buyer = await makeCompany(db)

/** Keeps what it drew, for whoever logs in; nothing of a company's. */
const CAPTCHA = '/api/captcha'
const see = (companyId: number, cookie: string) => shop.ask('POST', `/api/staff/company/${companyId}/see`, { cookie })
/** The clerk's own cookie, and the one with which he sees the shop. */
async function seeing(companyId = buyer.companyId): Promise<{ clerk: string; seen: string }> {
  const clerk = await makeStaffOf(db, 'service', '柳依依')
  const answer = await see(companyId, clerk)
  expect(answer.code).toBe(200)
  const given = String([answer.headers['set-cookie']].flat().find((one) => String(one).startsWith('sid=')))
  return { clerk, seen: /^sid=([^;]+)/.exec(given)?.[1] ?? '' }
}
const baseOf = (cookie: string) => shop.ask('GET', '/api/user/base', { cookie })
const sentOf = (call: Call, path: string, cookie: string) =>
  shop.ask(call.method, path, { cookie, ...(call.method !== 'GET' && { body: {} }) })

describe('以客户身份看商城', () => {
  it('看到的就是这家企业的：企业、价格、余额；操作记录写下谁看了谁', async () => {
    const { seen } = await seeing()
    const [own, theirs] = [await baseOf(buyer.cookie), await baseOf(seen)]
    expect(theirs.code).toBe(200)
    expect(theirs.data).toEqual(own.data)
    const { rows } = await shop.database.pool.query(
      "select actor, before, after from audit_log where action = 'company.see' and subject = $1",
      [`company:${buyer.companyId}`],
    )
    expect(rows.at(-1)).toMatchObject({ actor: '柳依依', after: { account: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) } })
  })

  it('只读：契约里每一个会改动的调用、每一个文件都被拒绝', async () => {
    const { seen } = await seeing()
    const refused = CALLS.filter(
      (call: Call) =>
        // Other systems come with a key; no session opens their door (open/keys/keys.test.ts).
        call.access !== 'staff' &&
        call.access !== 'integration' &&
        !call.path.startsWith('/api/staff/') &&
        !call.harmless &&
        (call.method !== 'GET' || call.file),
    )
    expect(refused.length).toBeGreaterThan(80)
    const open: string[] = []
    for (const call of refused) {
      const answer = await sentOf(call, call.path.replace(/:\w+/g, '1'), seen)
      if (answer.code !== 403 || !answer.message.includes('客户身份'))
        open.push(`${call.method} ${call.path}: ${answer.code} ${answer.message}`)
    }
    expect(open).toEqual([])
    expect((await shop.ask('GET', '/api/file/1', { cookie: seen })).code).toBe(403)
  })

  it('能看的都不留痕迹：没有一个读的调用改动任何一张表', async () => {
    const { seen } = await seeing()
    const goods = await makeGoods(db)
    await shop.search.load()
    const { rows: tables } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
    await sql`create function nobody_writes() returns trigger language plpgsql as $$ begin raise exception 'written: %', tg_table_name; end $$`.execute(
      db,
    )
    const each = async (text: (name: string) => string) => {
      for (const { name } of tables) await sql.raw(text(name)).execute(db)
    }
    await each(
      (name) =>
        `create trigger nobody_writes before insert or update or delete on ${name} for each statement execute function nobody_writes()`,
    )
    const failed: string[] = []
    try {
      const read = CALLS.filter(
        (call: Call) =>
          // Other systems come with a key; no session opens their door (open/keys/keys.test.ts).
          call.access !== 'staff' &&
          call.access !== 'integration' &&
          !call.path.startsWith('/api/staff/') &&
          !call.file &&
          (call.method === 'GET' || call.harmless),
      ).filter(({ path }) => path !== '/api/user/logout' && path !== CAPTCHA)
      for (const call of read) {
        const answer = await sentOf(call, call.path.replace(/:\w+/g, String(goods)), seen)
        if (answer.code >= 500) failed.push(`${call.method} ${call.path}: ${answer.message}`)
      }
      expect(read.length).toBeGreaterThan(60)
      const detail = await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie: seen })
      expect(detail.code).toBe(200)
      expect((await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('没有这种药')}`, { cookie: seen })).code).toBe(200)
    } finally {
      await each((name) => `drop trigger nobody_writes on ${name}`)
    }
    expect(failed).toEqual([])
    // What is written a moment later, behind the answer.
    const { data } = await shop.ask('GET', '/api/goods/visit', { cookie: buyer.cookie })
    expect(data.list).toEqual([])
  })

  it('随员工自己的登录结束，半小时到点，或者员工自己结束；客户的登录列表里没有它', async () => {
    const { clerk, seen } = await seeing()
    expect((await shop.ask('GET', '/api/user/sessions', { cookie: buyer.cookie })).data.list).toHaveLength(1)
    const once = await seeing()
    const ended = await shop.ask('POST', '/api/seeing/end', { cookie: once.seen })
    expect(ended.headers.location).toBe(`/console/companies/${buyer.companyId}`)
    expect((await baseOf(once.seen)).code).toBe(401)
    shop.clock.now = new Date(NOW.getTime() + 29 * MINUTE_MS)
    expect((await baseOf(seen)).code).toBe(200)
    await shop.ask('POST', '/api/staff/logout', { cookie: clerk })
    expect((await baseOf(seen)).code).toBe(401)
    const late = await seeing()
    shop.clock.now = new Date(NOW.getTime() + 60 * MINUTE_MS)
    expect((await baseOf(late.seen)).code).toBe(401)
    shop.clock.now = NOW
    expect((await baseOf(buyer.cookie)).code).toBe(200)
  })

  it('用应急授权看的：授权到点或提前结束，看也到此为止；员工自己的登录到头也是', async () => {
    const boss = await makeStaffOf(db, 'administrator', '管理员甲')
    const look = async () => {
      const taken = await shop.ask('POST', '/api/staff/emergency', {
        cookie: boss,
        body: { word: 'companies.see', minutes: 5, reason: '客服都不在，客户急用' },
      })
      const answer = await see(buyer.companyId, boss)
      const seen =
        /^sid=([^;]+)/.exec(String([answer.headers['set-cookie']].flat().find((one) => String(one).startsWith('sid='))))?.[1] ?? ''
      expect((await baseOf(seen)).code).toBe(200)
      return { id: taken.data.id as number, seen }
    }
    const first = await look()
    expect((await shop.ask('POST', `/api/staff/emergency/${first.id}/end`, { cookie: boss })).code).toBe(200)
    expect((await baseOf(first.seen)).code).toBe(401)
    const second = await look()
    shop.clock.now = new Date(NOW.getTime() + 5 * MINUTE_MS + 1)
    expect((await baseOf(second.seen)).code).toBe(401)
    shop.clock.now = NOW
    const { clerk } = await seeing()
    await sql`update session set expires_at = ${new Date(NOW.getTime() + 10 * MINUTE_MS)}
               where id = (select max(s.id) from session s join account a on a.id = s.account_id where a.name = '柳依依')`.execute(db)
    const answer = await see(buyer.companyId, clerk)
    const seen = /^sid=([^;]+)/.exec(String([answer.headers['set-cookie']].flat().find((one) => String(one).startsWith('sid='))))?.[1] ?? ''
    shop.clock.now = new Date(NOW.getTime() + 11 * MINUTE_MS)
    expect((await baseOf(seen)).code).toBe(401)
  })

  it('查看范围变窄，正在看的立刻结束', async () => {
    const { clerk, seen } = await seeing()
    const boss = await makeStaffOf(db, 'administrator', '管理员乙')
    const { id } = (await shop.ask('GET', '/api/staff/me', { cookie: clerk })).data
    const person = (await shop.ask('GET', '/api/staff/person?per_page=100', { cookie: boss })).data.list.find(
      (one: { id: number }) => one.id === id,
    )
    const body = { view: { provinces: ['西藏自治区'] }, reason: '只看西藏的客户', version: person.version }
    expect((await shop.ask('POST', `/api/staff/person/${id}/view`, { cookie: boss, body })).code).toBe(200)
    expect((await see(buyer.companyId, clerk)).code).toBe(404)
    expect((await baseOf(seen)).code).toBe(401)
  })

  it('结束查看的调用不结束客户自己的登录', async () => {
    const answer = await shop.ask('POST', '/api/seeing/end', { cookie: buyer.cookie })
    expect(answer.headers.location).toBe('/')
    expect((await baseOf(buyer.cookie)).code).toBe(200)
  })

  it('账号离开这家企业后，看不到它别的门店', async () => {
    const [first, second] = [await makeCompany(db), await makeCompany(db)]
    await db.insertInto('account_company').values({ account_id: first.accountId, company_id: second.companyId, is_owner: false }).execute()
    const { seen } = await seeing(first.companyId)
    await db.deleteFrom('account_company').where('account_id', '=', first.accountId).where('company_id', '=', first.companyId).execute()
    await moveSessions(db, first.accountId, first.companyId)
    shop.sessions.forget()
    expect((await shop.ask('GET', '/api/goods/visit', { cookie: seen })).code).toBe(403)
  })

  it('没有登录账号的企业看不了；没有这项权限的岗位、不存在的企业被拒绝', async () => {
    const clerk = await makeStaffOf(db, 'service', '柳依依')
    const lonely = await makeCompany(db)
    await db.deleteFrom('account_company').where('company_id', '=', lonely.companyId).execute()
    expect(await see(lonely.companyId, clerk)).toMatchObject({ code: 409, message: expect.stringContaining('还没有登录账号') })
    expect((await see(999_999, clerk)).code).toBe(404)
    expect((await see(buyer.companyId, await makeStaffOf(db, 'warehouse', '仓管'))).code).toBe(403)
  })

  it('每个页面的头上写着谁正以谁的身份看；客户自己的页面没有', () => {
    const escaped = (text: string) => text.replace(/</g, '&#60;')
    const viewer = { seenBy: '柳<依依', company: { name: '溪桥大药房' } } as unknown as Parameters<typeof seeingBar>[0]
    const bar = seeingBar(viewer, escaped)
    expect(bar).toContain('<b>柳&#60;依依</b> 正以 <b>溪桥大药房</b>')
    expect(bar).toContain('action="/api/seeing/end"')
    expect(seeingBar({ ...viewer, seenBy: null }, escaped)).toBe('')
  })
})
