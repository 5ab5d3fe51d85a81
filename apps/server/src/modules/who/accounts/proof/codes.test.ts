import { beforeEach, describe, expect, it } from 'vitest'
import { codeTo, knownCaptcha, sessionOf } from '../../../../../test/credentials.ts'
import { testShop } from '../../../../../test/harness.ts'
import { addressKey, lineKey } from '../../../../platform/addresses.ts'
import { insertAccount } from '../account-store.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { drawCaptcha } from './captcha-drawing.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const KNOWN = '13911120001'
const UNKNOWN = '13911129999'
const MINUTE = 60_000

const shop = await testShop({
  now: NOW,
  seed: async ({ db }) => {
    await insertAccount(db, { phone: KNOWN, name: '陈店员', passwordHash: await hashPassword('Demo-2026') }, NOW)
  },
})
const { pool } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  shop.sms.length = 0
  for (const table of ['rate_count', 'sms_code', 'captcha', 'login_failure', 'session'] as const)
    await shop.database.db.deleteFrom(table).execute()
})

const later = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
}
const askCode = (body: object, ip?: string) => shop.ask('POST', '/api/sms/code', { body, ...(ip && { ip }) })
const loginSms = (phone: string, code: string, more: { ip?: string; cookie?: string } = {}) =>
  shop.ask('POST', '/api/user/login_sms', { body: { phone, code }, ...more })
const plain = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
const WRONG = { code: 422, data: { errors: [{ field: 'code', message: '验证码不正确或已失效' }] } }

describe('短信验证码', () => {
  it('是 6 位数字，数据库里只有散列，用它登录一次', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await pool.query('select sms_code::text as text from sms_code')
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0].text).toContain('argon2id')
    expect(await loginSms(KNOWN, code)).toMatchObject({ code: 200, message: '登录成功', data: { username: KNOWN } })
    expect(await loginSms(KNOWN, code)).toMatchObject(WRONG)
  })

  it('5 分钟后失效', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    later(5.01)
    expect(await loginSms(KNOWN, code)).toMatchObject(WRONG)
  })

  it('最多试 5 次，之后正确的也不行', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    const other = code === '000000' ? '000001' : '000000'
    for (let round = 0; round < 5; round++) expect(await loginSms(KNOWN, other)).toMatchObject(WRONG)
    expect(await loginSms(KNOWN, code)).toMatchObject(WRONG)
  })

  it('许多人同时猜也一共只有 5 次机会', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    const other = code === '000000' ? '000001' : '000000'
    await Promise.all(Array.from({ length: 12 }, () => loginSms(KNOWN, other)))
    const row = await shop.database.db.selectFrom('sms_code').select('tries').executeTakeFirstOrThrow()
    expect(row.tries).toBe(5)
    expect(await loginSms(KNOWN, code)).toMatchObject(WRONG)
  })

  it('同一个码同时用两次，只有一次成功', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    const answers = await Promise.all([loginSms(KNOWN, code), loginSms(KNOWN, code), loginSms(KNOWN, code)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422, 422])
  })

  it('只能用于它要做的事：找回密码的码不能登录', async () => {
    const code = await codeTo(shop, KNOWN, 'reset')
    expect(await loginSms(KNOWN, code)).toMatchObject(WRONG)
  })

  it('新码发出后旧码作废', async () => {
    const first = await codeTo(shop, KNOWN, 'login')
    later(1.01)
    const second = await codeTo(shop, KNOWN, 'login')
    if (first !== second) expect(await loginSms(KNOWN, first)).toMatchObject(WRONG)
    expect((await loginSms(KNOWN, second)).code).toBe(200)
  })

  it.each([
    ['', '请输入短信验证码'],
    ['12345', '请输入 6 位数字验证码'],
    ['12345a', '请输入 6 位数字验证码'],
  ])('写错的「%s」：%s', async (code, message) => {
    expect(await loginSms(KNOWN, code)).toMatchObject({ code: 422, data: { errors: [{ field: 'code', message }] } })
  })

  it('全角数字、空格、+86 都认得', async () => {
    const code = await codeTo(shop, KNOWN, 'login')
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect((await loginSms(`+86 139 1112 0001`, ` ${wide} `)).code).toBe(200)
  })

  it.each(['1291112000', '12911120001', '139111200011', 'abc', ''])('手机号「%s」被指出', async (phone) => {
    expect(await askCode({ purpose: 'login', phone })).toMatchObject({ code: 422, data: { errors: [{ field: 'phone' }] } })
  })
})

