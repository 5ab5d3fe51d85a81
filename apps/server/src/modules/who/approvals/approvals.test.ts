import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeGoods, makeSession, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../test/harness.ts'
import { keepSetting } from '../../../../test/rows.ts'

/** 四眼：大事由一人提交、另一人批准，批准时按那一刻的规矩办，办了的事两个人的名字都在记录里。 */

const NOW = new Date('2026-11-23T02:00:00Z')
let buyer: Buyer

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const asker = await makeStaffOf(db, 'finance', '钱出纳')
const other = await makeStaffOf(db, 'finance', '孙会计')
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '100.00' })
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
})

const post = (cookie: string, path: string, body: object = {}) => shop.ask('POST', `/api/staff${path}`, { cookie, body })
const get = (cookie: string, path: string) => shop.ask('GET', `/api/staff${path}`, { cookie })
const credit = (cookie: string, limit: string, reason = '年度复核') =>
  post(cookie, `/company/${buyer.companyId}/credit`, { limit, days: 30, reason })
const adjust = (cookie: string, amount: string, key = randomUUID()) =>
  post(cookie, `/company/${buyer.companyId}/balance`, { amount, key, reason: '补差价' })
const limit = async () =>
  (await db.selectFrom('company').select('credit_limit').where('id', '=', buyer.companyId).executeTakeFirstOrThrow()).credit_limit
const decide = (cookie: string, id: number, command: 'approve' | 'refuse' | 'withdraw', reason = '') =>
  post(cookie, `/approval/${id}/${command}`, { reason })
const audits = async (action: string) =>
  (
    await pool.query<{ actor: string; after: Record<string, unknown>; reason: string }>(
      'select actor, after, reason from audit_log where action = $1 and subject = $2 order by id',
      [action, `company:${buyer.companyId}`],
    )
  ).rows

describe('提高账期额度', () => {
  it('限额以内一人就办；超过的只是提交，另一人批准后才生效，提交人不能批准自己的', async () => {
    expect((await credit(asker, '50000.00')).status).toBe(200)
    expect(await limit()).toBe(5_000_000)
    const sent = await credit(asker, '200000.00')
    expect([sent.status, sent.code]).toEqual([202, 202])
    expect(sent.message).toContain('已提交批准')
    const { request } = sent.data
    expect(request).toMatchObject({ kind: 'credit.terms', asked_by: '钱出纳', state: 'waiting', mine: 1, may_decide: 0 })
    expect(request.changes).toContainEqual({ name: '额度', before: '¥50000.00', after: '¥200000.00' })
    expect(await limit()).toBe(5_000_000)

    const own = await decide(asker, request.id, 'approve')
    expect([own.status, own.message]).toEqual([409, '自己提交的事项由另一人批准，您可以撤回'])
    const { data } = await get(other, '/approval?scope=decide&state=waiting')
    expect(data.list.find((one: { id: number }) => one.id === request.id)).toMatchObject({ may_decide: 1, mine: 0 })
    const done = await decide(other, request.id, 'approve')
    expect([done.status, done.data.state, done.data.decided_by]).toEqual([200, 'approved', '孙会计'])
    expect(await limit()).toBe(20_000_000)
    expect((await decide(other, request.id, 'approve')).message).toBe('已由 孙会计 处理')

    // The deed is the asker's, for his reason, and names both.
    const [, deed] = await audits('credit.terms')
    expect(deed).toMatchObject({ actor: '钱出纳', reason: '年度复核', after: { asked_by: '钱出纳', approved_by: '孙会计' } })
    expect(await audits('approval.approve')).toMatchObject([{ actor: '孙会计', after: { asked_by: '钱出纳' } }])
    // Lowering it again is nobody else's business.
    expect((await credit(other, '100.00')).status).toBe(200)
  })

  it('提交之后记录变了，批准时拒绝并说明；退回要理由；撤回只能本人；处理过的不能再处理', async () => {
    const { request } = (await credit(asker, '90000.00')).data
    await credit(other, '20000.00')
    const late = await decide(other, request.id, 'approve')
    expect([late.status, late.data.reason]).toEqual([409, 'CHANGED_SINCE_ASKED'])
    expect(late.message).toContain('额度 ¥0.00')
    expect(await limit()).toBe(2_000_000)
    expect((await decide(other, request.id, 'refuse')).status).toBe(422)
    expect((await decide(other, request.id, 'withdraw')).message).toBe('只有提交人可以撤回')
    expect((await decide(other, request.id, 'refuse', '额度已另行调整')).data).toMatchObject({
      state: 'refused',
      decision_note: '额度已另行调整',
    })
    const again = (await credit(asker, '90000.00')).data.request
    expect(again.id).not.toBe(request.id)
    expect((await decide(asker, again.id, 'withdraw')).data.state).toBe('withdrawn')
    expect((await decide(other, again.id, 'approve')).status).toBe(409)
  })

  it('同一条记录同时只有一项在等：本人再按一次是同一项，别人的被告知；过期的不能批准，也不挡新的', async () => {
    const first = (await credit(asker, '90000.00')).data.request
    expect((await credit(asker, '90000.00')).data.request.id).toBe(first.id)
    expect((await credit(other, '95000.00')).message).toContain('同一事项已由 钱出纳 提交')
    shop.clock.now = new Date(shop.clock.now.getTime() + 8 * 86_400_000)
    expect((await decide(other, first.id, 'approve')).message).toContain('已过期')
    const { data } = await get(asker, '/approval?scope=mine&state=expired')
    expect(data.list.map((one: { id: number }) => one.id)).toContain(first.id)
    expect((await credit(other, '95000.00')).status).toBe(202)
  })

  it('填错的、没有的，提交时就拒绝，什么都不留下', async () => {
    const before = await pool.query('select count(*) as n from approval_request')
    expect((await post(asker, `/company/${buyer.companyId}/credit`, { limit: '90000', days: 0, reason: '无' })).status).toBe(422)
    expect((await post(asker, '/company/999999/credit', { limit: '90000', days: 30, reason: '无' })).status).toBe(404)
    expect((await pool.query('select count(*) as n from approval_request')).rows).toEqual(before.rows)
  })

  it('提交人后来离岗或没了权限，批准时拒绝', async () => {
    const leaving = await makeStaffOf(db, 'finance', '将离岗')
    const { request } = (await credit(leaving, '90000.00')).data
    await pool.query("update staff set state = 'locked' where account_id = (select id from account where name = '将离岗')")
    expect((await decide(other, request.id, 'approve')).message).toContain('已不在岗')
    expect(await limit()).toBe(0)
  })
})

