import { beforeEach, describe, expect, it } from 'vitest'
import { UNNAMED_COMPANY } from '#contract/constants.ts'
import { codeTo, confirmOnPhone, openTicket, registerBuyer, sessionOf } from '../../../../test/credentials.ts'
import { makeCompany } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let next = 13_911_170_000
const freshPhone = () => String(++next)

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  shop.sms.length = 0
  await db.deleteFrom('rate_count').execute()
})

const body = (phone: string, code: string, more: object = {}) => ({ phone, code, password: 'Demo-2026', name: '陈店员', agree: 1, ...more })
const register = (values: object, headers: Record<string, string> = {}) => shop.ask('POST', '/api/register', { body: values, headers })
const count = async (table: 'account' | 'company') =>
  Number((await shop.database.pool.query(`select count(*) from ${table}`)).rows[0].count)

describe('注册第一家门店', () => {
  it('得到账号、未提交的企业和登录，看不到价格，可以继续第 2 步', async () => {
    const phone = freshPhone()
    const { cookie, answer } = await registerBuyer(shop, phone)
    expect(answer).toMatchObject({
      code: 200,
      data: { username: phone, phone, name: '陈店员', company: UNNAMED_COMPANY, review_state: 0, is_passed: 0, is_staff: 0 },
    })
    expect((await shop.ask('GET', '/api/user/base', { cookie })).data.stores).toHaveLength(1)
    expect((await shop.ask('GET', '/api/user/address', { cookie })).code).toBe(200)
    expect((await shop.ask('POST', '/api/cart', { cookie, body: { list: [{ goods_id: 1, number: 1 }] } })).code).toBe(409)
    expect((await shop.ask('POST', '/api/user/login', { body: { username: phone, password: 'Demo-2026' } })).code).toBe(200)
  })

  it('同一个手机号同时注册 20 次：一个账号、一家企业', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const [accounts, companies] = [await count('account'), await count('company')]
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(body(phone, code))))
    expect(answers.filter((answer) => answer.code === 200).length).toBeGreaterThan(0)
    expect(answers.every((answer) => [200, 422].includes(answer.code))).toBe(true)
    expect([await count('account'), await count('company')]).toEqual([accounts + 1, companies + 1])
    expect(new Set(answers.flatMap((answer) => answer.data?.id ?? [])).size).toBe(1)
  })

  it('回答丢失后再提交一次：还是那个账号，照样登录', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const [first, again] = [await register(body(phone, code)), await register(body(phone, code))]
    expect(again).toMatchObject({ code: 200, data: { id: first.data.id, company_id: first.data.company_id } })
    expect(sessionOf(again)).not.toBe(sessionOf(first))
  })

  it('知道用过的码、不知道密码的人得不到账号', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    await register(body(phone, code))
    expect(await register(body(phone, code, { password: 'Guess-2026' }))).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'phone', message: '该手机号已注册，请直接登录或找回密码' }] },
    })
  })

  it.each([
    ['phone', { phone: '12911170001' }, '请输入 11 位手机号'],
    ['name', { name: ' ' }, '请输入姓名'],
    ['password', { password: 'short' }, '密码至少 8 位'],
    ['agree', { agree: 0 }, '请阅读并同意用户协议'],
    ['agree', { agree: undefined }, '请阅读并同意用户协议'],
  ])('%s 写错被指出，码还能用', async (field, wrong, message) => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    expect(await register(body(phone, code, wrong))).toMatchObject({ code: 422, data: { errors: [{ field, message }] } })
    expect((await register(body(phone, code))).code).toBe(200)
  })

  it('错误的码什么也不留下', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const [accounts, companies] = [await count('account'), await count('company')]
    expect((await register(body(phone, code === '000000' ? '000001' : '000000'))).data.errors[0].field).toBe('code')
    expect((await register(body(freshPhone(), code))).data.errors[0].field).toBe('code')
    expect([await count('account'), await count('company')]).toEqual([accounts, companies])
  })

  it('登录用的码不能注册', async () => {
    const phone = freshPhone()
    await shop.ask('POST', '/api/sms/code', { body: { purpose: 'login', phone } })
    expect(shop.sms).toEqual([])
    shop.clock.now = new Date(NOW.getTime() + 61_000)
    const { code } = (await registerBuyer(shop, phone)).answer
    expect(code).toBe(200)
    shop.clock.now = new Date(NOW.getTime() + 122_000)
    expect((await register(body(phone, await codeTo(shop, phone, 'login'), { password: 'Other-2026' }))).code).toBe(422)
  })

  it('多给的字段不起作用：不能把自己注册成员工或已通过的企业', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const answer = await register(
      body(phone, code, { is_staff: 1, staff_role: '管理员', review_state: 2, rank: 'A', company_id: 1, credit_limit: 1_000_000, id: 1 }),
    )
    expect(answer.data).toMatchObject({ is_staff: 0, is_passed: 0, review_state: 0, rank: '' })
    const row = await db.selectFrom('company').selectAll().where('id', '=', answer.data.company_id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ review_state: 0, credit_limit: 0, rank: '', store_group_id: null })
  })

  it('注册前浏览器带着的会话随即结束', async () => {
    const planted = (await registerBuyer(shop, freshPhone())).cookie
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const answer = await shop.ask('POST', '/api/register', { body: body(phone, code), cookie: planted })
    expect((await shop.ask('GET', '/api/user/base', { cookie: planted })).code).toBe(401)
    expect((await shop.ask('GET', '/api/user/base', { cookie: sessionOf(answer) })).data.phone).toBe(phone)
  })
})

