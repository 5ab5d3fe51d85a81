import { type AddressInfo, connect } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { knownCaptcha } from '../../../../../test/credentials.ts'
import { makeCompany, next } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { STAFF_PASSWORD as PASSWORD, staffEntrance } from '../../../../../test/staff-entrance.ts'
import { openDatabase } from '../../../../platform/database.ts'
import { createSessions } from '../../../../platform/session.ts'

const NOW = new Date('2026-11-23T01:00:00Z')

const shop = await testShop({ now: NOW })
const { codeOf, demandFactor, get, later, makePerson } = staffEntrance(shop)
const { db, pool } = shop.database
const process = openDatabase(shop.database.url, { max: 2 })
await process.changes.begin()
process.changes.follow()
/** What another process of the same shop remembers of its sessions. */
const other = createSessions(process)
afterAll(() => process.close())
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('login_failure').execute()
  await demandFactor(false)
})

const login = (username: string, password = PASSWORD, more: object = {}, ip?: string) =>
  shop.ask('POST', '/api/staff/login', { body: { username, password, ...more }, ...(ip && { ip }) })
const tokenIn = (answer: { headers: Record<string, unknown> }) => /staff=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
async function enter(username: string, password = PASSWORD): Promise<string> {
  const answer = await login(username, password)
  expect(answer.status, answer.text).toBe(200)
  return tokenIn(answer)
}
const post = (path: string, cookie: string, body: object = {}, ip?: string) =>
  shop.ask('POST', `/api/staff/${path}`, { cookie, body, ...(ip && { ip }) })
const work = (cookie: string) => get('chat', cookie)
/** Six digits that are none of the three that count now. */
const wrongCode = (secret: string) => {
  const near = [-30, 0, 30].map((seconds) =>
    new TOTP({ digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: shop.clock.now.getTime() + seconds * 1000,
    }),
  )
  return ['111111', '222222', '333333', '444444'].find((code) => !near.includes(code)) ?? ''
}
async function enrol(cookie: string): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = (await post('me/factor', cookie, { password: PASSWORD })).data
  const { data } = await post('me/factor/confirm', cookie, { code: codeOf(secret) })
  later(30)
  return { secret, recovery: data.recovery_codes }
}

