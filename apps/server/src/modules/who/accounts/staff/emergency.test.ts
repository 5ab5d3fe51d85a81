import { describe, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../../test/harness.ts'

/** 应急授权：有这项权限的人自取一项权限，至多一小时，写明理由，人人看得见，到时自己结束。 */

const NOW = new Date('2026-11-23T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const boss = await makeStaffOf(db, 'administrator', '管理员甲')

const post = (cookie: string, path: string, body: object = {}) => shop.ask('POST', `/api/staff${path}`, { cookie, body })
const get = (cookie: string, path: string) => shop.ask('GET', `/api/staff${path}`, { cookie })
const take = (cookie: string, word: string, minutes = 30) => post(cookie, '/emergency', { word, minutes, reason: '财务主管失联，客户急用' })
const open = async (cookie: string) => (await get(cookie, '/emergency')).data.list
const records = async (action: string) =>
  (await pool.query<{ actor: string; after: Record<string, unknown> }>('select actor, after from audit_log where action = $1', [action]))
    .rows

describe('应急授权', () => {
  it('取得之后立刻能办那一件事，不用第二人；记录写着是应急办的；到时立刻不能', async () => {
    const { companyId } = await makeCompany(db)
    const raise = () => post(boss, `/company/${companyId}/credit`, { limit: '90000.00', days: 30, reason: '客户急用' })
    expect((await raise()).status).toBe(403)
    const taken = await take(boss, 'credit.change')
    expect(taken.data).toMatchObject({ name: '管理员甲', word_name: '设置账期额度', mine: 1, of_quality: 0 })
    expect((await get(boss, '/me')).data).toMatchObject({ emergency: 'credit.change' })
    expect((await raise()).status).toBe(200)
    expect(await records('credit.terms')).toMatchObject([{ actor: '管理员甲', after: { emergency: 'credit.change', limit: '90000.00' } }])
    expect(await records('emergency.begin')).toMatchObject([
      { after: { word: 'credit.change', minutes: 30, reason: '财务主管失联，客户急用' } },
    ])
    shop.clock.now = new Date(NOW.getTime() + 30 * 60_000 + 1)
    expect((await raise()).status).toBe(403)
    expect(await open(boss)).toEqual([])
    expect((await get(boss, '/me')).data.emergency).toBe('')
  })

  it('审计和别的管理员看得见，别人看不见；本人或管理员可以提前结束，结束立刻算数', async () => {
    const [auditor, keeper, second] = [
      await makeStaffOf(db, 'auditor'),
      await makeStaffOf(db, 'warehouse'),
      await makeStaffOf(db, 'administrator', '管理员乙'),
    ]
    const { id } = (await take(boss, 'transfers.confirm')).data
    expect([(await open(auditor)).length, (await open(keeper)).length, (await open(second)).length]).toEqual([1, 0, 1])
    expect((await open(auditor))[0]).toMatchObject({ mine: 0, may_end: 0, name: '管理员甲' })
    expect((await take(boss, 'credit.change')).message).toContain('已有一项应急授权')
    expect((await post(auditor, `/emergency/${id}/end`)).status).toBe(404)
    expect((await post(second, `/emergency/${id}/end`)).status).toBe(200)
    expect((await post(boss, '/payment/X1/arrived')).status).toBe(403)
    expect((await records('emergency.end')).at(-1)).toMatchObject({ actor: '管理员乙', after: { word: 'transfers.confirm' } })
  })

  it('质量的权限：没有业务权限的人取得会标明；有业务权限的人一分钟也不行；至多 60 分钟，理由要写明', async () => {
    const { data } = await take(boss, 'batches.release', 5)
    expect(data.of_quality).toBe(1)
    expect((await records('emergency.begin')).at(-1)).toMatchObject({ after: { of_quality: true } })
    await post(boss, `/emergency/${data.id}/end`)
    await pool.query(
      "insert into staff_role (key, name, permissions) values ('both', '管仓库的管理员', '{staff.manage,system.break_glass,orders.ship}')",
    )
    const both = await makeStaffOf(db, 'both')
    expect((await take(both, 'batches.release')).message).toContain('应急时也不能')
    expect((await take(boss, 'credit.change', 61)).status).toBe(422)
    expect((await take(boss, 'no.such')).message).toContain('没有这项权限')
    expect((await post(boss, '/emergency', { word: 'credit.change', minutes: 10, reason: '急' })).status).toBe(422)
    expect((await take(await makeStaffOf(db, 'finance'), 'staff.manage')).status).toBe(403)
  })
})

describe('管理岗位', () => {
  it('给人管理岗位要另一位管理员批准；只有一位管理员时说清楚，应急授权之后一人能办', async () => {
    const one = await openShop({ now: NOW })
    try {
      const only = await makeStaffOf(one.database.db, 'administrator', '唯一管理员')
      const ask = (path: string, body: object, cookie = only) => one.ask('POST', `/api/staff${path}`, { cookie, body })
      const plain = await ask('/person', { username: 'cangku1', name: '仓库甲', roles: ['warehouse'] })
      expect([plain.status, plain.data.person.roles.length]).toEqual([200, 1])
      const refused = await ask('/person', { username: 'guanli2', name: '管理员二', roles: ['administrator'] })
      expect([refused.status, refused.data?.reason]).toEqual([409, 'NOBODY_TO_APPROVE'])
      await ask('/emergency', { word: 'staff.manage', minutes: 60, reason: '开业，第二位管理员到岗' })
      const added = await ask('/person', { username: 'guanli2', name: '管理员二', roles: ['administrator'] })
      expect([added.status, added.data.person.roles[0].key]).toEqual([200, 'administrator'])
      const { data } = await one.ask('GET', '/api/staff/emergency', { cookie: only })
      await ask(`/emergency/${data.list[0].id}/end`, {})

      const second = await makeStaffOf(one.database.db, 'administrator', '管理员三')
      const third = await ask('/person', { username: 'caiwu1', name: '财务甲', roles: ['finance', 'service'] })
      expect([third.status, third.data.person.roles.map((role: { key: string }) => role.key)]).toEqual([200, ['service']])
      expect(third.message).toContain('已提交批准')
      const waiting = (await one.ask('GET', '/api/staff/approval?scope=decide&state=waiting', { cookie: second })).data.list
      expect(waiting).toHaveLength(1)
      expect((await ask(`/approval/${waiting[0].id}/approve`, {}, second)).status).toBe(200)
      const people = (await one.ask('GET', '/api/staff/person?keywords=caiwu1', { cookie: only })).data.list
      expect(people[0].roles.map((role: { key: string }) => role.key).sort()).toEqual(['finance', 'service'])

      const role = (await one.ask('GET', '/api/staff/role', { cookie: only })).data.list.find(
        (row: { key: string }) => row.key === 'warehouse',
      )
      const words = {
        key: 'warehouse',
        name: role.name,
        permissions: [...role.permissions, 'approvals.decide'],
        reason: '仓库主管',
        version: role.version,
      }
      expect((await ask('/role', words)).status).toBe(202)
      expect((await ask('/role', { ...words, permissions: role.permissions.slice(1) })).status).toBe(200)
    } finally {
      await one.close()
    }
  })
})