describe('微信注册', () => {
  it('注册的同时绑定，今后扫码进入', async () => {
    const phone = freshPhone()
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '新药房')
    const code = await codeTo(shop, phone, 'register')
    expect(await register(body(phone, code, { wechat: ticket.id }), ticket.headers)).toMatchObject({ code: 200, data: { wechat: 1 } })
    const again = await openTicket(shop)
    await confirmOnPhone(shop, again.id, '新药房')
    const entered = await shop.ask('POST', '/api/wechat/login', { headers: again.headers, body: { id: again.id } })
    expect(entered.data.user.phone).toBe(phone)
  })

  it('微信验证失效时不注册，码还能用', async () => {
    const phone = freshPhone()
    const code = await codeTo(shop, phone, 'register')
    const accounts = await count('account')
    expect(await register(body(phone, code, { wechat: 'lost-ticket' }))).toMatchObject({ code: 409, message: '微信验证已失效，请重新扫码' })
    expect(await count('account')).toBe(accounts)
    expect((await register(body(phone, code))).code).toBe(200)
  })
})

describe('新增门店', () => {
  const addStore = (cookie: string, agree: 0 | 1 = 1) => shop.ask('POST', '/api/register/store', { cookie, body: { agree } })

  it('与现有门店同组，会话换令牌并进入新门店，原门店不变', async () => {
    const owner = await makeCompany(db, { name: '百草一店' })
    const answer = await addStore(owner.cookie)
    expect(answer).toMatchObject({ code: 200, data: { company: UNNAMED_COMPANY, review_state: 0 } })
    expect(answer.data.stores).toHaveLength(2)
    expect((await shop.ask('GET', '/api/user/base', { cookie: owner.cookie })).code).toBe(401)
    expect((await shop.ask('GET', '/api/user/base', { cookie: sessionOf(answer) })).data.company_id).toBe(answer.data.company_id)
    const rows = await db
      .selectFrom('company')
      .select(['store_group_id', 'review_state'])
      .where('id', 'in', [owner.companyId, answer.data.company_id])
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.review_state)).toEqual([2, 0])
    expect(rows[0]?.store_group_id).not.toBeNull()
    expect(rows[0]?.store_group_id).toBe(rows[1]?.store_group_id)
  })

  it('连点几次只有一家新门店；填了名称之后才能再加一家', async () => {
    const owner = await makeCompany(db)
    const companies = await count('company')
    const answers = await Promise.all(Array.from({ length: 4 }, () => addStore(owner.cookie)))
    expect(await count('company')).toBe(companies + 1)
    const done = answers.find((answer) => answer.code === 200)
    await db.updateTable('company').set({ name: '百草三店' }).where('id', '=', done?.data.company_id).execute()
    const cookie = await sessionFor(owner.accountId, owner.companyId)
    expect((await addStore(cookie)).data.stores).toHaveLength(3)
  })

  it('不是负责人的账号不能新增', async () => {
    const clerk = await makeCompany(db)
    await db.updateTable('account_company').set({ is_owner: false }).where('account_id', '=', clerk.accountId).execute()
    expect(await addStore(clerk.cookie)).toMatchObject({ code: 403, message: '只有企业负责人可以新增门店' })
  })

  it('没有同意协议、没有登录，都不行', async () => {
    const owner = await makeCompany(db)
    expect((await addStore(owner.cookie, 0)).data.errors[0].field).toBe('agree')
    expect((await addStore('')).code).toBe(401)
  })
})

const sessionFor = (accountId: number, companyId: number): Promise<string> =>
  shop.sessions.open({ accountId, companyId, ip: '127.0.0.1', userAgent: '' }, shop.clock.now)