describe('发送的限制', () => {
  it('同一手机 60 秒内只发一次，并说要等多久', async () => {
    await codeTo(shop, KNOWN, 'login')
    later(0.5)
    const again = await askCode({ purpose: 'login', phone: KNOWN })
    expect(again).toMatchObject({ status: 429, code: 429, message: '操作过于频繁，请 30 秒后再试', data: { retry_after: 30 } })
    later(0.51)
    expect((await askCode({ purpose: 'login', phone: KNOWN })).code).toBe(200)
  })

  it('被拒绝的请求不占次数', async () => {
    await codeTo(shop, KNOWN, 'login')
    for (let round = 0; round < 8; round++) await askCode({ purpose: 'login', phone: KNOWN })
    const row = await shop.database.db
      .selectFrom('rate_count')
      .select('count')
      .where('key', '=', `sms:hour:phone:${KNOWN}`)
      .executeTakeFirstOrThrow()
    expect(row.count).toBe(1)
  })

  it('同一手机一小时最多 5 次、一天最多 10 次，换地址也一样', async () => {
    for (let round = 0; round < 5; round++) {
      await codeTo(shop, KNOWN, 'login', `10.0.0.${round}`)
      later(1.01)
    }
    const sixth = { purpose: 'login', phone: KNOWN, ...(await knownCaptcha(shop)) }
    expect((await askCode(sixth, '10.0.0.9')).code).toBe(429)
    later(60)
    for (let round = 0; round < 5; round++) {
      await codeTo(shop, KNOWN, 'login')
      later(1.01)
    }
    later(60)
    expect(await askCode({ purpose: 'login', phone: KNOWN, ...(await knownCaptcha(shop)) })).toMatchObject({
      code: 429,
      message: expect.stringMatching(/小时后再试$/),
    })
  })

  it('同一时刻的 20 个请求只发出一条', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => askCode({ purpose: 'login', phone: KNOWN })))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(shop.sms).toHaveLength(1)
  })

  it('一个地址一小时最多 40 次，IPv6 按 /64 算一个地址', async () => {
    const phone = (index: number) => `1391113${String(index).padStart(4, '0')}`
    const send = async (index: number) =>
      askCode({ purpose: 'login', phone: phone(index), ...(await knownCaptcha(shop)) }, `2001:db8:1:2::${index + 1}`)
    for (let index = 0; index < 40; index++) expect((await send(index)).code).toBe(200)
    expect((await send(40)).code).toBe(429)
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
    // Whose turn it is goes by the whole line: sixty-five thousand /64 are one of those who wait.
    expect(['2001:db8:1:2::3', '2001:db8:1:ffff::3', '2001:db8::1', '203.0.113.9'].map(lineKey)).toEqual([
      '2001:db8:1::/48',
      '2001:db8:1::/48',
      '2001:db8:0::/48',
      '203.0.113.9',
    ])
    // As some proxies write it: the port is no visitor of its own.
    for (const port of [5678, 40001]) {
      expect(addressKey(`203.0.113.9:${port}`)).toBe('203.0.113.9')
      expect(addressKey(`[2001:db8::1]:${port}`)).toBe('2001:db8:0:0::/64')
    }
  })

  it('同一手机发过 2 次后要求图形验证码，每张图只能用一次', async () => {
    for (let round = 0; round < 2; round++) {
      await codeTo(shop, KNOWN, 'login')
      later(1.01)
    }
    const body = { purpose: 'login', phone: KNOWN }
    expect(await askCode(body)).toMatchObject({ code: 422, data: { errors: [{ field: 'captcha', message: '请输入图形验证码' }] } })
    const captcha = await knownCaptcha(shop)
    expect((await askCode({ ...body, ...captcha })).code).toBe(200)
    later(1.01)
    expect((await askCode({ ...body, ...captcha })).data.errors[0].field).toBe('captcha')
  })
})

