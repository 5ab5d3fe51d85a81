import { beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const MINUTE_MS = 60_000
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const first = await makeStaffOf(db, 'quality', '孙敏')
const second = await makeStaffOf(db, 'quality', '李强')
const company: number = (await makeCompany(db, { review_state: 1 })).companyId
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('work_taken').execute()
})

const take = async (cookie: string, body: object = {}, id = company) =>
  shop.ask('POST', `/api/staff/work/company/${id}/take`, { cookie, body })
const leave = (cookie: string) => shop.ask('POST', `/api/staff/work/company/${company}/leave`, { cookie, body: {} })
const holders = async (cookie: string) =>
  (await shop.ask('GET', '/api/staff/work/company', { cookie })).data.list.map((one: { holder: string; mine: number }) => [
    one.holder,
    one.mine,
  ])
const deeds = async () => {
  const { rows } = await pool.query(`select action from audit_log where subject = $1 order by id`, [`company:${company}`])
  return rows.map((row: { action: string }) => row.action)
}

describe('领取事项', () => {
  it('两人同时打开一份审核，一人拿到，另一人看到是谁在处理', async () => {
    const [one, other] = await Promise.all([take(first), take(second)])
    const mine = [one.data, other.data].filter((answer) => answer.mine === 1)
    expect(mine).toHaveLength(1)
    const holder = mine[0].holder
    expect([one.data.holder, other.data.holder]).toEqual([holder, holder])
    expect(await holders(first)).toEqual([[holder, holder === '孙敏' ? 1 : 0]])
  })

  it('一键接手后归接手的人，前后是谁都有记录；放下就没人了', async () => {
    await take(first)
    expect((await take(second)).data).toMatchObject({ holder: '孙敏', mine: 0 })
    expect((await take(second, { over: 1 })).data).toMatchObject({ holder: '李强', mine: 1 })
    await leave(first)
    expect(await holders(first)).toEqual([['李强', 0]])
    await leave(second)
    expect(await holders(first)).toEqual([])
    expect((await deeds()).slice(-3)).toEqual(['work.take', 'work.take_over', 'work.leave'])
  })

  it('三十分钟没有按键就放开；有按键就一直是他的', async () => {
    await take(first)
    shop.clock.now = new Date(NOW.getTime() + 20 * MINUTE_MS)
    expect((await take(first)).data.since).toBe(NOW.toISOString())
    shop.clock.now = new Date(NOW.getTime() + 49 * MINUTE_MS)
    expect((await take(second)).data).toMatchObject({ holder: '孙敏', mine: 0 })
    shop.clock.now = new Date(NOW.getTime() + 51 * MINUTE_MS)
    expect(await holders(second)).toEqual([])
    expect((await take(second)).data).toMatchObject({ holder: '李强', mine: 1 })
  })

  it('停用的员工不再占着事项；隔夜的标记清掉', async () => {
    await take(first)
    const locked = await pool.query(
      `update staff set state = 'locked' where account_id = (select id from account where name = '孙敏' and is_staff)`,
    )
    expect(locked.rowCount).toBe(1)
    expect(await holders(second)).toEqual([])
    await pool.query(`update staff set state = 'active'`)
    shop.clock.now = new Date(NOW.getTime() + 24 * 60 * MINUTE_MS)
    await pool.query(`select graphile_worker.add_job('work.clear', '{}', run_at => $1)`, [NOW])
    await shop.jobs.runDue(['work.clear'])
    expect(await db.selectFrom('work_taken').selectAll().execute()).toEqual([])
  })

  it('没有这件事不能领；没有审核权限的人不能领，只能看的看得到', async () => {
    expect((await take(first, {}, 999_999)).status).toBe(404)
    const clerk = await makeStaffOf(db, 'service')
    await take(first)
    expect((await take(clerk, { over: 1 })).status).toBe(403)
    expect(await holders(clerk)).toEqual([['孙敏', 0]])
  })

  it.each(['after_sale', 'return', 'proof', 'bank_line', 'picking', 'chat'])('%s 没有的编号说不存在', async (kind) => {
    const roles = {
      after_sale: 'service',
      return: 'warehouse',
      proof: 'finance',
      bank_line: 'finance',
      picking: 'warehouse',
      chat: 'service',
    } as const
    const cookie = await makeStaffOf(db, roles[kind as keyof typeof roles])
    expect((await shop.ask('POST', `/api/staff/work/${kind}/999999/take`, { cookie, body: {} })).status).toBe(404)
    expect((await shop.ask('GET', `/api/staff/work/${kind}`, { cookie })).data.list).toEqual([])
  })
})
