import { describe, expect, it } from 'vitest'
import { assertAudited } from '../../../../test/audited.ts'
import { makeCompany, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { writeAudit, writeAudits } from '../../../platform/audit.ts'
import { sealAudits } from './public.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const staff = await makeStaff(db, '孙敏')
const buyer = await makeCompany(db)
const company: number = buyer.companyId
const at = (day: string) => new Date(`${day}T02:00:00Z`)
const write = (name: string, action: string, subject: string, day: string) =>
  writeAudit(db, { accountId: 1, name }, { action, subject, before: null, after: { day } }, at(day))
await write('王敏', 'order.cancel', 'order:1', '2026-11-01')
await write('李强', 'order.ship', 'order:1', '2026-11-02')
await write('王敏', 'order.ship', 'order:2', '2026-11-03')
await write('王敏', 'credit.terms', 'company:9', '2026-11-04')
await write('导入 system', 'import.price', 'goods:3', '2026-11-05')

const list = async (query = '') => (await shop.ask('GET', `/api/staff/audit${query}`, { cookie: staff })).data
const days = async (query: string) =>
  (await list(query)).list.map((row: { after: { day?: string } }) => row.after.day?.slice(-2)).filter(Boolean)
const adjust = (body: object, options: object = {}) =>
  shop.ask('POST', `/api/staff/company/${company}/balance`, { cookie: staff, body, ...options })

describe('操作记录', () => {
  it('记下是谁、以什么岗位、用哪个操作、从哪里、为什么、改前改后，与改动同时落下', async () => {
    await pool.query(`update staff_role set name = '测试岗' where key = 'test-wide'`)
    const wish = { amount: '20.00', reason: '补差价，联系 13812345678', key: 'audit-key-01' }
    const { request } = await adjust(wish, { ip: '192.0.2.7' }).then(async (answer) => ({ request: JSON.parse(answer.text).request_id }))
    const [row] = (await list(`?subject=company:${company}`)).list
    expect(row).toMatchObject({
      at: NOW.toISOString(),
      actor: '孙敏',
      roles: '测试岗',
      action: 'balance.adjust',
      before: { balance: '0.00' },
      after: { balance: '20.00', amount: '20.00', reason: '补差价，联系 138****5678' },
      reason: '补差价，联系 138****5678',
      ip: '192.0.2.7',
      call: 'POST /api/staff/company/:id/balance',
      request_id: request,
      sealed: 0,
    })
    await sealAudits(shop.database)
    expect((await list(`?subject=company:${company}`)).list[0].sealed).toBe(1)
  })

  it('重复提交没有改动，不再记；被拒绝的操作不记', async () => {
    const before = (await list(`?subject=company:${company}`)).list.length
    expect((await adjust({ amount: '5.00', reason: '活动', key: 'audit-key-02' })).status).toBe(200)
    expect((await adjust({ amount: '5.00', reason: '活动', key: 'audit-key-02' })).status).toBe(200)
    expect((await adjust({ amount: '6.00', reason: '活动', key: 'audit-key-02' })).status).toBe(409)
    expect((await list(`?subject=company:${company}`)).list).toHaveLength(before + 1)
  })

  it('系统在员工操作中自己做的，不算在他的岗位名下；任务和命令没有来处', async () => {
    await writeAudit(db, { accountId: null, name: '系统' }, { action: 'job.x', subject: 'job:1', before: null, after: null }, NOW)
    expect((await list('?subject=job:1')).list[0]).toMatchObject({ actor: '系统', roles: '', call: '', ip: '', request_id: '', reason: '' })
  })

  it('按人、按操作的开头、按对象、按日期找，也可以一起用；新的在前', async () => {
    expect(await days('?to=2026-11-20')).toEqual(['05', '04', '03', '02', '01'])
    expect(await days('?actor=王敏')).toEqual(['04', '03', '01'])
    expect(await days('?actor=王')).toEqual([])
    expect(await days('?action=order.')).toEqual(['03', '02', '01'])
    expect(await days('?action=order.ship')).toEqual(['03', '02'])
    expect(await days('?action=%25')).toEqual([])
    expect(await days('?subject=order:1')).toEqual(['02', '01'])
    expect(await days('?from=2026-11-02&to=2026-11-04')).toEqual(['04', '03', '02'])
    expect(await days('?actor=王敏&action=order.&from=2026-11-02')).toEqual(['03'])
    expect(await days('?subject=order:1&action=order.c')).toEqual(['01'])
    expect((await shop.ask('GET', '/api/staff/audit?from=2026-02-30', { cookie: staff })).data.errors).toMatchObject([{ field: 'from' }])
  })

  it('一页一页往前翻，时间相同的也不重不漏', async () => {
    await writeAudits(
      db,
      { accountId: 1, name: '批量' },
      Array.from({ length: 25 }, (_, n) => ({ action: 'order.note', subject: `order:${n}`, before: null, after: null })),
      NOW,
    )
    for (const query of ['actor=批量', 'action=order.n', 'actor=批量&action=order.']) {
      const seen: number[] = []
      let next = 0
      do {
        const page = await list(`?${query}&per_page=10${next > 0 ? `&before=${next}` : ''}`)
        seen.push(...page.list.map((row: { id: number }) => row.id))
        next = page.next
      } while (next > 0)
      expect(seen, query).toHaveLength(25)
      expect(seen, query).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    }
  })

  it('买家看不到', async () => {
    const buyer = await makeCompany(db)
    expect((await shop.ask('GET', '/api/staff/audit', { cookie: buyer.cookie })).status).toBe(401)
  })
})

describe('每个写入操作都留痕的核对', () => {
  it('改了东西却没留痕的操作被指名', async () => {
    await pool.query(`
      create function forget_audit() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger forget before insert on audit_log for each row execute function forget_audit()`)
    try {
      await expect(adjust({ amount: '7.00', reason: '活动', key: 'audit-key-03' })).rejects.toThrow(
        /^POST \/api\/staff\/company\/:id\/balance wrote .* and left no row in the audit log$/,
      )
    } finally {
      await pool.query('drop trigger forget on audit_log; drop function forget_audit')
    }
  })

  it('读取、失败的操作和买家的操作不在核对之列', async () => {
    const { database } = shop
    await assertAudited(database, 'GET', '/api/staff/audit', { code: 200, request_id: 'x' })
    await assertAudited(database, 'POST', '/api/staff/company/1/balance', { code: 422, request_id: 'x' })
    await assertAudited(database, 'POST', '/api/user/login', { code: 200, request_id: 'x' })
  })
})
