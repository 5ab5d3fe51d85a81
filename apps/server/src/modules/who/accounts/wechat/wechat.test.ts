import { beforeEach, describe, expect, it } from 'vitest'
import { confirmOnPhone, cookieNamed, type OpenedTicket, openTicket, sessionOf } from '../../../../../test/credentials.ts'
import { makeCompany } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { hashPassword } from '../passwords/passwords.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const MINUTE = 60_000

const shop = await testShop({ now: NOW })
const { db } = shop.database
const passwordHash = await hashPassword('Demo-2026')
const one = await makeCompany(db, { passwordHash })
const two = await makeCompany(db, { passwordHash })
beforeEach(async () => {
  shop.clock.now = NOW
  shop.sessions.forget()
  await db.updateTable('account').set({ wechat_openid: null, wechat_name: '', wechat_bound_at: null }).execute()
  for (const table of ['rate_count', 'wechat_ticket', 'message'] as const) await db.deleteFrom(table).execute()
})

const later = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
}
const stateOf = async ({ id, headers }: OpenedTicket) => (await shop.ask('GET', `/api/wechat/ticket/${id}`, { headers })).data
const enterWith = ({ id, headers }: OpenedTicket) => shop.ask('POST', '/api/wechat/login', { headers, body: { id } })
const signIn = (username: string) => shop.login(username)
async function proven(username: string): Promise<string> {
  const answer = await shop.ask('POST', '/api/user/prove', { cookie: await signIn(username), body: { password: 'Demo-2026' } })
  return sessionOf(answer)
}
/** Binds a WeChat as the page does: proof, QR code, phone, browser. Answers the last answer. */
async function bind(username: string, nickname: string) {
  const ticket = await openTicket(shop, await proven(username))
  await confirmOnPhone(shop, ticket.id, nickname)
  return shop.ask('POST', '/api/user/bind_wechat', { headers: ticket.headers, body: { id: ticket.id } })
}

describe('微信登录', () => {
  it('扫码、确认、进入：二维码的状态一路跟着走，会话是新的', async () => {
    await bind(one.username, '小溪')
    const ticket = await openTicket(shop)
    expect(await stateOf(ticket)).toEqual({ status: 'waiting', nickname: '' })
    await shop.ask('GET', `/wechat/callback?state=${ticket.id}&scanned=1`)
    expect((await stateOf(ticket)).status).toBe('scanned')
    expect((await enterWith(ticket)).code).toBe(409)
    const phone = await confirmOnPhone(shop, ticket.id, '小溪')
    expect(phone.text).toContain('已确认')
    expect(await stateOf(ticket)).toEqual({ status: 'confirmed', nickname: '小溪' })
    const entered = await enterWith(ticket)
    expect(entered).toMatchObject({ code: 200, data: { user: { username: one.username, wechat: 1 } } })
    expect((await shop.ask('GET', '/api/user/base', { cookie: sessionOf(entered) })).code).toBe(200)
    expect((await enterWith(ticket)).code).toBe(409)
    expect((await stateOf(ticket)).status).toBe('used')
  })

  it('只有要来二维码的那个浏览器能用它：看到二维码的人进不来', async () => {
    await bind(one.username, '小溪')
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '小溪')
    const stranger = { id: ticket.id, headers: { cookie: `wechat_ticket=${'x'.repeat(43)}` } }
    expect((await stateOf(stranger)).status).toBe('expired')
    expect((await enterWith(stranger)).code).toBe(409)
    expect((await enterWith({ id: ticket.id, headers: { cookie: '' } })).code).toBe(409)
    expect((await enterWith(ticket)).code).toBe(200)
  })

  it('同时用两次只进入一次', async () => {
    await bind(one.username, '小溪')
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '小溪')
    const answers = await Promise.all([enterWith(ticket), enterWith(ticket), enterWith(ticket)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409, 409])
  })

  it('3 分钟没有确认就过期，过期后确认也没有用', async () => {
    const ticket = await openTicket(shop)
    later(3.1)
    expect((await stateOf(ticket)).status).toBe('expired')
    expect((await confirmOnPhone(shop, ticket.id, '小溪')).status).toBe(410)
    expect((await enterWith(ticket)).code).toBe(409)
  })

  it('在手机上拒绝就结束', async () => {
    const ticket = await openTicket(shop)
    await shop.ask('GET', `/wechat/callback?state=${ticket.id}`)
    expect((await stateOf(ticket)).status).toBe('refused')
    expect((await confirmOnPhone(shop, ticket.id, '小溪')).status).toBe(410)
  })

  it('编造的 code、用过的 code、别的二维码都不算', async () => {
    const ticket = await openTicket(shop)
    expect((await shop.ask('GET', `/wechat/callback?state=${ticket.id}&code=made-up`)).status).toBe(410)
    expect((await shop.ask('GET', '/wechat/callback?state=%27%3B--&code=<script>')).text).not.toContain('<script>')
    expect((await stateOf(ticket)).status).toBe('waiting')
  })

  it('没有对应账号的微信不会登录任何人，可以在登录时绑定', async () => {
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '新来的')
    expect((await enterWith(ticket)).data).toEqual({ nickname: '新来的', user: null })
    const body = { username: one.username, password: 'Demo-2026', wechat: ticket.id }
    const login = await shop.ask('POST', '/api/user/login', { headers: ticket.headers, body })
    expect(login).toMatchObject({ code: 200, message: '登录成功，已绑定微信“新来的”', data: { wechat: 1 } })
    // Whoever did not mean to bind learns of it.
    const messages = await db.selectFrom('message').select('title').execute()
    expect(messages).toEqual([{ title: '已绑定微信' }])
  })

  it('绑定不成也不妨碍登录，并说明原因', async () => {
    await bind(two.username, '小槐')
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '小槐')
    const body = { username: one.username, password: 'Demo-2026', wechat: ticket.id }
    const login = await shop.ask('POST', '/api/user/login', { headers: ticket.headers, body })
    expect(login).toMatchObject({ code: 200, data: { wechat: 0 } })
    expect(login.message).toBe('登录成功，微信未绑定：这个微信已绑定其他账号，请先在那个账号解绑')
  })
})

