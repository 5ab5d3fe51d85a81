import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Authenticator, makeAuthenticator, type Said } from '../../../../../test/authenticator.ts'
import { testShop } from '../../../../../test/harness.ts'
import { STAFF_PASSWORD as PASSWORD, staffEntrance } from '../../../../../test/staff-entrance.ts'

const NOW = new Date('2026-11-23T01:00:00Z')

const shop = await testShop({ now: NOW })
const { codeOf, demandFactor, get, later, makePerson } = staffEntrance(shop)
const { db } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  for (const table of ['login_failure', 'rate_count'] as const) await db.deleteFrom(table).execute()
  await demandFactor(false)
})
afterEach(() => {
  shop.config.publicUrl = ''
})

async function enter(username: string): Promise<string> {
  const answer = await shop.ask('POST', '/api/staff/login', { body: { username, password: PASSWORD } })
  expect(answer.status, answer.text).toBe(200)
  return /staff=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
}
const post = (path: string, cookie: string, body: object = {}, headers: Record<string, string> = {}) =>
  shop.ask('POST', `/api/staff/${path}`, { cookie, body, headers })

/** One more, after the proof that the person can give. */
async function add(cookie: string, device: Authenticator, proof: object = { password: PASSWORD }, said: Said = {}) {
  const begun = await post('me/passkey/begin', cookie, proof)
  expect(begun.status, begun.text).toBe(200)
  return post('me/passkey', cookie, { name: '办公电脑', passkey: device.make(begun.data, said) })
}
/** As the browser answers what was just asked. */
async function shown(cookie: string, device: Authenticator, said: Said = {}) {
  const asked = await post('me/passkey/ask', cookie)
  expect(asked.status, asked.text).toBe(200)
  return device.show(asked.data, said)
}
const pass = async (cookie: string, device: Authenticator, said: Said = {}) =>
  post('me/passkey/pass', cookie, { passkey: await shown(cookie, device, said) })