describe('员工登录', () => {
  it('会话 Cookie 只送到员工的接口，脚本读不到，别的网站带不来；回答里有岗位和权限', async () => {
    const { username } = await makePerson()
    const answer = await login(username)
    expect(answer.data).toMatchObject({ step: 'done', username, roles: [{ key: 'service', name: '客服' }], factor: 0 })
    expect(answer.data.permissions).toContain('chat.answer')
    const cookie = String(answer.headers['set-cookie'])
    for (const part of ['Path=/api/staff', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200']) expect(cookie).toContain(part)
    expect(answer.text).not.toContain(tokenIn(answer))
  })

  it('买家的账号在员工入口如同没有，买家的会话在员工的接口不算登录，反过来也一样；换个 Cookie 名字送来也不行', async () => {
    const buyer = await makeCompany(db)
    const { username } = await makePerson()
    const token = await enter(username)
    const unknown = await login('nobody-here')
    expect(await login(buyer.username)).toMatchObject({ status: 422, message: unknown.message })
    const status = async (url: string, cookie: string) => (await shop.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode
    expect(await status('/api/staff/me', `staff=${token}`)).toBe(200)
    for (const [url, cookie] of [
      ['/api/staff/me', `sid=${token}`],
      ['/api/user/base', `staff=${token}`],
      ['/api/user/base', `sid=${token}`],
      ['/api/staff/me', `staff=${buyer.cookie}`],
      ['/api/staff/me', `sid=${buyer.cookie}`],
    ] as const)
      expect(await status(url, cookie), `${url} ${cookie.slice(0, 6)}`).toBe(401)
    // Having been tried where it does not belong, it goes on where it does.
    expect(await status('/api/staff/me', `staff=${token}`)).toBe(200)
    expect(await status('/api/user/base', `sid=${buyer.cookie}`)).toBe(200)
  })

  it('密码错三次要验证码，错五次一刻钟内不再看密码，过后照常', async () => {
    const { username } = await makePerson()
    for (let tries = 0; tries < 3; tries++) expect((await login(username, 'wrong')).status).toBe(422)
    expect((await login(username)).data.errors[0].field).toBe('captcha')
    for (let tries = 0; tries < 2; tries++) expect((await login(username, 'wrong', await knownCaptcha(shop))).status).toBe(422)
    expect((await login(username, PASSWORD, await knownCaptcha(shop))).status).toBe(429)
    later(15 * 60 + 1)
    expect((await login(username)).status).toBe(200)
  })

  it('同一办公室的人猜错再多，员工自己登录过的浏览器照样进得去', async () => {
    const { username } = await makePerson()
    const first = await login(username)
    const known = /known=[^;]*/.exec(String(first.headers['set-cookie']))?.[0] ?? ''
    expect(known).not.toBe('')
    for (let tries = 0; tries < 5; tries++) await login(username, 'wrong', await knownCaptcha(shop))
    expect((await login(username, PASSWORD, await knownCaptcha(shop))).status).toBe(429)
    const body = { username, password: PASSWORD }
    expect((await shop.ask('POST', '/api/staff/login', { body, headers: { cookie: known } })).status).toBe(200)
  })

  it('停用的、离职的员工，密码对也进不来', async () => {
    const boss = await enter((await makePerson(['管理员'])).username)
    for (const [command, message] of [
      ['lock', '账号已停用，请联系管理员'],
      ['leave', '用户名或密码不正确'],
    ]) {
      const { id, username } = await makePerson()
      expect((await post(`person/${id}/${command}`, boss, { reason: '测试' })).status).toBe(200)
      const answer = await login(username)
      expect([answer.status, answer.message, answer.headers['set-cookie']]).toEqual([422, message, undefined])
    }
    expect((await pool.query('select from session s join staff t using (account_id) where t.state <> $1', ['active'])).rowCount).toBe(0)
  })

  it('每次登录都是新的会话，原来的随之结束；退出之后令牌无用，Cookie 收回', async () => {
    const { username } = await makePerson()
    const first = await enter(username)
    const answer = await shop.ask('POST', '/api/staff/login', { cookie: first, body: { username, password: PASSWORD } })
    const second = tokenIn(answer)
    expect(second).not.toBe(first)
    expect((await get('me', first)).status).toBe(401)
    const left = await post('logout', second)
    expect(String(left.headers['set-cookie'])).toMatch(/staff=;.*Path=\/api\/staff/)
    expect((await get('me', second)).status).toBe(401)
  })
})

describe('别人交给的密码', () => {
  async function handed() {
    const boss = await enter((await makePerson(['管理员'])).username)
    const username = `fresh${next()}`
    const { data } = await post('person', boss, { username, name: '新员工', roles: ['service'] })
    return { username, id: data.person.id as number, password: data.password as string, boss }
  }

  it('先设自己的密码，之前什么也做不了；设好之后交来的密码作废，会话换新', async () => {
    const { username, password } = await handed()
    const cookie = await enter(username, password)
    expect((await get('me', cookie)).data).toMatchObject({ step: 'password', permissions: [] })
    for (const path of ['chat', 'me/session']) expect(await get(path, cookie)).toMatchObject({ status: 403, message: '请先设置自己的密码' })
    expect((await post('me/factor', cookie)).status).toBe(409)
    const set = (current: string, wish: string) => post('me/password', cookie, { current, password: wish })
    expect((await set('wrong', PASSWORD)).data.errors).toEqual([{ field: 'current', message: '现在的密码不正确' }])
    expect((await set(password, password)).data.errors[0].field).toBe('password')
    expect((await set(password, '12345678')).data.errors[0].field).toBe('password')
    expect((await get('me', cookie)).data.step).toBe('password')
    const done = await set(password, PASSWORD)
    expect(done.data.step).toBe('done')
    expect((await get('me', cookie)).status).toBe(401)
    expect((await work(tokenIn(done))).status).toBe(200)
    expect((await login(username, password)).status).toBe(422)
    expect((await get('me', await enter(username))).data.step).toBe('done')
  })

  it('重置密码：会话当场结束，新密码又是交来的；改密码时猜现在的密码，五次为止', async () => {
    const { username, password, id, boss } = await handed()
    const cookie = await enter(username, password)
    const reset = (await post(`person/${id}/password`, boss, { reason: '忘记密码' })).data.password as string
    expect((await get('me', cookie)).status).toBe(401)
    expect((await login(username, password)).status).toBe(422)
    const again = await enter(username, reset)
    const guess = (current: string) => post('me/password', again, { current, password: PASSWORD })
    for (let tries = 0; tries < 5; tries++) expect((await guess('wrong')).status).toBe(422)
    expect((await guess(reset)).status).toBe(429)
    later(15 * 60 + 1)
    expect((await guess(reset)).data.step).toBe('done')
  })
})

describe('动态口令', () => {
  it('要求时没设的先设：别的都做不了；确认后得十个恢复码，从此登录要验证，自己别处的登录结束', async () => {
    await demandFactor(true)
    const { username } = await makePerson()
    const [cookie, elsewhere] = [await enter(username), await enter(username)]
    expect((await get('me', cookie)).data.step).toBe('enrol')
    expect(await work(cookie)).toMatchObject({ status: 403, message: '请先设置二次验证' })
    expect((await post('me/factor/confirm', cookie, { code: '123456' })).status).toBe(409)
    const { secret, uri, qr } = (await post('me/factor', cookie)).data
    expect(uri).toContain(secret)
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await post('me/factor/confirm', cookie, { code: wrongCode(secret) })).status).toBe(422)
    const code = codeOf(secret)
    const { data } = await post('me/factor/confirm', cookie, { code })
    expect(new Set(data.recovery_codes).size).toBe(10)
    expect(data.me).toMatchObject({ step: 'done', factor: 1 })
    expect((await work(cookie)).status).toBe(200)
    expect((await get('me', elsewhere)).status).toBe(401)
    const { rows } = await pool.query('select staff_recovery_code::text as text from staff_recovery_code')
    expect(JSON.stringify(rows)).not.toContain(data.recovery_codes[0])

    const fresh = await enter(username)
    expect((await get('me', fresh)).data).toMatchObject({ step: 'code', permissions: [] })
    expect(await work(fresh)).toMatchObject({ status: 403, message: '请先完成二次验证' })
    for (const [path, body] of [
      ['me/password', { current: PASSWORD, password: 'Another-2026-word' }],
      ['me/factor', {}],
      ['me/factor/confirm', { code }],
    ] as const)
      expect((await post(path, fresh, body)).status, path).toBe(409)
    // The code that confirmed it was seen on a screen.
    expect((await post('me/code', fresh, { code })).status).toBe(422)
    later(30)
    expect((await post('me/code', fresh, { code: codeOf(secret) })).data.step).toBe('done')
    expect((await work(fresh)).status).toBe(200)
  })

  it('同一个口令只算一次，同时送来两遍也只算一次', async () => {
    const { username } = await makePerson()
    const { secret } = await enrol(await enter(username))
    const cookies = [await enter(username), await enter(username)]
    const code = codeOf(secret)
    const answers = await Promise.all(cookies.map((cookie) => post('me/code', cookie, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    later(30)
    // A clock that is half a minute behind is let in, a minute and a half is not.
    const late = codeOf(secret)
    later(30)
    expect((await post('me/code', await enter(username), { code: late })).status).toBe(200)
    const old = codeOf(secret)
    later(90)
    expect((await post('me/code', await enter(username), { code: old })).status).toBe(422)
  })

  it('恢复码每个只算一次，大小写和横线不论，用过留痕', async () => {
    const { username, id } = await makePerson()
    const { recovery } = await enrol(await enter(username))
    const [first = '', second = ''] = recovery
    expect((await post('me/code', await enter(username), { code: first })).data.step).toBe('done')
    expect((await post('me/code', await enter(username), { code: first })).status).toBe(422)
    expect((await post('me/code', await enter(username), { code: ` ${second.replace('-', ' ').toUpperCase()}` })).data.step).toBe('done')
    const used = await db
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', `account:${id}`)
      .where('action', '=', 'staff.recovery')
      .execute()
    expect(used).toHaveLength(2)
  })

  it('猜口令五次为止：换地址、换会话、同时送几十个都不多看一个；一刻钟后照常', async () => {
    const { username } = await makePerson()
    const { secret, recovery } = await enrol(await enter(username))
    const [cookie, elsewhere] = [await enter(username), await enter(username)]
    const wrong = wrongCode(secret)
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => post('me/code', at % 2 ? cookie : elsewhere, { code: wrong }, `203.0.113.${at}`)),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(25)
    expect((await post('me/code', cookie, { code: codeOf(secret) }, '198.51.100.7')).status).toBe(429)
    expect((await post('me/code', await enter(username), { code: recovery[0] })).status).toBe(429)
    later(15 * 60 + 1)
    expect((await post('me/code', elsewhere, { code: codeOf(secret) })).data.step).toBe('done')
  })

  it('还没有二次验证的人要设，先输密码：没锁屏的浏览器里，别人设不成自己的', async () => {
    await demandFactor(false)
    const { username } = await makePerson()
    const cookie = await enter(username)
    for (const proof of [{}, { password: 'wrong' }])
      expect((await post('me/factor', cookie, proof)).data.errors[0].field, JSON.stringify(proof)).toBe('password')
    expect((await get('me', cookie)).data.factor).toBe(0)
    await enrol(cookie)
    expect((await get('me', cookie)).data.factor).toBe(1)
  })

  it('换一个：先验证现在的；新的确认之前旧的照算，确认之后旧的和旧恢复码都不算', async () => {
    const { username } = await makePerson()
    const cookie = await enter(username)
    const { secret, recovery } = await enrol(cookie)
    expect((await post('me/factor', cookie)).data.errors[0].field).toBe('code')
    expect((await post('me/factor', cookie, { code: wrongCode(secret) })).status).toBe(422)
    const begun = (await post('me/factor', cookie, { code: codeOf(secret) })).data
    expect(begun.secret).not.toBe(secret)
    // Left at that: whoever has only the password stands before the old one still.
    const fresh = await enter(username)
    expect((await get('me', fresh)).data).toMatchObject({ step: 'code', factor: 1 })
    expect((await post('me/code', fresh, { code: codeOf(begun.secret) })).status).toBe(422)
    later(30)
    expect((await post('me/code', fresh, { code: codeOf(secret) })).data.step).toBe('done')
    expect((await post('me/factor/confirm', cookie, { code: codeOf(begun.secret) })).status).toBe(200)
    later(30)
    const last = await enter(username)
    for (const code of [codeOf(secret), recovery[0]]) expect((await post('me/code', last, { code })).status).toBe(422)
    expect((await post('me/code', last, { code: codeOf(begun.secret) })).data.step).toBe('done')
  })

  it('丢了手机的由管理员重置：会话结束，重新设置', async () => {
    await demandFactor(true)
    const boss = await enter((await makePerson(['管理员'])).username)
    await enrol(boss)
    const { username, id } = await makePerson()
    const cookie = await enter(username)
    await enrol(cookie)
    expect((await post(`person/${id}/factor`, boss, { reason: '手机遗失' })).data.person).toMatchObject({ factor: 0 })
    expect((await get('me', cookie)).status).toBe(401)
    expect((await get('me', await enter(username))).data.step).toBe('enrol')
  })
})

describe('会话何时结束', () => {
  it('半小时不用就结束；一直在用，十二小时也结束', async () => {
    const { username } = await makePerson()
    const idle = await enter(username)
    later(29 * 60)
    expect((await work(idle)).status).toBe(200)
    later(29 * 60)
    expect((await work(idle)).status).toBe(200)
    later(30 * 60)
    expect((await work(idle)).status).toBe(401)
    const busy = await enter(username)
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      later(20 * 60)
      expect((await work(busy)).status, `after ${minutes} minutes`).toBe(200)
    }
    later(20 * 60)
    expect((await work(busy)).status).toBe(401)
  })

  const seenByOther = async (token: string) => (await other.find(token, shop.clock.now, undefined, 'staff')) !== null
  async function eventually(check: () => Promise<boolean>): Promise<boolean> {
    for (let round = 0; round < 600; round++) {
      if (await check()) return true
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return false
  }

  it.each([
    ['停用', (id: number) => ({ path: `person/${id}/lock`, body: {} })],
    ['离职', (id: number) => ({ path: `person/${id}/leave`, body: {} })],
    ['结束登录', (id: number) => ({ path: `person/${id}/sessions`, body: {} })],
    ['变更岗位', (id: number) => ({ path: `person/${id}/roles`, body: { roles: ['warehouse'], version: 1 } })],
  ])('%s：打开着的页面下一次操作就被拒绝，别的进程也一样；别人的登录照常', async (_what, deed) => {
    const boss = await enter((await makePerson(['管理员'])).username)
    const { id, username } = await makePerson()
    const [cookie, second] = [await enter(username), await enter(username)]
    expect((await work(cookie)).status).toBe(200)
    expect(await seenByOther(second)).toBe(true)
    const { path, body } = deed(id)
    const done = await post(path, boss, { reason: '测试', ...body })
    expect(done.status, done.text).toBe(200)
    expect((await work(cookie)).status).toBe(401)
    expect(await eventually(async () => !(await seenByOther(second)))).toBe(true)
    expect((await get('me', boss)).status).toBe(200)
  })

  it('停用之前开了头、之后才送完的请求不再照办', async () => {
    const boss = await enter((await makePerson(['管理员'])).username)
    const { id, username } = await makePerson()
    const cookie = await enter(username)
    const { app } = shop
    await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = async (finish: () => Promise<void>): Promise<string> => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      const said = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes).slice(0, 12))))
      const body = JSON.stringify({ password: 'Other-House-2026', current: PASSWORD })
      const head = [
        'POST /api/staff/me/password HTTP/1.1',
        'Host: shop',
        `Cookie: staff=${cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await finish()
      socket.write(body.slice(5))
      return said.finally(() => socket.destroy())
    }
    const command = async (person: number, what: string) => {
      expect((await post(`person/${person}/${what}`, boss, { reason: '测试' })).status).toBe(200)
    }
    expect(await answer(() => command(id, 'lock'))).toBe('HTTP/1.1 401')
    await command(id, 'unlock')
    expect((await login(username)).status).toBe(200)
  })

  it('自己看得到在哪里登录，能结束别处的；当前的、别人的结束不了', async () => {
    const [mine, theirs] = [await makePerson(), await makePerson()]
    const [here, there, foreign] = [await enter(mine.username), await enter(mine.username), await enter(theirs.username)]
    const idOf = async (cookie: string): Promise<number> =>
      (await get('me/session', cookie)).data.list.find((one: { current: number }) => one.current === 1).id
    const [current, elsewhere, stranger] = [await idOf(here), await idOf(there), await idOf(foreign)]
    const end = (id: number) => shop.ask('DELETE', `/api/staff/me/session/${id}`, { cookie: here })
    expect((await end(current)).status).toBe(409)
    expect((await end(stranger)).status).toBe(404)
    expect((await end(elsewhere)).data.list).toHaveLength(1)
    expect((await get('me', there)).status).toBe(401)
    expect((await get('me', foreign)).status).toBe(200)
  })
})