describe('绑定与解绑', () => {
  it('绑定后显示昵称与时间，会话换令牌，企业收到消息', async () => {
    const bound = await bind(one.username, '小溪')
    expect(bound).toMatchObject({
      code: 200,
      message: '微信绑定成功',
      data: { bound: 1, name: '小溪', bound_at: NOW.toISOString() },
    })
    const cookie = sessionOf(bound)
    expect((await shop.ask('GET', '/api/user/wechat', { cookie })).data).toMatchObject({ bound: 1, name: '小溪' })
    expect((await shop.ask('GET', '/api/user/base', { cookie })).data.wechat).toBe(1)
    const messages = await db.selectFrom('message').select(['title', 'kind']).execute()
    expect(messages).toEqual([{ title: '已绑定微信', kind: 'system' }])
  })

  it('没有验证身份不能绑定，也不能解绑', async () => {
    const ticket = await openTicket(shop, await signIn(one.username))
    await confirmOnPhone(shop, ticket.id, '小溪')
    const refused = await shop.ask('POST', '/api/user/bind_wechat', { headers: ticket.headers, body: { id: ticket.id } })
    expect(refused).toMatchObject({ code: 403, data: { prove: 1 } })
    await bind(one.username, '小溪')
    expect(await shop.ask('DELETE', '/api/user/unbind_wechat', { cookie: await signIn(one.username) })).toMatchObject({
      code: 403,
      data: { prove: 1 },
    })
  })

  it('解绑后扫码进不来；没有绑定时解绑会说明', async () => {
    await bind(one.username, '小溪')
    const unbound = await shop.ask('DELETE', '/api/user/unbind_wechat', { cookie: await proven(one.username) })
    expect(unbound).toMatchObject({ code: 200, message: '微信已解绑', data: { bound: 0, name: '', bound_at: null } })
    const ticket = await openTicket(shop)
    await confirmOnPhone(shop, ticket.id, '小溪')
    expect((await enterWith(ticket)).data.user).toBeNull()
    expect(await shop.ask('DELETE', '/api/user/unbind_wechat', { cookie: sessionOf(unbound) })).toMatchObject({
      code: 422,
      message: '账号没有绑定微信',
    })
  })

  it('一个微信只能绑定一个账号，一个账号只能绑定一个微信', async () => {
    await bind(one.username, '小溪')
    expect(await bind(two.username, '小溪')).toMatchObject({ code: 409, message: '这个微信已绑定其他账号，请先在那个账号解绑' })
    expect(await bind(one.username, '另一个')).toMatchObject({ code: 409, message: '账号已绑定微信，请先解绑再绑定新的微信' })
  })

  it('两个账号同时绑定同一个微信，只有一个成功', async () => {
    const tickets = await Promise.all(
      [one, two].map(async ({ username }) => {
        const ticket = await openTicket(shop, await proven(username))
        await confirmOnPhone(shop, ticket.id, '抢手')
        return ticket
      }),
    )
    const answers = await Promise.all(
      tickets.map(({ id, headers }) => shop.ask('POST', '/api/user/bind_wechat', { headers, body: { id } })),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
  })

  it('别人的绑定二维码不能用来绑定自己，也不能用来登录', async () => {
    const theirs = await openTicket(shop, await signIn(two.username))
    await confirmOnPhone(shop, theirs.id, '小槐')
    const secret = cookieNamed({ headers: { 'set-cookie': theirs.headers.cookie } }, 'wechat_ticket')
    const headers = { cookie: `wechat_ticket=${secret}; sid=${await proven(one.username)}` }
    expect((await shop.ask('POST', '/api/user/bind_wechat', { headers, body: { id: theirs.id } })).code).toBe(409)
    expect((await enterWith(theirs)).code).toBe(409)
  })
})
