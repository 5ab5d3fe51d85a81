import { beforeEach, describe, expect, it } from 'vitest'
import { RECOVERY_HOURS } from '#contract/constants.ts'
import { makeCompany, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { addRow } from '../../../../../test/rows.ts'
import { hashPassword } from '../passwords/passwords.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const CHECK = { checked: '回拨企业登记电话核对', reason: '老板忘记密码' }

const shop = await testShop({ now: NOW, sms: false })
const { db } = shop.database
const kefu = await makeStaffOf(db, 'service', '柳依依')
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('rate_count').execute()
})

const makeBuyer = async () => makeCompany(db, { passwordHash: await hashPassword('Former-2026') })
type Buyer = Awaited<ReturnType<typeof makeBuyer>>
const urlOf = ({ companyId, accountId }: Pick<Buyer, 'companyId' | 'accountId'>) => `/api/staff/company/${companyId}/person/${accountId}`
const recover = (buyer: Pick<Buyer, 'companyId' | 'accountId'>, body: object = CHECK, cookie = kefu) =>
  shop.ask('POST', `${urlOf(buyer)}/recovery`, { cookie, body })
const look = (ticket: string) => shop.ask('POST', '/api/forget/look', { body: { ticket } })
const reset = (ticket: string, password = 'Autumn-2026') => shop.ask('POST', '/api/forget/reset', { body: { ticket, password } })
const logIn = (username: string, password: string) => shop.ask('POST', '/api/user/login', { body: { username, password } })
const recoveryOf = async ({ companyId }: Buyer) =>
  (await shop.ask('GET', `/api/staff/company/${companyId}/people`, { cookie: kefu })).data.list[0].recovery

describe('客服核对身份后发的找回链接', () => {
  it('凭链接设新密码：旧密码、所有登录随即失效，只能用一次；企业两次都收到消息', async () => {
    const buyer = await makeBuyer()
    const { data } = await recover(buyer)
    expect(data).toMatchObject({ username: buyer.username, expires_at: new Date(NOW.getTime() + RECOVERY_HOURS * 3_600_000).toISOString() })
    expect(data.link).toContain(`/forget/step2#${data.code}`)
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).code).toBe(200)
    expect(await recoveryOf(buyer)).toEqual({ by: '柳依依', at: NOW.toISOString(), expires_at: data.expires_at })
    expect((await look(data.code.toLowerCase())).data).toEqual({
      username: buyer.username.replace(/^(\d{3})\d{4}/, '$1****'),
      expires_at: data.expires_at,
    })
    expect((await reset(data.code, 'short')).data.errors[0].field).toBe('password')
    expect((await reset(data.code)).code).toBe(200)
    expect((await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })).code).toBe(401)
    expect((await logIn(buyer.username, 'Former-2026')).code).toBe(422)
    expect((await logIn(buyer.username, 'Autumn-2026')).code).toBe(200)
    expect((await reset(data.code)).data.errors[0]).toEqual({
      field: 'ticket',
      message: '找回链接不存在、已用过或已过期，请联系客服重新获取',
    })
    expect(await recoveryOf(buyer)).toBeNull()
    const told = await db.selectFrom('message').select(['title', 'text']).where('company_id', '=', buyer.companyId).orderBy('id').execute()
    expect(told).toEqual([
      { title: '已发出找回密码的链接', text: expect.stringContaining('回拨企业登记电话核对') },
      { title: '登录密码已重置', text: expect.stringContaining('客服核实身份后发出的找回链接') },
    ])
  })

  it('记录写明谁、怎么核对的、为什么；没有链接本身', async () => {
    const buyer = await makeBuyer()
    const { data } = await recover(buyer)
    const { rows } = await shop.database.pool.query('select * from audit_log where subject = $1', [`account:${buyer.accountId}`])
    expect(rows).toMatchObject([
      { action: 'customer.recover', actor: '柳依依', reason: '老板忘记密码', after: { company: buyer.companyId, checked: CHECK.checked } },
    ])
    expect(JSON.stringify(rows)).not.toContain(data.code)
  })

  it('锁定的登录随新密码解除', async () => {
    const buyer = await makeBuyer()
    await addRow(db, 'login_failure', { key: `name:${buyer.username}|ip:127.0.0.1`, failures: 6, started_at: NOW })
    expect((await logIn(buyer.username, 'Former-2026')).code).toBe(429)
    await reset((await recover(buyer)).data.code)
    expect((await logIn(buyer.username, 'Autumn-2026')).code).toBe(200)
  })

  it('再发一个，前一个失效；同时发两个，也只有一个有效', async () => {
    const buyer = await makeBuyer()
    const first = (await recover(buyer)).data.code
    const answers = await Promise.all([recover(buyer), recover(buyer)])
    const good = await Promise.all([first, ...answers.map(({ data }) => data.code)].map(async (code) => (await look(code)).code))
    expect(good.filter((code) => code === 200)).toHaveLength(1)
    expect(good[0]).toBe(422)
  })

  it('作废、过期、自己改过密码之后不能再用', async () => {
    const buyer = await makeBuyer()
    const voided = (await recover(buyer)).data.code
    const unrecover = () => shop.ask('POST', `${urlOf(buyer)}/unrecover`, { cookie: kefu, body: { reason: '发错了人' } })
    expect((await unrecover()).data.list[0].recovery).toBeNull()
    expect(await unrecover()).toMatchObject({ code: 409, message: '没有在用的找回链接' })
    expect((await reset(voided)).code).toBe(422)
    const late = (await recover(buyer)).data.code
    shop.clock.now = new Date(NOW.getTime() + RECOVERY_HOURS * 3_600_000)
    expect((await look(late)).code).toBe(422)
    expect((await reset(late)).code).toBe(422)
    const outrun = (await recover(buyer)).data.code
    const entered = await logIn(buyer.username, 'Former-2026')
    const cookie = /sid=([^;]+)/.exec(String(entered.headers['set-cookie']))?.[1] ?? ''
    const proven = await shop.ask('POST', '/api/user/prove', { cookie, body: { password: 'Former-2026' } })
    const sid = /sid=([^;]+)/.exec(String(proven.headers['set-cookie']))?.[1] ?? ''
    expect((await shop.ask('POST', '/api/user/resetPassword', { cookie: sid, body: { password: 'Mine-2026' } })).code).toBe(200)
    expect((await reset(outrun)).code).toBe(422)
  })

  it('别家企业的账号、员工的账号、不存在的账号：404；没有权限的岗位：403；不写理由、不写怎么核对：不行', async () => {
    const [buyer, other] = [await makeBuyer(), await makeBuyer()]
    expect((await recover({ companyId: buyer.companyId, accountId: other.accountId })).code).toBe(404)
    const { id: staffId } = await db.selectFrom('account').select('id').where('is_staff', '=', true).limit(1).executeTakeFirstOrThrow()
    expect((await recover({ companyId: buyer.companyId, accountId: staffId })).code).toBe(404)
    expect((await recover(buyer, CHECK, await makeStaffOf(db, 'finance'))).code).toBe(403)
    expect((await recover(buyer, { ...CHECK, reason: '' })).code).toBe(422)
    expect((await recover(buyer, { checked: '没核对', reason: '老板忘记密码' })).code).toBe(422)
  })

  it('猜码：一个地址一小时 60 次', async () => {
    for (let round = 0; round < 60; round++) await look('ABCD-EFGH-JKMN-PQRS')
    expect((await look('ABCD-EFGH-JKMN-PQRS')).code).toBe(429)
    expect((await reset('ABCD-EFGH-JKMN-PQRS')).code).toBe(429)
  })
})
