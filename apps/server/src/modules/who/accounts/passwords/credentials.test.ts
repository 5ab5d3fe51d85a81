import { beforeEach, describe, expect, it } from 'vitest'
import { passwordProblem } from '#domain/passwords.ts'
import { codeTo, sessionOf } from '../../../../../test/credentials.ts'
import { testShop } from '../../../../../test/harness.ts'
import { untilOneWaits } from '../../../../../test/waiting.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const BUYER = '13911160001'
const OTHER = '13911160002'
const FREE = '13911160009'
const MINUTE = 60_000
const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0'

const passwordHash = await hashPassword('Demo-2026')
const shop = await testShop({
  now: NOW,
  seed: async ({ db }) => {
    for (const phone of [BUYER, OTHER]) {
      const company = await db
        .insertInto('company')
        .values({ name: `药房${phone}`, type: '单体药店', review_state: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const account = await db
        .insertInto('account')
        .values({ username: phone, phone, name: '陈店员', password_hash: '-' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('account_company').values({ account_id: account.id, company_id: company.id }).execute()
    }
  },
})
const { pool } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  shop.sms.length = 0
  shop.sessions.forget()
  const { db } = shop.database
  for (const table of ['rate_count', 'sms_code', 'login_failure', 'session', 'password_reset', 'message'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('account').set({ password_hash: passwordHash, name: '陈店员' }).execute()
})

const later = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
}
const login = async (username: string, password = 'Demo-2026', headers: Record<string, string> = {}, ip = '127.0.0.1') =>
  sessionOf(await shop.ask('POST', '/api/user/login', { body: { username, password }, headers, ip }))
const base = (cookie: string) => shop.ask('GET', '/api/user/base', { cookie })
/** The session goes on under the answer's cookie. */
async function prove(cookie: string, body: object = { password: 'Demo-2026' }): Promise<string> {
  const answer = await shop.ask('POST', '/api/user/prove', { cookie, body })
  expect(answer.code, answer.text).toBe(200)
  return sessionOf(answer)
}
const ownCode = async (cookie: string, body: object): Promise<string> => {
  const answer = await shop.ask('POST', '/api/user/sms_code', { cookie, body })
  expect(answer.code, answer.text).toBe(200)
  return shop.sms.at(-1)?.code ?? ''
}
const titles = async () => (await shop.database.db.selectFrom('message').select('title').execute()).map((row) => row.title)
const NOT_PROVEN = { code: 403, message: '为了账号安全，请先验证身份', data: { prove: 1 } }

describe('验证身份', () => {
  it('凭密码或发到自己手机的码；会话随即换令牌', async () => {
    const cookie = await login(BUYER)
    const proven = await prove(cookie)
    expect((await base(cookie)).code).toBe(401)
    expect((await base(proven)).code).toBe(200)
    const code = await ownCode(proven, { purpose: 'reset' })
    expect(shop.sms.at(-1)).toMatchObject({ phone: BUYER, purpose: 'reset' })
    await prove(proven, { code, purpose: 'reset' })
  })

  it('错误的密码像登录一样计数，5 次后锁定', async () => {
    const cookie = await login(BUYER)
    for (let round = 0; round < 5; round++) {
      const answer = await shop.ask('POST', '/api/user/prove', { cookie, body: { password: 'wrong' } })
      expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'password', message: '密码不正确' }] } })
    }
    expect((await shop.ask('POST', '/api/user/prove', { cookie, body: { password: 'Demo-2026' } })).code).toBe(429)
  })

  it('10 分钟内用一次', async () => {
    const cookie = await prove(await login(BUYER))
    later(10.1)
    expect(await shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password: 'Autumn-2026' } })).toMatchObject(NOT_PROVEN)
    const again = await prove(cookie)
    const changed = await shop.ask('POST', '/api/user/resetPassword', { cookie: again, body: { password: 'Autumn-2026' } })
    const next = sessionOf(changed)
    expect(await shop.ask('POST', '/api/user/resetPassword', { cookie: next, body: { password: 'Winter-2026' } })).toMatchObject(NOT_PROVEN)
  })

  it('别的会话的验证不算', async () => {
    const [one, two] = [await login(BUYER), await login(BUYER)]
    await prove(one)
    expect(await shop.ask('POST', '/api/user/resetPassword', { cookie: two, body: { password: 'Autumn-2026' } })).toMatchObject(NOT_PROVEN)
  })

  it('码只发到账号自己的手机', async () => {
    const cookie = await login(BUYER)
    const answer = await shop.ask('POST', '/api/user/sms_code', { cookie, body: { purpose: 'reset', phone: FREE } })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'phone', message: '只能向账号自己的手机号发送' }] } })
  })
})

