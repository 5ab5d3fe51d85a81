import { describe, expect, it } from 'vitest'
import { makeStaffOf, next } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { addStaff } from './command.ts'

const NOW = new Date('2026-11-23T01:00:00Z')
const PASSWORD = 'Ware-house-2026'
const REASON = '岗位调整'

const shop = await testShop({ now: NOW })
const { db } = shop.database
const boss = await makeStaffOf(db, 'administrator', '管理员甲')

const post = (path: string, body: object, cookie = boss) => shop.ask('POST', `/api/staff/person${path}`, { cookie, body })
const people = async (query = '') => (await shop.ask('GET', `/api/staff/person${query}`, { cookie: boss })).data
const add = (more: object = {}) => post('', { username: `worker${next()}`, name: '王小丽', roles: ['service'], ...more })
async function made(roles: readonly string[] = ['service']) {
  const { data } = await add({ roles })
  return data.person as { id: number; username: string; version: number; state: string }
}
const idOf = async (cookie: string): Promise<number> => (await shop.ask('GET', '/api/staff/me', { cookie })).data.id
const change = (id: number, roles: readonly string[], version: number, cookie = boss) =>
  post(`/${id}/roles`, { roles, version, reason: REASON }, cookie)
const command = (id: number, what: string, cookie = boss) => post(`/${id}/${what}`, { reason: REASON }, cookie)
const audits = (id: number) =>
  db.selectFrom('audit_log').select(['action', 'actor', 'before', 'after']).where('subject', '=', `account:${id}`).orderBy('id').execute()

