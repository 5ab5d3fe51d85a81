import { describe, expect, it } from 'vitest'
import { makeCompany, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey, OWN_WORDS } from '../../../../test/open-keys.ts'
import { changeRow } from '../../../../test/rows.ts'
import { hashPassword } from '../../who/accounts/public.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const PASSWORD = 'Own-Keys-2026'
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const staff = await makeStaff(db, '钱主管')
const passwordHash = await hashPassword(PASSWORD)

type Buyer = Awaited<ReturnType<typeof makeCompany>>
const buyerOf = () => makeCompany(db, { passwordHash })
/** The session goes on under another token. */
async function prove(buyer: Buyer): Promise<void> {
  const answer = await shop.ask('POST', '/api/user/prove', { cookie: buyer.cookie, body: { password: PASSWORD } })
  expect(answer.status, answer.text).toBe(200)
  buyer.cookie = /sid=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
}
const WISH = { name: '连锁总部 ERP', scopes: OWN_WORDS, addresses: [], days: 365 }
const add = (buyer: Buyer, wish: object = {}) =>
  shop.ask('POST', '/api/user/open_key', { cookie: buyer.cookie, body: { ...WISH, ...wish } })
async function made(buyer: Buyer, wish: object = {}): Promise<{ id: number; secret: string }> {
  await prove(buyer)
  const answer = await add(buyer, wish)
  expect(answer.status, answer.text).toBe(200)
  return { id: answer.data.keys.list[0].id, secret: answer.data.secret }
}
const post = (buyer: Buyer, path: string) => shop.ask('POST', `/api/user/${path}`, { cookie: buyer.cookie })
async function opens(bearer: string, path = 'own/addresses'): Promise<string> {
  const { status, data } = await shop.ask('GET', `/open/v1/${path}`, { bearer })
  return status === 200 ? 'OK' : data.code
}
const messages = async ({ companyId }: Buyer) =>
  (await pool.query('select title from message where company_id = $1 order by id', [companyId])).rows.map(({ title }) => title)

describe('企业自己的接口密钥', () => {
  it('先验证身份才能新建；密钥只在这一次回答里；企业收到消息；一次验证只够一次', async () => {
    const buyer = await buyerOf()
    const refused = await add(buyer)
    expect([refused.status, refused.data]).toEqual([403, { prove: 1 }])
    const { secret } = await made(buyer)
    expect(await opens(secret)).toBe('OK')
    const list = await shop.ask('GET', '/api/user/open_key', { cookie: buyer.cookie })
    expect(list.text).not.toContain(secret)
    expect(list.data.list[0]).toMatchObject({ name: '连锁总部 ERP', state: 'live', expires_on: '2027-11-27' })
    expect(list.data.list[0].secrets[0].last_used_from).toBe('127.0.0.1')
    expect(await messages(buyer)).toEqual(['新建了接口密钥'])
    expect((await add(buyer)).data).toEqual({ prove: 1 })
  })

  it('名称、来源地址写错指明是哪一处，最多五个在用', async () => {
    const buyer = await buyerOf()
    const wrong = await add(buyer, { name: ' a ', addresses: ['不是地址'] })
    expect(wrong.data.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'addresses'])
    expect((await add(buyer, { scopes: ['goods.change'] })).status).toBe(422)
    for (let at = 0; at < 5; at += 1) await makeOpenKey(shop, { buyer })
    await prove(buyer)
    const sixth = await add(buyer)
    expect([sixth.status, sixth.message]).toEqual([409, '最多 5 个在用的密钥，请先停用不用的'])
  })

  it('更换：新旧两个同时有效，停旧的；停用整个立即生效', async () => {
    const buyer = await buyerOf()
    const { id, secret } = await made(buyer)
    expect((await post(buyer, `open_key/${id}/renew`)).data).toEqual({ prove: 1 })
    await prove(buyer)
    const renewed = await post(buyer, `open_key/${id}/renew`)
    const [fresh, old] = renewed.data.keys.list[0].secrets
    expect([await opens(secret), await opens(renewed.data.secret)]).toEqual(['OK', 'OK'])
    await prove(buyer)
    expect((await post(buyer, `open_key/${id}/renew`)).status).toBe(409)
    expect((await post(buyer, `open_secret/${old.id}/stop`)).status).toBe(200)
    expect([await opens(secret), await opens(renewed.data.secret)]).toEqual(['KEY_STOPPED', 'OK'])
    expect((await post(buyer, `open_secret/${fresh.id}/stop`)).message).toContain('唯一在用')
    expect((await post(buyer, `open_key/${id}/stop`)).data.list[0].state).toBe('stopped')
    expect(await opens(renewed.data.secret)).toBe('KEY_STOPPED')
    expect((await post(buyer, `open_key/${id}/renew`)).message).toContain('请另建一个')
    expect((await post(buyer, `open_secret/${fresh.id}/stop`)).status).toBe(200)
  })

  it('只有负责人能办；别的企业的密钥如同不存在', async () => {
    const [buyer, other] = [await buyerOf(), await buyerOf()]
    const { id } = await made(buyer)
    const { rows } = await pool.query('select id from open_secret where open_key_id = $1', [id])
    await prove(other)
    for (const path of [`open_key/${id}/renew`, `open_key/${id}/stop`, `open_secret/${rows[0].id}/stop`])
      expect((await post(other, path)).status, path).toBe(404)
    const member = await buyerOf()
    await pool.query('update account_company set is_owner = false where account_id = $1', [member.accountId])
    await prove(member)
    expect((await add(member)).status).toBe(403)
    const list = await shop.ask('GET', '/api/user/open_key', { cookie: member.cookie })
    expect(list.data).toEqual({ list: [], why_not: '接口密钥由企业的负责人新建和停用' })
  })

  it('企业的密钥打不开批发企业的调用，批发企业的密钥打不开企业的，缺的权限也不行', async () => {
    const buyer = await buyerOf()
    const own = await makeOpenKey(shop, { buyer, scopes: ['own.papers'] })
    const house = await makeOpenKey(shop)
    expect([await opens(own, 'orders'), await opens(house), await opens(own), await opens(own, 'own/papers')]).toEqual([
      'SCOPE_MISSING',
      'SCOPE_MISSING',
      'SCOPE_MISSING',
      'OK',
    ])
    await expect(makeOpenKey(shop, { scopes: ['own.order'] })).rejects.toThrow('open_key_words')
    await expect(makeOpenKey(shop, { buyer, scopes: ['own.order', 'goods.change'] })).rejects.toThrow('open_key_words')
  })

  it('企业冻结、未通过审核、新建的人离开企业或不再是负责人：随即无效', async () => {
    const buyer = await buyerOf()
    const bearer = await makeOpenKey(shop, { buyer })
    for (const state of [4, 1, 3]) {
      await changeRow(db, 'company', buyer.companyId, { review_state: state })
      expect(await opens(bearer)).toBe('COMPANY_SHUT')
      expect((await shop.ask('POST', '/open/v1/own/orders?check=1', { bearer, body: {} })).data.code).toBe('COMPANY_SHUT')
    }
    await changeRow(db, 'company', buyer.companyId, { review_state: 2 })
    expect(await opens(bearer)).toBe('OK')
    await pool.query('update account_company set is_owner = false where account_id = $1', [buyer.accountId])
    expect(await opens(bearer)).toBe('KEY_STOPPED')
    await pool.query('delete from account_company where account_id = $1', [buyer.accountId])
    expect(await opens(bearer)).toBe('KEY_STOPPED')
  })
})