describe('调整余额', () => {
  it('小额直接办；一天之内拆成几笔，合计超过限额的那一笔起要另一人批准', async () => {
    expect((await adjust(asker, '600.00')).status).toBe(200)
    const second = await adjust(asker, '600.00')
    expect(second.status).toBe(202)
    expect(second.data.request.title).toContain('+¥600.00')
    await decide(other, second.data.request.id, 'approve')
    const { rows } = await pool.query("select balance from ledger_account where company_id = $1 and kind = 'balance'", [buyer.companyId])
    expect(rows).toEqual([{ balance: 130_000 }])
    shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
    expect((await adjust(asker, '600.00')).status).toBe(200)
  })

  it('同一刻提交的几笔也合在一起算：拆得再快，一人办不成超过限额的', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => adjust(asker, '600.00')))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await shop.database.pool.query("select balance from ledger_account where company_id = $1 and kind = 'balance'", [
      buyer.companyId,
    ])
    expect(rows).toEqual([{ balance: 70_000 }])
  })

  it('因当天合计提交的，过了一天才有人批准，照样办得成', async () => {
    expect((await adjust(asker, '600.00')).status).toBe(200)
    const { request } = (await adjust(asker, '600.00')).data
    shop.clock.now = new Date(shop.clock.now.getTime() + 30 * 3_600_000)
    expect((await decide(other, request.id, 'approve')).message).toBe('已批准，已经办理')
  })

  it('限额是设置：设为 0 就每笔都要批准；同一提交编号办过的，再来一次只是回放', async () => {
    const key = randomUUID()
    expect((await adjust(asker, '10.00', key)).status).toBe(200)
    await keepSetting(db, 'four_eyes', { balance_over: '0' })
    expect((await adjust(asker, '10.00', key)).status).toBe(200)
    expect((await adjust(asker, '1.00')).status).toBe(202)
    const { data } = await get(asker, '/approval_rules')
    expect(data.list.find((one: { kind: string }) => one.kind === 'balance.adjust')).toMatchObject({ over: '0.00', others: 1, alone: 0 })
    await db.deleteFrom('setting').where('key', '=', 'four_eyes').execute()
  })
})

