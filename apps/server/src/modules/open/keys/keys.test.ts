import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { OPEN_OWN_SCOPES } from '#contract/constants.ts'
import { isPermission } from '#contract/permissions.ts'
import { makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { rightValue } from '../../../../test/wrong-values.ts'
import { isWithin } from '../../../platform/networks.ts'
import { isSecret, newSecret, secretHash } from './token.ts'

const shop = await testShop({ now: new Date('2026-11-28T02:00:00Z') })
const { pool } = shop.database
const boss = await makeStaff(shop.database.db, '钱主管', '质管')
const second = await makeStaff(shop.database.db, '孙主管', '质管')

const WISH = { name: '金蝶 ERP', scopes: ['orders.prices', 'orders.note'], addresses: ['10.20.0.0/16'], days: 365, reason: '对接 ERP' }
const asked = (body: object) => shop.ask('POST', '/api/staff/open/key', { cookie: boss, body })

async function made(wish: object = {}): Promise<{ id: number; secret: string }> {
  const waits = await asked({ ...WISH, addresses: [], ...wish })
  expect(waits.status, waits.text).toBe(202)
  const approved = await shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: second, body: {} })
  expect(approved.status, approved.text).toBe(200)
  const list = await shop.ask('GET', '/api/staff/open/key', { cookie: boss })
  const { id, state } = list.data.list[0]
  expect(state).toBe('unissued')
  const issued = await shop.ask('POST', `/api/staff/open/key/${id}/issue`, { cookie: boss })
  return { id, secret: issued.data.secret }
}
/** Asked for by the one, agreed to by the other. */
const renew = async (id: number) => {
  const waits = await shop.ask('POST', `/api/staff/open/key/${id}/renew`, { cookie: boss, body: { reason: '到期更换' } })
  return shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: second, body: {} })
}
const orders = (bearer: string, ip?: string) => shop.ask('GET', '/open/v1/orders', { bearer, ...(ip && { ip }) })
const problem = async (answer: Promise<{ status: number; data: { code: string } }>) => {
  const { status, data } = await answer
  return [status, data.code]
}

describe('密钥的样子', () => {
  it('ak_live_、32 个随机字节、校验：错一个字就不是密钥', () => {
    const secrets = Array.from({ length: 200 }, newSecret)
    expect(new Set(secrets).size).toBe(200)
    for (const secret of secrets) {
      expect(secret).toMatch(/^ak_live_[0-9A-Za-z]{49}$/)
      expect(isSecret(secret)).toBe(true)
    }
    const [secret = ''] = secrets
    for (let at = 8; at < secret.length; at += 1) {
      const other = secret[at] === 'a' ? 'b' : 'a'
      expect(isSecret(secret.slice(0, at) + other + secret.slice(at + 1)), String(at)).toBe(false)
    }
    expect(isSecret(secret.replace('live', 'test'))).toBe(false)
  })

  it('来源地址：单个、网段、IPv6、套在 IPv6 里的 IPv4', () => {
    expect(isWithin(['10.20.0.0/16'], '10.20.255.1')).toBe(true)
    expect(isWithin(['10.20.0.0/16'], '::ffff:10.20.1.1')).toBe(true)
    expect(isWithin(['10.20.0.0/16'], '10.21.0.1')).toBe(false)
    expect(isWithin(['2001:db8::/32', '203.0.113.5'], '2001:db8:1::7')).toBe(true)
    expect(isWithin(['2001:db8::/32', '203.0.113.5'], '203.0.113.6')).toBe(false)
    expect(isWithin(['10.0.0.0/8'], 'nonsense')).toBe(false)
  })
})