describe('修改密码', () => {
  it('其他会话立即结束，自己换新令牌，新密码可用，企业收到消息', async () => {
    const [mine, elsewhere] = [await login(BUYER), await login(BUYER)]
    const proven = await prove(mine)
    const answer = await shop.ask('POST', '/api/user/resetPassword', { cookie: proven, body: { password: 'Autumn-2026' } })
    expect(answer).toMatchObject({ code: 200, message: '密码已修改，其他设备已退出登录' })
    const next = sessionOf(answer)
    expect((await base(next)).code).toBe(200)
    for (const old of [mine, proven, elsewhere]) expect((await base(old)).code).toBe(401)
    expect(await login(BUYER)).toBe('')
    expect(await login(BUYER, 'Autumn-2026')).not.toBe('')
    expect(await titles()).toEqual(['登录密码已修改'])
  })

  it('改密码的那一刻正用旧密码登录的，不会留下一个登录', async () => {
    const client = await pool.connect()
    try {
      // What a change of the password does, stopped halfway.
      await client.query('begin')
      await client.query('update account set password_hash = $1 where username = $2', [await hashPassword('Autumn-2026'), BUYER])
      await client.query('delete from session s using account a where a.id = s.account_id and a.username = $1', [BUYER])
      const late = shop.ask('POST', '/api/user/login', { body: { username: BUYER, password: 'Demo-2026' } })
      await untilOneWaits(shop.database)
      await client.query('commit')
      const answer = await late
      expect([answer.status, answer.message, answer.headers['set-cookie']]).toEqual([422, '密码刚刚修改过，请用新密码登录', undefined])
      expect((await pool.query('select from session')).rowCount).toBe(0)
      expect(await login(BUYER, 'Autumn-2026')).not.toBe('')
    } finally {
      client.release()
    }
  })

  it.each([
    ['Demo-2026', '新密码不能与当前密码相同'],
    ['short1', '密码至少 8 位'],
    [`a${BUYER}`, '密码中不要包含手机号或用户名'],
    ['password123', '这个密码太常见，请换一个'],
  ])('「%s」：%s，且不用再次验证身份', async (password, message) => {
    const cookie = await prove(await login(BUYER))
    const refused = await shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password } })
    expect(refused).toMatchObject({ code: 422, data: { errors: [{ field: 'password', message }] } })
    expect((await shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password: 'Autumn-2026' } })).code).toBe(200)
  })

  it('泄露名单上常见的、本地常用的密码不能用，名单里够长的有三千个以上', async () => {
    const cookie = await prove(await login(BUYER))
    for (const password of ['Trustno1', '1q2w3e4r5t', 'Woaini1314', 'yaodian888']) {
      const answer = await shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password } })
      expect(answer.data.errors, password).toEqual([{ field: 'password', message: '这个密码太常见，请换一个' }])
    }
    const usable = [...(await commonPasswords())].filter((one) => passwordProblem(one, { known: [], common: new Set() }) === null)
    expect(usable.length).toBeGreaterThan(3000)
  })

  it('同时改两次，只有一次成功', async () => {
    const cookie = await prove(await login(BUYER))
    const change = (password: string) => shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password } })
    const answers = await Promise.all([change('Autumn-2026'), change('Winter-2026')])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 403])
  })
})