describe('谁能批准', () => {
  it('没有批准权限的、不是这一行的，看不到也批不了；审计看得到', async () => {
    const { request } = (await credit(asker, '90000.00')).data
    const quality = await makeStaffOf(db, 'quality')
    expect((await decide(quality, request.id, 'approve')).status).toBe(404)
    const keeper = await makeStaffOf(db, 'warehouse')
    expect((await decide(keeper, request.id, 'approve')).status).toBe(403)
    const listed = async (cookie: string) =>
      (await get(cookie, '/approval?state=waiting')).data.list.some((one: { id: number }) => one.id === request.id)
    expect([await listed(quality), await listed(keeper), await listed(asker)]).toEqual([false, false, true])
    expect(await listed(await makeStaffOf(db, 'auditor'))).toBe(true)
  })

  it('刚被提交人重置过密码的账号，24 小时内不能批准他提交的', async () => {
    const idOf = async (name: string) => (await db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    const [clerk, second] = [await idOf('钱出纳'), await idOf('孙会计')]
    await pool.query("insert into audit_log (at, account_id, actor, action, subject) values ($1, $2, '钱出纳', 'staff.password', $3)", [
      shop.clock.now,
      clerk,
      `account:${second}`,
    ])
    const { request } = (await credit(asker, '90000.00')).data
    expect((await decide(other, request.id, 'approve')).message).toContain('24 小时内重置过您的密码')
    shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
    expect((await decide(other, request.id, 'approve')).status).toBe(200)
  })

  it('反过来也一样：刚重置过提交人密码的人不能批准；两个账号刚被同一人重置过的，互相不能批准', async () => {
    const idOf = async (name: string) => (await db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    const boss = await makeStaffOf(db, 'administrator', '郑管理')
    const [first, last] = [await makeStaffOf(db, 'finance', '甲出纳'), await makeStaffOf(db, 'finance', '乙会计')]
    const reset = async (by: string, of: string, action: string) =>
      pool.query('insert into audit_log (at, account_id, actor, action, subject) values ($1, $2, $3, $4, $5)', [
        shop.clock.now,
        await idOf(by),
        by,
        action,
        `account:${await idOf(of)}`,
      ])
    // Who sets a colleague's password signs in as him, asks in his name, and agrees in his own.
    await reset('乙会计', '甲出纳', 'staff.password')
    const { request } = (await credit(first, '90000.00')).data
    const own = await decide(last, request.id, 'approve')
    expect([own.status, own.message]).toEqual([409, expect.stringContaining('24 小时内')])
    shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
    // One who holds both accounts needs nobody else either; his own password each sets as he likes.
    await reset('郑管理', '甲出纳', 'staff.factor')
    await reset('乙会计', '乙会计', 'staff.password')
    expect((await get(boss, '/me')).status).toBe(200)
    await reset('郑管理', '乙会计', 'staff.password')
    const both = await decide(last, request.id, 'approve')
    expect([both.status, both.message]).toEqual([409, expect.stringContaining('同一人')])
    shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
    await reset('甲出纳', '甲出纳', 'staff.password')
    await reset('乙会计', '乙会计', 'staff.password')
    await reset('郑管理', '乙会计', 'staff.password')
    expect((await decide(last, request.id, 'approve')).status).toBe(200)
  })

  it('自己开设的账号提交的，自己不能批准；能改设置的岗位要两个人才给得出去', async () => {
    const role = { key: '', name: '设置员', permissions: ['settings.view', 'settings.change'], reason: '分担', version: 0 }
    const boss = await makeStaffOf(db, 'administrator', '吴管理')
    const helper = await makeStaffOf(db, 'administrator', '郝管理')
    // Whoever may change settings sets the limits of what one person may do.
    const asked = await post(boss, '/role', role)
    expect([asked.status, asked.data.request?.title]).toEqual([202, '岗位“设置员”增加管理权限：修改商城设置'])
    await decide(helper, asked.data.request.id, 'approve')

    await pool.query(
      "insert into staff_role (key, name, permissions) values ('money', '财务兼管理', '{staff.manage,approvals.decide,credit.change}'), ('clerk', '账期员', '{credit.change}')",
    )
    const maker = await makeStaffOf(db, 'money', '卫主管')
    const made = await post(maker, '/person', { username: 'weijia', name: '卫甲', roles: ['clerk'] })
    expect(made.status).toBe(200)
    // He signs in with the password that he was shown, and sets one of his own.
    await pool.query('update staff set handed = false where account_id = $1', [made.data.person.id])
    const puppet = await makeSession(db, made.data.person.id, null)
    const { request } = (await credit(puppet, '90000.00')).data
    const own = await decide(maker, request.id, 'approve')
    expect([own.status, own.message]).toEqual([409, expect.stringContaining('24 小时内开设了 卫甲 的账号')])
    expect((await decide(other, request.id, 'approve')).status).toBe(200)
  })

  it('同一人开设了一个账号、又重置了另一个的密码：两个都能由他登录，互相不能批准', async () => {
    const boss = await makeStaffOf(db, 'administrator', '冯管理')
    const approver = await makeStaffOf(db, 'finance', '楚出纳')
    const { id } = (await get(approver, '/me')).data
    const made = await post(boss, '/person', { username: 'chenjia', name: '陈甲', roles: ['clerk'] })
    expect(made.status).toBe(200)
    await pool.query('update staff set handed = false where account_id = $1', [made.data.person.id])
    const { request } = (await credit(await makeSession(db, made.data.person.id, null), '95000.00')).data
    expect((await post(boss, `/person/${id}/password`, { reason: '忘记密码' })).status).toBe(200)
    await pool.query('update staff set handed = false where account_id = $1', [id])
    const taken = await makeSession(db, id, null)
    const both = await decide(taken, request.id, 'approve')
    expect([both.status, both.message]).toEqual([409, expect.stringContaining('同一人')])
    expect((await decide(other, request.id, 'approve')).status).toBe(200)
  })

  it('两人同时批准，只办一次', async () => {
    const third = await makeStaffOf(db, 'finance', '周主管')
    const { request } = (await adjust(asker, '5000.00')).data
    const answers = await Promise.all([other, third, other, third].map((cookie) => decide(cookie, request.id, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await audits('balance.adjust')).toHaveLength(1)
  })
})

describe('别的事', () => {
  it('解锁批号：一人提交，另一位质量人员批准；锁定随时一人就能', async () => {
    const [quality, head] = [await makeStaffOf(db, 'quality', '质量甲'), await makeStaffOf(db, 'quality_head', '质量乙')]
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 5 }])
    expect((await post(quality, `/batch/${batch}/lock`, { reason: '包装破损' })).status).toBe(200)
    const sent = await post(quality, `/batch/${batch}/release`, { reason: '复检合格' })
    expect(sent.status).toBe(202)
    expect((await get(head, '/batch/list?locked=1')).data.list.map((one: { id: number }) => one.id)).toContain(batch)
    expect((await decide(head, sent.data.request.id, 'approve')).status).toBe(200)
    expect((await get(head, '/batch/list?locked=1')).data.list.map((one: { id: number }) => one.id)).not.toContain(batch)
  })

  it('冻结企业：批准之前照常买，批准之后不能；解冻一人就行', async () => {
    const [quality, head] = [await makeStaffOf(db, 'quality'), await makeStaffOf(db, 'quality_head')]
    const path = `/company/${buyer.companyId}/decide`
    expect((await post(quality, path, { decision: 'freeze' })).status).toBe(422)
    const sent = await post(quality, path, { decision: 'freeze', reason: '许可证被吊销' })
    expect(sent.status).toBe(202)
    const state = async () => (await get(head, `/company/${buyer.companyId}`)).data.review_name
    expect(await state()).not.toContain('冻结')
    await decide(head, sent.data.request.id, 'approve')
    expect(await state()).toContain('冻结')
    expect((await audits('company.freeze'))[0]).toMatchObject({ reason: '许可证被吊销' })
    expect((await post(quality, path, { decision: 'unfreeze', reason: '已换证' })).status).toBe(200)
  })

  it('只有一个人有这项权限时，说清楚怎么办，而不是让事情卡住', async () => {
    const alone = await openShop({ now: NOW })
    try {
      const only = await makeStaffOf(alone.database.db, 'finance')
      const { companyId } = await makeCompany(alone.database.db)
      const body = { limit: '90000.00', days: 30, reason: '年度复核' }
      const sent = await alone.ask('POST', `/api/staff/company/${companyId}/credit`, { cookie: only, body })
      expect([sent.status, sent.data]).toEqual([409, { reason: 'NOBODY_TO_APPROVE', word: 'credit.change', kind: 'credit.terms' }])
      expect(sent.message).toContain('应急授权')
      const boss = await makeStaffOf(alone.database.db, 'administrator', '管理员甲')
      const path = '/api/staff/emergency'
      const taking = { word: 'credit.change', minutes: 30, reason: '财务只有一人在岗' }
      expect((await alone.ask('POST', path, { cookie: boss, body: taking })).status).toBe(200)
      expect((await alone.ask('POST', `/api/staff/company/${companyId}/credit`, { cookie: only, body })).status).toBe(202)
      const { data } = await alone.ask('GET', '/api/staff/approval?scope=decide&state=waiting', { cookie: boss })
      expect(data.total).toBe(1)
      expect((await alone.ask('POST', `/api/staff/approval/${data.list[0].id}/approve`, { cookie: boss, body: {} })).status).toBe(200)
    } finally {
      await alone.close()
    }
  })
})