describe('员工看见并停用', () => {
  const keys = (query: string) => shop.ask('GET', `/api/staff/open/key?${query}`, { cookie: staff })
  const company = ({ companyId }: Buyer, command: string) =>
    shop.ask('POST', `/api/staff/open/company/${companyId}/${command}`, { cookie: staff, body: { reason: '异常调用' } })

  it('列表分得开；停用一个，或停用整家企业的接口：立即生效，也不能再新建；恢复后照常；企业收到消息', async () => {
    const buyer = await buyerOf()
    const { id, secret } = await made(buyer)
    const second = await makeOpenKey(shop, { buyer })
    await makeOpenKey(shop, { name: '本公司 ERP' })
    const list = await keys('of=buyers')
    expect(list.data.list.every(({ company: of }: { company: object | null }) => of !== null)).toBe(true)
    expect(list.data.list.find((key: { id: number }) => key.id === id).company).toMatchObject({ id: buyer.companyId, blocked: '' })
    const house = await keys('of=house')
    expect(house.data.list.map((key: { name: string }) => key.name)).toContain('本公司 ERP')
    expect(house.data.list.every(({ company: of }: { company: object | null }) => of === null)).toBe(true)
    const { rows } = await pool.query('select id from open_secret where open_key_id = $1', [id])
    for (const path of [`key/${id}/renew`, `key/${id}/issue`, `secret/${rows[0].id}/stop`])
      expect((await shop.ask('POST', `/api/staff/open/${path}`, { cookie: staff, body: { reason: '试一试' } })).status, path).toBe(409)
    const stopped = await shop.ask('POST', `/api/staff/open/key/${id}/stop`, { cookie: staff, body: { reason: '泄露' } })
    expect(stopped.status).toBe(200)
    expect([await opens(secret), await opens(second)]).toEqual(['KEY_STOPPED', 'OK'])
    expect((await company(buyer, 'block')).data).toEqual({ blocked: '异常调用' })
    expect((await company(buyer, 'block')).status).toBe(200)
    expect(await opens(second)).toBe('KEY_STOPPED')
    await prove(buyer)
    expect((await add(buyer)).message).toBe('商城已停用贵企业的接口：异常调用')
    const { data } = await shop.ask('GET', '/api/user/open_key', { cookie: buyer.cookie })
    expect(data.why_not).toContain('异常调用')
    const alive = data.list.find((key: { state: string }) => key.state === 'live')
    expect((await post(buyer, `open_key/${alive.id}/renew`)).message).toContain('异常调用')
    expect((await company(buyer, 'allow')).data).toEqual({ blocked: '' })
    expect(await opens(second)).toBe('OK')
    expect(await messages(buyer)).toEqual(expect.arrayContaining(['接口已停用', '接口已恢复']))
    expect((await shop.ask('POST', '/api/staff/open/company/999999/block', { cookie: staff, body: { reason: '没有' } })).status).toBe(404)
  })
})