describe('姓名与手机号', () => {
  it('改姓名不用验证身份，立即生效', async () => {
    const cookie = await login(BUYER)
    expect(await shop.ask('POST', '/api/user/updateUserInfo', { cookie, body: { name: ' 陈  溪 ' } })).toMatchObject({
      code: 200,
      data: { name: '陈 溪' },
    })
    expect((await base(cookie)).data.name).toBe('陈 溪')
  })

  it.each(['', '陈', '陈1', '<b>陈溪</b>', '陈'.repeat(21), 'a\u0000b'])('姓名「%s」被指出', async (name) => {
    const answer = await shop.ask('POST', '/api/user/updateUserInfo', { cookie: await login(BUYER), body: { name } })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'name' }] } })
  })

  it('没有要改的内容会说明；多给的字段不起作用', async () => {
    const cookie = await login(BUYER)
    expect((await shop.ask('POST', '/api/user/updateUserInfo', { cookie, body: {} })).code).toBe(422)
    await shop.ask('POST', '/api/user/updateUserInfo', {
      cookie,
      body: { name: '陈溪', is_staff: 1, username: 'admin', wechat_openid: 'x', review_state: 2, id: 1 },
    })
    const row = await shop.database.db.selectFrom('account').selectAll().where('phone', '=', BUYER).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ username: BUYER, is_staff: false, wechat_openid: null })
  })

  it('换手机要先验证身份，再核对发到新手机的码；之后用新手机登录，其他会话结束', async () => {
    const [mine, elsewhere] = [await login(BUYER), await login(BUYER)]
    const change = (cookie: string, code: string) => shop.ask('POST', '/api/user/updateUserInfo', { cookie, body: { phone: FREE, code } })
    expect(await change(mine, '000000')).toMatchObject(NOT_PROVEN)
    const proven = await prove(mine)
    const code = await ownCode(proven, { purpose: 'phone', phone: FREE })
    expect(shop.sms.at(-1)).toMatchObject({ phone: FREE, purpose: 'phone' })
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await change(proven, wrong)).data.errors[0]).toEqual({ field: 'code', message: '验证码不正确或已失效' })
    const changed = await change(proven, code)
    expect(changed).toMatchObject({ code: 200, data: { phone: FREE, username: FREE } })
    expect((await base(elsewhere)).code).toBe(401)
    expect((await base(proven)).code).toBe(401)
    expect((await base(sessionOf(changed))).data.phone).toBe(FREE)
    expect(await login(BUYER)).toBe('')
    expect(await login(FREE)).not.toBe('')
    expect(await titles()).toEqual(['登录手机号已更换'])
    await shop.database.db.updateTable('account').set({ phone: BUYER, username: BUYER }).where('phone', '=', FREE).execute()
  })

  it('别人的手机号不能换上，也不会向它发码', async () => {
    const cookie = await prove(await login(BUYER))
    const answer = await shop.ask('POST', '/api/user/sms_code', { cookie, body: { purpose: 'phone', phone: OTHER } })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'phone', message: '该手机号已被其他账号使用' }] } })
    expect(shop.sms).toEqual([])
  })

  it('两个账号同时换上同一个手机号，只有一个成功', async () => {
    const cookies = [await prove(await login(BUYER)), await prove(await login(OTHER))]
    const code = await ownCode(cookies[0] ?? '', { purpose: 'phone', phone: FREE })
    const answers = await Promise.all(
      cookies.map((cookie) => shop.ask('POST', '/api/user/updateUserInfo', { cookie, body: { phone: FREE, code } })),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
    const phone = answers[0]?.code === 200 ? BUYER : OTHER
    await shop.database.db.updateTable('account').set({ phone, username: phone }).where('phone', '=', FREE).execute()
  })
})

describe('登录设备', () => {
  it('列出设备、地点与最近使用时间，当前的标明', async () => {
    await login(BUYER, 'Demo-2026', { 'user-agent': EDGE }, '203.0.113.9')
    later(30)
    const cookie = await login(BUYER)
    const { data } = await shop.ask('GET', '/api/user/sessions', { cookie })
    expect(data.list).toEqual([
      expect.objectContaining({ device: '未知设备', place: '本机', current: 1, last_seen_at: shop.clock.now.toISOString() }),
      expect.objectContaining({
        device: 'Windows 电脑 · Edge',
        place: '',
        ip: '203.0.113.9',
        current: 0,
        created_at: NOW.toISOString(),
        last_seen_at: NOW.toISOString(),
      }),
    ])
    expect(JSON.stringify(data)).not.toContain(cookie)
  })

  it('十四天没有用过、已经失效的不再列出', async () => {
    await login(BUYER)
    later(14 * 24 * 60 + 1)
    const { data } = await shop.ask('GET', '/api/user/sessions', { cookie: await login(BUYER) })
    expect(data.list).toHaveLength(1)
  })

  it('最近使用时间隔几分钟记一次', async () => {
    const [old, mine] = [await login(BUYER), await login(BUYER)]
    later(4)
    await base(old)
    const seen = async () =>
      (await shop.ask('GET', '/api/user/sessions', { cookie: mine })).data.list.find((one: { current: number }) => one.current === 0)
        .last_seen_at
    expect(await seen()).toBe(NOW.toISOString())
    later(4)
    await base(old)
    expect(await seen()).toBe(shop.clock.now.toISOString())
  })

  it('结束一个：它立即退出；当前的不能这样结束；别人的如同不存在', async () => {
    const [mine, elsewhere, stranger] = [await login(BUYER), await login(BUYER), await login(OTHER)]
    const { data } = await shop.ask('GET', '/api/user/sessions', { cookie: mine })
    const [other] = data.list.filter((one: { current: number }) => one.current === 0)
    const [own] = data.list.filter((one: { current: number }) => one.current === 1)
    expect((await shop.ask('DELETE', `/api/user/sessions/${other.id}`, { cookie: stranger })).code).toBe(404)
    expect((await shop.ask('DELETE', `/api/user/sessions/${own.id}`, { cookie: mine })).code).toBe(409)
    expect((await shop.ask('DELETE', `/api/user/sessions/${other.id}`, { cookie: mine })).data.list).toHaveLength(1)
    expect((await base(elsewhere)).code).toBe(401)
    expect((await base(stranger)).code).toBe(200)
  })

  it('结束其他所有：只剩自己', async () => {
    const sessions = [await login(BUYER), await login(BUYER), await login(BUYER)]
    const answer = await shop.ask('DELETE', '/api/user/sessions', { cookie: sessions[2] ?? '' })
    expect(answer).toMatchObject({ message: '已结束其他 2 台设备的登录', data: { list: [{ current: 1 }] } })
    expect(await Promise.all(sessions.map(async (cookie) => (await base(cookie)).code))).toEqual([401, 401, 200])
  })
})