describe('看不出手机号是否注册过', () => {
  it.each(['login', 'reset'])('%s：同样的状态、同样的话；没有注册的手机收不到短信', async (purpose) => {
    const [known, unknown] = [await askCode({ purpose, phone: KNOWN }), await askCode({ purpose, phone: UNKNOWN })]
    expect(known).toMatchObject({ code: 200, message: '如果该手机号已注册，验证码将很快送达' })
    expect(plain(unknown)).toBe(plain(known))
    expect(shop.sms.map((message) => message.phone)).toEqual([KNOWN])
  })

  it('次数限制与图形验证码的要求也一样', async () => {
    const steps = async (phone: string) => {
      shop.clock.now = NOW
      const answers: string[] = []
      for (let round = 0; round < 4; round++) {
        answers.push(plain(await askCode({ purpose: 'login', phone })))
        answers.push(plain(await askCode({ purpose: 'login', phone })))
        later(1.01)
      }
      return answers
    }
    expect(await steps(UNKNOWN)).toEqual(await steps(KNOWN))
  })

  it('错误的码：登录与找回都同样拒绝，算得一样多', async () => {
    await codeTo(shop, KNOWN, 'login')
    await askCode({ purpose: 'login', phone: UNKNOWN })
    const check = (phone: string) => shop.ask('POST', '/api/forget/check', { body: { phone, code: '000000' } })
    expect(plain(await loginSms(UNKNOWN, '000000'))).toBe(plain(await loginSms(KNOWN, '000000')))
    expect(plain(await check(UNKNOWN))).toBe(plain(await check(KNOWN)))
    const work = async (phone: string) => {
      const before = process.cpuUsage()
      for (let round = 0; round < 3; round++) await loginSms(phone, '000000')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown] = [await work(KNOWN), await work(UNKNOWN)]
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2.5)
  })

  it('注册必须说出来，所以从一个地址只能问有限几次', async () => {
    const ask = (phone: string, ip: string) => shop.ask('GET', `/api/user/phone/${phone}`, { ip })
    expect((await ask(KNOWN, '10.0.1.1')).data).toEqual({ known: 1 })
    expect((await ask(UNKNOWN, '10.0.1.1')).data).toEqual({ known: 0 })
    for (let round = 0; round < 28; round++) expect((await ask(UNKNOWN, '10.0.1.1')).code).toBe(200)
    expect((await ask(KNOWN, '10.0.1.1')).code).toBe(429)
    // The code for a registration says the same, and is counted with it.
    expect((await askCode({ purpose: 'register', phone: KNOWN }, '10.0.1.1')).code).toBe(429)
    expect(await askCode({ purpose: 'register', phone: KNOWN }, '10.0.1.2')).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'phone', message: '该手机号已注册，请直接登录或找回密码' }] },
    })
    expect((await ask('12911120001', '10.0.1.2')).code).toBe(422)
  })
})

describe('验证码登录', () => {
  it('总是换新令牌，登录前的令牌作废', async () => {
    const planted = 'x'.repeat(43)
    const first = sessionOf(await loginSms(KNOWN, await codeTo(shop, KNOWN, 'login'), { cookie: planted }))
    expect(first).not.toBe(planted)
    expect((await shop.ask('GET', '/api/user/base', { cookie: planted })).code).toBe(401)
    later(1.01)
    const second = sessionOf(await loginSms(KNOWN, await codeTo(shop, KNOWN, 'login'), { cookie: first }))
    expect((await shop.ask('GET', '/api/user/base', { cookie: first })).code).toBe(401)
    expect((await shop.ask('GET', '/api/user/base', { cookie: second })).code).toBe(200)
  })

  it('一个地址一小时最多试 60 个码，不管是谁的手机', async () => {
    for (let round = 0; round < 60; round++)
      expect((await loginSms(`1391114${String(round).padStart(4, '0')}`, '000000', { ip: '10.0.2.1' })).code).toBe(422)
    expect((await loginSms(KNOWN, '000000', { ip: '10.0.2.1' })).code).toBe(429)
  })
})

describe('图形验证码', () => {
  it('是一张没有文字的图，笔画次序每次不同', async () => {
    const { data } = await shop.ask('GET', '/api/captcha')
    const svg = Buffer.from(data.image.split(',')[1], 'base64').toString()
    expect(svg).toMatch(/^<svg xmlns/)
    expect(svg).not.toMatch(/<text|<script|font/)
    expect(drawCaptcha('AB23')).not.toBe(drawCaptcha('AB23'))
    const { rows } = await pool.query('select captcha::text as text from captcha where id = $1', [data.id])
    expect(rows).toHaveLength(1)
  })

  it('5 分钟后失效', async () => {
    const captcha = await knownCaptcha(shop)
    later(6)
    for (let round = 0; round < 2; round++) {
      await askCode({ purpose: 'login', phone: KNOWN })
      later(1.01)
    }
    expect((await askCode({ purpose: 'login', phone: KNOWN, ...captcha })).data.errors[0].field).toBe('captcha')
  })
})