describe('新建、领取、更换、停用', () => {
  it('另一人批准才有；只显示一次，库里只有 SHA-256；记在操作记录里', async () => {
    const { id, secret } = await made()
    const { rows } = await pool.query('select hash, shown from open_secret where open_key_id = $1', [id])
    expect([rows.length, rows[0].hash.equals(secretHash(secret)), rows[0].shown]).toEqual([1, true, secret.slice(0, 16)])
    const dump = await pool.query<{ text: string }>(
      `select (select string_agg(k::text, '') from open_key k) || (select string_agg(s::text, '') from open_secret s)
           || (select string_agg(a::text, '') from audit_log a) || (select string_agg(r::text, '') from approval_request r) as text`,
    )
    expect(dump.rows[0]?.text).not.toContain(secret.slice(0, 24))
    const list = await shop.ask('GET', '/api/staff/open/key', { cookie: boss })
    expect(list.text).not.toContain(secret.slice(0, 24))
    expect(list.data.list[0]).toMatchObject({
      name: '金蝶 ERP',
      state: 'live',
      secrets: [{ shown: secret.slice(0, 16), last_used_at: null }],
    })
    const { rows: audited } = await pool.query('select action from audit_log where subject = $1 order by id', [`open_key:${id}`])
    expect(audited.map(({ action }) => action)).toEqual(['open_key.add', 'open_key.issue'])
    expect((await orders(secret)).status).toBe(200)
    const used = await shop.ask('GET', '/api/staff/open/key?state=live', { cookie: boss })
    expect(used.data.list[0].secrets[0]).toMatchObject({ last_used_at: shop.clock.now.toISOString(), last_used_from: '127.0.0.1' })
  })

  it('没有权限的岗位看不到也做不了；不认识的权限、不成地址的地址、空名字都指明', async () => {
    const clerk = await makeStaffOf(shop.database.db, 'merchandiser')
    expect((await shop.ask('GET', '/api/staff/open/key', { cookie: clerk })).status).toBe(403)
    expect((await shop.ask('POST', '/api/staff/open/key', { cookie: clerk, body: WISH })).status).toBe(403)
    const { data } = await asked({ ...WISH, name: '  ', scopes: ['staff.manage'], addresses: ['10.0.0.0/33'] })
    expect(data.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'scopes', 'addresses'])
  })

  it('更换要另一人批准，只有申请的人能领，只领一次：一个人给不了自己对方系统的权限', async () => {
    const { id, secret } = await made()
    const issue = (cookie: string) => shop.ask('POST', `/api/staff/open/key/${id}/issue`, { cookie })
    expect((await issue(boss)).status).toBe(409)
    const waits = await shop.ask('POST', `/api/staff/open/key/${id}/renew`, { cookie: second, body: { reason: '对方换服务器' } })
    expect([waits.status, (await issue(second)).status]).toEqual([202, 409])
    expect(waits.data.request).toMatchObject({ kind_name: '更换接口密钥', changes: [{ before: `${secret.slice(0, 16)}…` }] })
    const own = await shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: second, body: {} })
    expect(own.status).toBe(409)
    expect((await shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: boss, body: {} })).status).toBe(200)
    const list = await shop.ask('GET', '/api/staff/open/key', { cookie: second })
    expect(list.data.list.find((one: { id: number }) => one.id === id)).toMatchObject({ secret_for: '孙主管', may_take: 1 })
    const foreign = await issue(boss)
    expect([foreign.status, foreign.message]).toEqual([403, expect.stringContaining('由孙主管领取')])
    const taken = await issue(second)
    expect(taken.data.key).toMatchObject({ secret_for: '', may_take: 0, secrets: [{}, {}] })
    expect((await orders(taken.data.secret)).status).toBe(200)
    expect((await issue(second)).status).toBe(409)
    const { rows } = await pool.query("select action from audit_log where subject = $1 and action like 'open_key%' order by id", [
      `open_key:${id}`,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['open_key.add', 'open_key.issue', 'open_key.renew', 'open_key.issue'])
  })

  it('更换时新旧两个同时有效，第三个不给；旧的停了立即无效，唯一的一个不能这样停', async () => {
    const { id, secret } = await made()
    expect((await renew(id)).status).toBe(200)
    const { data: renewed } = await shop.ask('POST', `/api/staff/open/key/${id}/issue`, { cookie: boss })
    expect([(await orders(secret)).status, (await orders(renewed.secret)).status]).toEqual([200, 200])
    const third = await shop.ask('POST', `/api/staff/open/key/${id}/renew`, { cookie: boss, body: { reason: '再换一个' } })
    expect([third.status, third.message]).toEqual([409, expect.stringContaining('已有 2 个在用')])
    const old = renewed.key.secrets.find(({ shown }: { shown: string }) => secret.startsWith(shown))
    expect((await shop.ask('POST', `/api/staff/open/secret/${old.id}/stop`, { cookie: boss })).status).toBe(200)
    expect(await problem(orders(secret))).toEqual([401, 'KEY_STOPPED'])
    expect((await orders(renewed.secret)).status).toBe(200)
    const last = renewed.key.secrets.find(({ id: secretId }: { id: number }) => secretId !== old.id)
    expect((await shop.ask('POST', `/api/staff/open/secret/${last.id}/stop`, { cookie: boss })).status).toBe(409)
    expect((await shop.ask('POST', `/api/staff/open/secret/${old.id}/stop`, { cookie: boss })).status).toBe(404)
  })

  it('整个停用立即生效，再停一次无事发生，停了不能再领；过期的也不能用、不能领', async () => {
    const { id, secret } = await made()
    const stop = () => shop.ask('POST', `/api/staff/open/key/${id}/stop`, { cookie: boss, body: { reason: '换了系统' } })
    expect((await stop()).data).toMatchObject({ state: 'stopped', stopped_reason: '换了系统', secrets: [] })
    expect((await stop()).status).toBe(200)
    expect(await problem(orders(secret))).toEqual([401, 'KEY_STOPPED'])
    expect((await shop.ask('POST', `/api/staff/open/key/${id}/issue`, { cookie: boss })).status).toBe(409)
    const { rows } = await pool.query("select 1 from audit_log where subject = $1 and action = 'open_key.stop'", [`open_key:${id}`])
    expect(rows).toHaveLength(1)
    // The last day counts whole.
    const ends = await makeOpenKey(shop, { expiresOn: '2026-11-28' })
    expect((await orders(ends)).status).toBe(200)
    const before = shop.clock.now
    shop.clock.now = new Date('2026-11-28T16:00:01Z')
    expect(await problem(orders(ends))).toEqual([401, 'KEY_EXPIRED'])
    shop.clock.now = before
  })
})