describe('忘记密码', () => {
  const check = (code: string, phone = BUYER) => shop.ask('POST', '/api/forget/check', { body: { phone, code } })
  const reset = (ticket: string, password = 'Autumn-2026') => shop.ask('POST', '/api/forget/reset', { body: { ticket, password } })

  it('码换成一次性的凭证，凭它设置新密码；所有会话结束，登录的锁定解除', async () => {
    const sessions = [await login(BUYER), await login(BUYER)]
    for (let round = 0; round < 3; round++) await login(BUYER, 'wrong')
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    expect(await reset(ticket)).toMatchObject({ code: 200, message: '密码已重置，请用新密码登录' })
    for (const cookie of sessions) expect((await base(cookie)).code).toBe(401)
    expect(await login(BUYER, 'Autumn-2026')).not.toBe('')
    expect(await reset(ticket, 'Winter-2026')).toMatchObject({ code: 422, message: '验证已失效，请重新获取验证码' })
    expect(await titles()).toEqual(['登录密码已重置'])
  })

  it('太弱的密码不用掉凭证', async () => {
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    expect((await reset(ticket, 'short')).data.errors[0].field).toBe('password')
    expect((await reset(ticket)).code).toBe(200)
  })

  it('凭证 15 分钟后失效，编造的没有用，数据库里只有散列', async () => {
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    const { rows } = await pool.query('select password_reset::text as text from password_reset')
    expect(JSON.stringify(rows)).not.toContain(ticket)
    expect((await reset('x'.repeat(43))).code).toBe(422)
    later(15.1)
    expect((await reset(ticket)).code).toBe(422)
  })

  it('改过密码后，之前拿到的凭证作废', async () => {
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    const cookie = await prove(await login(BUYER))
    await shop.ask('POST', '/api/user/resetPassword', { cookie, body: { password: 'Winter-2026' } })
    expect((await reset(ticket)).code).toBe(422)
    expect(await login(BUYER, 'Winter-2026')).not.toBe('')
  })

  it('换了手机号后，凭旧手机拿到的凭证作废', async () => {
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    const proven = await prove(await login(BUYER))
    const code = await ownCode(proven, { purpose: 'phone', phone: FREE })
    expect((await shop.ask('POST', '/api/user/updateUserInfo', { cookie: proven, body: { phone: FREE, code } })).code).toBe(200)
    expect((await reset(ticket)).code).toBe(422)
    await shop.database.db.updateTable('account').set({ phone: BUYER, username: BUYER }).where('phone', '=', FREE).execute()
  })

  it('同一张凭证同时用两次，只有一次成功', async () => {
    const { ticket } = (await check(await codeTo(shop, BUYER, 'reset'))).data
    const answers = await Promise.all([reset(ticket, 'Autumn-2026'), reset(ticket, 'Winter-2026')])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
  })

  it('同一个码换两次凭证，只有一次成功', async () => {
    const code = await codeTo(shop, BUYER, 'reset')
    const answers = await Promise.all([check(code), check(code)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
  })

  it('另一个手机的码不行', async () => {
    const code = await codeTo(shop, OTHER, 'reset')
    expect((await check(code)).code).toBe(422)
  })
})