describe('新增员工', () => {
  it('有名有岗位，交给本人的密码只说这一次，记录里没有密码', async () => {
    const { data, message } = await add({ username: ' wangli ' })
    expect(data.person).toMatchObject({
      username: 'wangli',
      name: '王小丽',
      state: 'active',
      roles: [{ key: 'service', name: '客服' }],
      factor: 0,
    })
    expect(message).toBe('已添加 王小丽，请把密码当面交给本人')
    const login = await shop.ask('POST', '/api/staff/login', { body: { username: 'wangli', password: data.password } })
    expect(login.data.step).toBe('password')
    const kept = await audits(data.person.id)
    expect(kept).toMatchObject([
      { action: 'staff.add', actor: '管理员甲', after: { username: 'wangli', name: '王小丽' } },
      { action: 'staff.login', actor: '王小丽' },
    ])
    expect(JSON.stringify(kept)).not.toContain(data.password)
  })

  it('用户名不合规、已有人用、像买家的手机号，岗位已删、质量兼业务，都逐项说明，什么也不留', async () => {
    const before = (await people()).total
    for (const [wrong, field, message] of [
      [{ username: 'Wang' }, 'username', /小写字母/],
      [{ username: '13900000001' }, 'username', /小写字母/],
      [{ username: 'wangli' }, 'username', /用户名 wangli 已有人使用/],
      [{ name: '8' }, 'name', /姓名/],
      [{ roles: ['gone'] }, 'roles', /已删除的岗位/],
      [{ roles: ['quality', 'warehouse'] }, 'roles', /质量岗位不得兼任业务岗位：“.+”与“.+”不能由同一人担任/],
    ] as const) {
      const answer = await add(wrong)
      expect([answer.status, answer.data?.errors?.[0]?.field]).toEqual([422, field])
      expect(answer.message).toMatch(message)
    }
    expect((await people()).total).toBe(before)
  })

  it('同一个用户名同时添加两次，只成一个', async () => {
    const answers = await Promise.all([1, 2].map(() => add({ username: 'twice-added' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('员工列表', () => {
  it('按姓名、用户名、岗位、状态找；百分号只是百分号；看得到打开的登录', async () => {
    const { id, username } = await made(['merchandiser'])
    expect((await people(`?keywords=${username}`)).list).toMatchObject([{ id, sessions: 0, last_seen_at: '' }])
    expect((await people('?keywords=%25')).total).toBe(0)
    expect((await people('?role=merchandiser')).list.map((one: { id: number }) => one.id)).toContain(id)
    expect((await people('?role=warehouse')).list).toEqual([])
    await command(id, 'lock')
    expect((await people('?state=locked')).list).toMatchObject([{ id, state: 'locked' }])
    expect((await people('?state=active&role=merchandiser')).total).toBe(0)
  })
})

describe('变更岗位', () => {
  it('换了岗位，权限随之而换，会话结束，前后留痕', async () => {
    const cookie = await makeStaffOf(db, 'service')
    const id = await idOf(cookie)
    const { data } = await change(id, ['warehouse'], 0)
    expect(data).toMatchObject({ roles: [{ key: 'warehouse', name: '仓储' }], version: 1, sessions: 0 })
    expect((await shop.ask('GET', '/api/staff/me', { cookie })).status).toBe(401)
    expect(await audits(id)).toMatchObject([{ action: 'staff.roles', before: { roles: '客服' }, after: { roles: '仓储', reason: REASON } }])
  })

  it('自己的不能换；质量不能兼业务；已删的岗位、不存在的员工都不成', async () => {
    const own = await change(await idOf(boss), ['administrator', 'service'], 0)
    expect([own.status, own.message]).toEqual([409, '自己的岗位由另一位管理员变更'])
    const { id, version } = await made()
    const clash = await change(id, ['quality_head', 'warehouse'], version)
    expect([clash.status, clash.data.errors[0].field]).toEqual([422, 'roles'])
    expect(clash.message).toContain('质量岗位不得兼任业务岗位')
    expect((await change(id, ['gone'], version)).status).toBe(422)
    expect((await change(999_999, ['service'], 0)).status).toBe(404)
    expect((await people(`?role=service&keywords=worker`)).list.map((one: { id: number }) => one.id)).toContain(id)
    // Two roles of one side are well.
    expect((await change(id, ['warehouse', 'service'], version)).status).toBe(200)
  })

  it('别人刚改过的不覆盖：说明现在是什么；两人同时改，只成一个', async () => {
    const { id, version } = await made()
    expect((await change(id, ['merchandiser'], version)).status).toBe(200)
    const stale = await change(id, ['warehouse'], version)
    expect(stale.status).toBe(409)
    expect(stale.data).toEqual({ reason: 'CHANGED_MEANWHILE', version: version + 1, changes: [{ field: 'roles', theirs: '商品' }] })
    const both = await Promise.all(['warehouse', 'marketer'].map((role) => change(id, [role], version + 1)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('停用、恢复、离职、重置', () => {
  it('只从该有的状态来；离职的不再是可管的员工，名字还在', async () => {
    const { id, username } = await made()
    expect((await command(id, 'unlock')).message).toBe('只有停用的员工可以恢复')
    expect((await command(id, 'lock')).data.person.state).toBe('locked')
    expect((await command(id, 'lock')).message).toBe('只有在岗的员工可以停用')
    expect((await command(id, 'unlock')).data.person.state).toBe('active')
    expect((await command(id, 'leave')).data).toMatchObject({ person: { state: 'left' }, password: '' })
    for (const what of ['lock', 'unlock', 'leave', 'password', 'factor', 'sessions'])
      expect((await command(id, what)).status, what).toBe(404)
    expect((await change(id, ['finance'], 3)).status).toBe(404)
    expect((await people(`?keywords=${username}`)).list).toMatchObject([{ name: '王小丽', state: 'left' }])
    expect((await audits(id)).map(({ action }) => action)).toEqual(['staff.add', 'staff.lock', 'staff.unlock', 'staff.leave'])
  })

  it('停用的恢复之后用原来的密码照常；重置的密码只在这一次的回答里', async () => {
    const username = `kept${next()}`
    await addStaff(shop.database, { username, name: '员工', password: PASSWORD, roles: ['客服'] }, NOW)
    const login = (password: string) => shop.ask('POST', '/api/staff/login', { body: { username, password } })
    const { id } = (await login(PASSWORD)).data
    await command(id, 'lock')
    expect((await login(PASSWORD)).status).toBe(422)
    await command(id, 'unlock')
    expect((await login(PASSWORD)).data.step).toBe('done')
    const { password } = (await command(id, 'password')).data
    expect((await login(PASSWORD)).status).toBe(422)
    expect((await login(password)).data.step).toBe('password')
    expect(JSON.stringify(await audits(id))).not.toContain(password)
  })

  it('自己的账号什么也不能做，由另一位管理员办理', async () => {
    const id = await idOf(boss)
    for (const what of ['lock', 'unlock', 'leave', 'password', 'factor', 'sessions'])
      expect([(await command(id, what)).status, what]).toEqual([409, what])
    expect((await shop.ask('GET', '/api/staff/me', { cookie: boss })).status).toBe(200)
  })

  it('两位管理员同时停用对方，总有一位留下', async () => {
    await db
      .updateTable('staff')
      .set({ state: 'locked' })
      .where('account_id', '=', await idOf(boss))
      .execute()
    try {
      const atWork = async () =>
        Number(
          (
            await shop.database.pool.query(
              "select count(*) as n from staff s join staff_grant g using (account_id) join staff_role r on r.id = g.role_id where s.state = 'active' and r.key = 'administrator'",
            )
          ).rows[0].n,
        )
      for (let round = 0; round < 5; round++) {
        const pair = await Promise.all([1, 2].map(() => makeStaffOf(db, 'administrator')))
        const [first = 0, second = 0] = await Promise.all(pair.map(idOf))
        const deeds =
          [
            ['lock', 'lock'],
            ['leave', 'lock'],
          ][round % 2] ?? []
        const answers = await Promise.all([command(second, deeds[0] ?? '', pair[0]), command(first, deeds[1] ?? '', pair[1])])
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(await atWork()).toBe(1)
        await db.updateTable('staff').set({ state: 'locked' }).where('account_id', 'in', [first, second]).execute()
      }
    } finally {
      await db
        .updateTable('staff')
        .set({ state: 'active' })
        .where('account_id', 'in', (eb) => eb.selectFrom('account').select('id').where('name', '=', '管理员甲'))
        .execute()
    }
  })
})