async function equipped(roles?: readonly string[]) {
  const person = await makePerson(roles)
  const cookie = await enter(person.username)
  const device = makeAuthenticator()
  const added = await add(cookie, device)
  expect(added.status, added.text).toBe(200)
  const [key] = (await get('me/passkey', cookie)).data.list
  return { ...person, cookie, device, keyId: key.id as number, recovery: added.data.recovery_codes as string[] }
}
const deedsOf = async (id: number) =>
  (await db.selectFrom('audit_log').select('action').where('subject', '=', `account:${id}`).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const refused = { status: 422, message: '通行密钥没有通过验证，请再试一次，或改用口令' }

describe('用通行密钥登录', () => {
  it('凭密码添加，得十个恢复码，别处的登录结束；从此密码之后出示它就进来，每一步都有记录', async () => {
    const { username, id } = await makePerson()
    const [cookie, elsewhere] = [await enter(username), await enter(username)]
    const device = makeAuthenticator()
    const added = await add(cookie, device)
    expect(added.data.me).toMatchObject({ step: 'done', factor: 1, totp: 0, passkeys: 1 })
    expect(new Set(added.data.recovery_codes).size).toBe(10)
    expect((await get('me', elsewhere)).status).toBe(401)

    const fresh = await enter(username)
    expect((await get('me', fresh)).data).toMatchObject({ step: 'code', passkeys: 1, permissions: [] })
    expect(await get('chat', fresh)).toMatchObject({ status: 403, message: '请先完成二次验证' })
    later(60)
    expect((await pass(fresh, device)).data).toMatchObject({ step: 'done' })
    expect((await get('chat', fresh)).status).toBe(200)
    const { list, origin } = (await get('me/passkey', fresh)).data
    expect(origin).toBe('http://localhost')
    expect(list).toEqual([
      {
        id: list[0].id,
        name: '办公电脑',
        created_at: NOW.toISOString(),
        used_at: shop.clock.now.toISOString(),
        synced: 0,
        here: 1,
      },
    ])
    expect((await deedsOf(id)).slice(-5)).toEqual([
      'staff.passkey.begin',
      'staff.passkey.add',
      'staff.login',
      'staff.passkey.ask',
      'staff.passkey',
    ])
  })

  it('没有它时照样有退路：恢复码进得来，每个一次', async () => {
    const { username, recovery } = await equipped()
    const cookie = await enter(username)
    expect((await post('me/code', cookie, { code: '123456' })).status).toBe(422)
    expect((await post('me/code', cookie, { code: recovery[0] })).data.step).toBe('done')
    expect((await post('me/code', await enter(username), { code: recovery[0] })).status).toBe(422)
  })

  it('要求二次验证的商城，只有通行密钥也算；最后一种不能移除，另有一种时才能', async () => {
    await demandFactor(true)
    const { username } = await makePerson()
    const cookie = await enter(username)
    expect((await get('me', cookie)).data.step).toBe('enrol')
    const device = makeAuthenticator()
    expect((await add(cookie, device)).data.me.step).toBe('done')
    const [{ id }] = (await get('me/passkey', cookie)).data.list
    const remove = async (key: number, proof?: object) =>
      post(`me/passkey/${key}/remove`, cookie, proof ?? { passkey: await shown(cookie, device) })
    expect(await remove(id)).toMatchObject({ status: 409, message: expect.stringContaining('唯一的二次验证') })
    expect((await get('me', await enter(username))).data.step).toBe('code')

    const second = makeAuthenticator()
    expect((await add(cookie, second, { passkey: await shown(cookie, device) })).data.recovery_codes).toEqual([])
    expect((await remove(id)).data).toMatchObject({ passkeys: 1 })
    const begun = await post('me/factor', cookie, { passkey: await shown(cookie, second) })
    const { secret } = begun.data
    expect((await post('me/factor/confirm', cookie, { code: codeOf(secret) })).data.me).toMatchObject({ totp: 1, passkeys: 1 })
    later(30)
    const [last] = (await get('me/passkey', cookie)).data.list
    expect((await remove(last.id, { code: codeOf(secret) })).data).toMatchObject({ totp: 1, passkeys: 0, factor: 1 })
  })

  it('不要求时可以移除最后一个：此后凭密码进来，恢复码一并作废', async () => {
    const { username, cookie, device, keyId, id } = await equipped()
    const removed = await post(`me/passkey/${keyId}/remove`, cookie, { passkey: await shown(cookie, device) })
    expect(removed.data).toMatchObject({ step: 'done', factor: 0, passkeys: 0 })
    const { rows } = await shop.database.pool.query('select from staff_recovery_code where account_id = $1', [id])
    expect(rows).toHaveLength(0)
    expect((await get('me', await enter(username))).data.step).toBe('done')
  })
})

describe('什么不算出示', () => {
  it('别的网站上签的、为别的网址做的、没验证本人的、当作添加签的、签错题的，都不算', async () => {
    const { username, device } = await equipped()
    const cookie = await enter(username)
    const lies: Said[] = [
      { origin: 'https://shop.example.net' },
      { rpId: 'example.net' },
      { verified: false },
      { type: 'webauthn.create' },
      { userHandle: Buffer.from('anheng-staff-1').toString('base64url') },
    ]
    for (const lie of lies) {
      await db.deleteFrom('login_failure').execute()
      expect(await pass(cookie, device, lie), JSON.stringify(lie)).toMatchObject(refused)
    }
    await db.deleteFrom('login_failure').execute()
    expect(await pass(cookie, device, { challenge: Buffer.from('guess').toString('base64url') })).toMatchObject(refused)
    const mended = await shown(cookie, device)
    const { signature } = await shown(cookie, makeAuthenticator({ id: device.id })).then(({ response }) => response)
    expect(await post('me/passkey/pass', cookie, { passkey: { ...mended, response: { ...mended.response, signature } } })).toMatchObject(
      refused,
    )
    expect((await get('me', cookie)).data.step).toBe('code')
    expect((await pass(cookie, device)).data.step).toBe('done')
  })

  it('题目只算一次：看过的再送来不算，两个同时送来只算一个；五分钟后不算；是别的登录的题也不算', async () => {
    const { username, device } = await equipped()
    const cookie = await enter(username)
    const passkey = await shown(cookie, device)
    const answers = await Promise.all([1, 2].map(() => post('me/passkey/pass', cookie, { passkey })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await post('me/passkey/pass', cookie, { passkey })).toMatchObject(refused)
    // A wrong answer takes the question away too.
    const other = await enter(username)
    const right = await shown(other, device)
    expect(await post('me/passkey/pass', other, { passkey: { ...right, id: 'AAAA', rawId: 'AAAA' } })).toMatchObject(refused)
    expect(await post('me/passkey/pass', other, { passkey: right })).toMatchObject(refused)

    await db.deleteFrom('login_failure').execute()
    const [mine, theirs] = [await enter(username), await enter(username)]
    const moved = await shown(mine, device)
    await shown(theirs, device)
    expect(await post('me/passkey/pass', theirs, { passkey: moved })).toMatchObject(refused)
    const late = await shown(mine, device)
    later(5 * 60)
    expect(await post('me/passkey/pass', mine, { passkey: late })).toMatchObject(refused)
    const timely = await shown(mine, device)
    later(5 * 60 - 1)
    expect((await post('me/passkey/pass', mine, { passkey: timely })).data.step).toBe('done')
  })

  it('别人的通行密钥进不了我的账号，也登记不成我的；两个人同时登记同一个，只成一个', async () => {
    const [mine, theirs] = [await equipped(), await equipped()]
    const cookie = await enter(mine.username)
    expect(await pass(cookie, theirs.device)).toMatchObject(refused)
    expect((await pass(cookie, mine.device)).data.step).toBe('done')
    const again = await add(cookie, makeAuthenticator({ id: theirs.device.id }), { passkey: await shown(cookie, mine.device) })
    expect(again).toMatchObject({ status: 409, message: '这个通行密钥已经登记过，请换一个' })
    expect((await get('me', cookie)).data.passkeys).toBe(1)

    const same = makeAuthenticator()
    const people = await Promise.all([makePerson(), makePerson()])
    const cookies = await Promise.all(people.map(({ username }) => enter(username)))
    const made = await Promise.all(
      cookies.map(async (one) => same.make((await post('me/passkey/begin', one, { password: PASSWORD })).data)),
    )
    const both = await Promise.all(cookies.map((one, at) => post('me/passkey', one, { name: '同一个', passkey: made[at] })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('移除了的不再算；管理员重置之后一个不剩，别处的登录结束', async () => {
    const { username, id, cookie, device, keyId } = await equipped()
    const second = makeAuthenticator()
    await add(cookie, second, { passkey: await shown(cookie, device) })
    const asked = await enter(username)
    const early = await shown(asked, device)
    const removed = await post(`me/passkey/${keyId}/remove`, cookie, { passkey: await shown(cookie, second) })
    expect(removed.status, removed.text).toBe(200)
    expect((await post('me/passkey/pass', asked, { passkey: early })).status).toBe(401)
    const fresh = await enter(username)
    expect((await post('me/passkey/ask', fresh)).data.allowCredentials.map((one: { id: string }) => one.id)).toEqual([second.id])
    expect(await pass(fresh, device)).toMatchObject(refused)
    expect((await pass(fresh, second)).data.step).toBe('done')

    const boss = await enter((await makePerson(['管理员'])).username)
    expect((await post(`person/${id}/factor`, boss, { reason: '电脑遗失' })).data.person).toMatchObject({ factor: 0 })
    expect((await get('me', fresh)).status).toBe(401)
    expect((await get('me', await enter(username))).data).toMatchObject({ step: 'done', passkeys: 0 })
  })

  it('次数没有往前走的像是复制品：拒绝并留痕；不计次数的设备照常', async () => {
    const { username, id, device } = await equipped()
    expect((await pass(await enter(username), device, { counter: 9 })).data.step).toBe('done')
    const cookie = await enter(username)
    for (const counter of [9, 3, 0]) expect(await pass(cookie, device, { counter })).toMatchObject(refused)
    const doubts = await db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('subject', '=', `account:${id}`)
      .where('action', '=', 'staff.passkey.doubted')
      .orderBy('id')
      .execute()
    expect(doubts).toHaveLength(3)
    expect(doubts[1]).toEqual({ before: { counter: 9 }, after: { counter: 3, name: '办公电脑' } })
    expect((await pass(cookie, device, { counter: 10 })).data.step).toBe('done')

    const person = await makePerson()
    const still = makeAuthenticator({ counts: false })
    await add(await enter(person.username), still)
    for (let times = 0; times < 2; times++) expect((await pass(await enter(person.username), still)).data.step).toBe('done')
  })

  it('与口令一起算五次：换会话、同时送几十个都不多看一个；一刻钟后照常。要题也有限', async () => {
    const { username, device, recovery } = await equipped()
    const [cookie, elsewhere] = [await enter(username), await enter(username)]
    const lie = await shown(cookie, device, { verified: false })
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 2 ? post('me/passkey/pass', cookie, { passkey: lie }) : post('me/code', elsewhere, { code: '000000' }),
      ),
    )
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(25)
    expect((await pass(cookie, device)).status).toBe(429)
    expect((await post('me/code', cookie, { code: recovery[0] })).status).toBe(429)
    later(15 * 60 + 1)
    expect((await pass(cookie, device)).data.step).toBe('done')

    const statuses: number[] = []
    for (let asked = 0; asked < 32; asked++) statuses.push((await post('me/passkey/ask', elsewhere)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30)
  })
})

describe('添加、改名、移除', () => {
  it('添加之前要证明是本人：没有二次验证的凭密码，有的凭它，只有登录着不算；密码也不能代替它', async () => {
    const { username } = await makePerson()
    const cookie = await enter(username)
    const field = async (path: string, body: object) => (await post(path, cookie, body)).data?.errors?.[0]?.field
    expect(await field('me/passkey/begin', {})).toBe('password')
    expect(await field('me/passkey/begin', { password: 'wrong' })).toBe('password')
    const device = makeAuthenticator()
    await add(cookie, device)
    for (const proof of [{}, { password: PASSWORD }]) {
      expect(await field('me/passkey/begin', proof)).toBe('code')
      expect(await field('me/factor', proof)).toBe('code')
    }
    const [{ id }] = (await get('me/passkey', cookie)).data.list
    expect(await field(`me/passkey/${id}/remove`, { password: PASSWORD })).toBe('code')
    // Made without having been asked for.
    const made = makeAuthenticator().make({ challenge: 'AAAA', rp: { id: 'localhost' } })
    expect(await post('me/passkey', cookie, { name: '偷偷的', passkey: made })).toMatchObject(refused)
  })

  it('密码之后、二次验证之前，不能添加、移除、改名，也看不到有哪些', async () => {
    const { username, device, keyId } = await equipped()
    const half = await enter(username)
    const proof = { passkey: await shown(half, device) }
    expect((await post('me/passkey/begin', half, proof)).status).toBe(409)
    expect(
      (await post('me/passkey', half, { name: '新的', passkey: device.make({ challenge: 'AAAA', rp: { id: 'localhost' } }) })).status,
    ).toBe(409)
    expect((await post(`me/passkey/${keyId}/remove`, half, proof)).status).toBe(403)
    expect((await post(`me/passkey/${keyId}/name`, half, { name: '新的' })).status).toBe(403)
    expect((await get('me/passkey', half)).status).toBe(403)
  })

  it('别处签的、没验证本人的登记不成；带厂商证书的声明不看，也不去证书写的地址取东西', async () => {
    const { username } = await makePerson()
    const cookie = await enter(username)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const certificate = { fmt: 'packed', statement: new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]]) }
    for (const lie of [{ origin: 'https://shop.example.net' }, { rpId: 'example.net' }, { verified: false }, { attestation: certificate }])
      expect(await add(cookie, makeAuthenticator(), { password: PASSWORD }, lie), JSON.stringify(lie)).toMatchObject(refused)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
    expect((await get('me', cookie)).data.passkeys).toBe(0)
  })

  it('最多十个；名字去掉首尾空白，空的、太长的、看不见的字不收；别人的改不了、移不了', async () => {
    const { cookie, device, keyId } = await equipped()
    const rename = (id: number, name: string) => post(`me/passkey/${id}/name`, cookie, { name })
    expect((await rename(keyId, ' 值班　手机 ')).data.list[0].name).toBe('值班 手机')
    for (const name of ['  ', '长'.repeat(31), '手\u202e机']) expect((await rename(keyId, name)).data.errors[0].field).toBe('name')
    const theirs = await equipped()
    expect((await rename(theirs.keyId, '我的')).status).toBe(404)
    expect((await post(`me/passkey/${theirs.keyId}/remove`, cookie, { passkey: await shown(cookie, device) })).status).toBe(404)
    for (let more = 1; more < 10; more++) {
      const added = await add(cookie, makeAuthenticator(), { passkey: await shown(cookie, device) })
      expect(added.status, added.text).toBe(200)
    }
    const eleventh = await post('me/passkey/begin', cookie, { passkey: await shown(cookie, device) })
    expect(eleventh).toMatchObject({ status: 409, message: '最多 10 个通行密钥，请先移除不用的' })
  })

  it('要求二次验证时，最后两个同时移除，只成一个', async () => {
    const { cookie, device, keyId, recovery } = await equipped()
    await demandFactor(true)
    const second = makeAuthenticator()
    await add(cookie, second, { passkey: await shown(cookie, device) })
    const ids = (await get('me/passkey', cookie)).data.list.map((one: { id: number }) => one.id) as number[]
    expect(ids).toHaveLength(2)
    expect(ids).toContain(keyId)
    const answers = await Promise.all(ids.map((id, at) => post(`me/passkey/${id}/remove`, cookie, { code: recovery[at] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await get('me', cookie)).data).toMatchObject({ passkeys: 1, step: 'done' })
  })

  it('换验证器也可以凭恢复码：用过一个，留痕', async () => {
    const { cookie, id, recovery } = await equipped()
    expect((await post('me/factor', cookie, { code: recovery[3] })).status).toBe(200)
    expect((await post('me/factor', cookie, { code: recovery[3] })).status).toBe(422)
    expect(await deedsOf(id)).toContain('staff.recovery')
  })
})

describe('在哪个网址', () => {
  it('以商城公布的网址为准，请求里写什么主机都不算；IP 地址、没有 https 的网址用不了，并说清楚', async () => {
    const { username } = await makePerson()
    const cookie = await enter(username)
    const begin = (headers: Record<string, string>) => post('me/passkey/begin', cookie, { password: PASSWORD }, headers)
    for (const host of ['192.0.2.7', '192.0.2.7:3000', '[2001:db8::1]:3000', 'shop.example.com'])
      expect(await begin({ host }), host).toMatchObject({ status: 409, message: expect.stringContaining('https') })
    expect((await begin({ host: 'localhost:4730' })).data.rp.id).toBe('localhost')

    shop.config.publicUrl = 'https://shop.example.com'
    expect((await begin({ host: 'evil.example.net' })).data.rp.id).toBe('shop.example.com')
    const device = makeAuthenticator({ origin: 'https://shop.example.com' })
    expect((await add(cookie, device)).data.me.passkeys).toBe(1)
    const asked = await post('me/passkey/ask', cookie, {}, { host: 'evil.example.net' })
    expect(asked.data.rpId).toBe('shop.example.com')
    const lured = device.show(asked.data, { origin: 'https://evil.example.net' })
    expect(await post('me/passkey/pass', cookie, { passkey: lured }, { host: 'evil.example.net' })).toMatchObject(refused)

    // At another address of the shop it is listed, and not asked for.
    shop.config.publicUrl = 'https://other.example.com'
    expect((await get('me/passkey', cookie)).data).toMatchObject({ origin: 'https://other.example.com', list: [{ here: 0 }] })
    expect(await post('me/passkey/ask', cookie)).toMatchObject({ status: 409, message: expect.stringContaining('还没有登记') })
  })
})
