import { expect, it, vi } from 'vitest'
import { codeTo, sessionOf } from '../../../../../test/credentials.ts'
import { makeCompany } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

const counted = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counting =
    <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
    async (...given: Given) => {
      counted.now += 1
      counted.most = Math.max(counted.most, counted.now)
      return work(...given).finally(() => {
        counted.now -= 1
      })
    }
  return { ...real, hash: counting(real.hash), verify: counting(real.verify) }
})

const NOW = new Date('2026-11-21T02:00:00Z')
const PASSWORD = 'Demo-2026'
const shop = await testShop({ now: NOW })
const { db } = shop.database

const phones = (from: number, count: number) => Array.from({ length: count }, (_, at) => `1390000${String(from + at)}`)

it('验证身份、注册、发码、登录同时来：密码最多两个一起算，谁都得到答复', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const cookies: string[] = []
  for (let at = 0; at < 6; at++) {
    const { username } = await makeCompany(db).then(({ accountId }) =>
      db.updateTable('account').set({ password_hash }).where('id', '=', accountId).returning('username').executeTakeFirstOrThrow(),
    )
    cookies.push(sessionOf(await shop.ask('POST', '/api/user/login', { body: { username, password: PASSWORD }, ip: `198.51.100.${at}` })))
  }
  const fresh = phones(1000, 6)
  const codes: string[] = []
  for (const phone of fresh) codes.push(await codeTo(shop, phone, 'register'))
  counted.most = 0
  const answers = await Promise.all([
    ...cookies.map((cookie) => shop.ask('POST', '/api/user/prove', { cookie, body: { password: PASSWORD } })),
    ...fresh.map((phone, at) =>
      shop.ask('POST', '/api/register', {
        body: { phone, name: '陈店员', password: 'Herbs-2026-x', code: codes[at], agree: 1 },
        ip: `198.51.101.${at}`,
      }),
    ),
    ...phones(2000, 6).map((phone, at) => shop.ask('POST', '/api/sms/code', { body: { phone, purpose: 'login' }, ip: `198.51.102.${at}` })),
    ...phones(3000, 6).map((username, at) =>
      shop.ask('POST', '/api/user/login', { body: { username, password: 'wrong' }, ip: `198.51.103.${at}` }),
    ),
  ])
  expect(answers.map(({ code }) => code)).toEqual([...Array(18).fill(200), ...Array(6).fill(422)])
  expect(counted.most).toBeLessThanOrEqual(2)
})

it('一个账号同时猜许多次密码来验证身份：一次一次验，到了上限就不再验', async () => {
  const { accountId, cookie } = await makeCompany(db)
  const password_hash = await hashPassword(PASSWORD)
  await db.updateTable('account').set({ password_hash }).where('id', '=', accountId).execute()
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => shop.ask('POST', '/api/user/prove', { cookie, body: { password: `wrong-${at}` } })),
  )
  expect(guesses.filter(({ code }) => code === 422)).toHaveLength(5)
  expect(guesses.filter(({ code }) => code === 429)).toHaveLength(25)
})

it('几百个地址同时猜密码，占满陌生人的队：从前登录过的浏览器照常登录，已登录的照常验证身份', async () => {
  const password_hash = await hashPassword(PASSWORD)
  const { accountId } = await makeCompany(db)
  const { username } = await db
    .updateTable('account')
    .set({ password_hash })
    .where('id', '=', accountId)
    .returning('username')
    .executeTakeFirstOrThrow()
  const first = await shop.ask('POST', '/api/user/login', { body: { username, password: PASSWORD }, ip: '198.51.110.1' })
  const browser = [first.headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '')
  const guess = (at: number, ip: string) =>
    shop.ask('POST', '/api/user/login', { body: { username: `nobody-${at}`, password: 'wrong' }, ip })
  const crowd = Array.from({ length: 400 }, (_, at) => guess(at, `198.18.${at >> 8}.${at & 255}`))
  const headers = { cookie: browser.filter((one) => one.startsWith('known=')).join('; ') }
  const again = await shop.ask('POST', '/api/user/login', { body: { username, password: PASSWORD }, headers, ip: '198.51.110.2' })
  const proved = await shop.ask('POST', '/api/user/prove', { cookie: sessionOf(first), body: { password: PASSWORD } })
  expect([again.code, proved.code]).toEqual([200, 200])
  expect((await Promise.all(crowd)).filter(({ code }) => code === 429).length).toBeGreaterThan(50)
})