describe('门口', () => {
  const OPEN_CALLS = CALLS.filter(({ access }) => access === 'integration')

  it('每个调用都要一项权限：批发企业的在权限表里，采购企业的另有自己的', () => {
    expect(OPEN_CALLS.length).toBeGreaterThan(5)
    expect(OPEN_CALLS.filter(({ scope = '' }) => !isPermission(scope) && !(scope in OPEN_OWN_SCOPES)).map(({ path }) => path)).toEqual([])
    expect(OPEN_CALLS.filter(({ path }) => !path.startsWith('/open/v1/'))).toEqual([])
  })

  it.each(OPEN_CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s：没有密钥、乱写的、别家的、停了的、过期的、没有这项权限的、别处来的，都不让进，也什么都没有改',
    async (_title, call) => {
      const { scope = '' } = call
      const url = call.path.replace(/:\w+/g, '1')
      const body = (rightValue(call.body as never, 1) ?? undefined) as object | undefined
      const send = (options: object) => problem(shop.ask(call.method, url, { ...(call.method === 'POST' && body && { body }), ...options }))
      const others = OPEN_CALLS.map((one) => one.scope ?? '').filter((word) => word !== scope)
      const stopped = await makeOpenKey(shop)
      await pool.query('update open_secret set stopped_at = now() where hash = $1', [secretHash(stopped)])
      expect(await send({})).toEqual([401, 'KEY_MISSING'])
      // A buyer's or a clerk's cookie opens nothing here.
      expect(await send({ cookie: boss })).toEqual([401, 'KEY_MISSING'])
      expect(await send({ headers: { authorization: 'Basic YTpi' } })).toEqual([401, 'KEY_UNKNOWN'])
      expect(await send({ bearer: 'ak_live_x' })).toEqual([401, 'KEY_UNKNOWN'])
      expect(await send({ bearer: newSecret() })).toEqual([401, 'KEY_UNKNOWN'])
      expect(await send({ bearer: stopped })).toEqual([401, 'KEY_STOPPED'])
      expect(await send({ bearer: await makeOpenKey(shop, { expiresOn: '2026-11-27' }) })).toEqual([401, 'KEY_EXPIRED'])
      expect(await send({ bearer: await makeOpenKey(shop, { scopes: [...new Set(others)] }) })).toEqual([403, 'SCOPE_MISSING'])
      const here = await makeOpenKey(shop, { addresses: ['203.0.113.0/24'] })
      expect(await send({ bearer: here })).toEqual([403, 'ADDRESS_REFUSED'])
      expect((await send({ bearer: here, ip: '203.0.113.9' }))[1]).not.toBe('ADDRESS_REFUSED')
    },
  )

  it('密钥打不开员工和买家的调用', async () => {
    const bearer = await makeOpenKey(shop)
    expect((await shop.ask('GET', '/api/staff/order', { bearer })).status).toBe(401)
    expect((await shop.ask('GET', '/api/cart/list', { bearer })).status).toBe(401)
  })

  it('错误是 problem+json：代码、中文、请求编号、JSON pointer', async () => {
    const bearer = await makeOpenKey(shop)
    const { status, data, headers } = await shop.ask('POST', '/open/v1/stock', { bearer, body: { rows: [] } })
    expect(status).toBe(422)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(data).toMatchObject({
      code: 'INVALID',
      status: 422,
      type: '/open/v1/docs#INVALID',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(data.detail).toMatch(/[\u4e00-\u9fff]/)
    expect(data.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(expect.arrayContaining(['/cutoff', '/rows']))
    expect((await shop.ask('POST', '/open/v1/stock', { bearer, form: 'cutoff=1' })).data.code).toBe('NOT_JSON')
    expect((await orders(bearer)).headers['cache-control']).toBe('private, no-store')
    const none = await shop.app.inject({ url: '/open/v1/nothing' })
    expect([none.statusCode, none.json().code]).toEqual([404, 'NOT_FOUND'])
  })
})
