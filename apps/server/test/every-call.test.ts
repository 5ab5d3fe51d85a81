import qs from 'qs'
import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { ZONE_CODES } from '#contract/zones.ts'
import { makeStaff } from './fixtures.ts'
import { type Answer, type AskOptions, testShop } from './harness.ts'
import { makeOpenKey } from './open-keys.ts'
import { rightValue, wrongVariants } from './wrong-values.ts'

const shop = await testShop({ demo: true })
const passed = await shop.login('13900000001')
const pending = await shop.login('13900000002')
const clinic = await shop.login('13900000005')
const staff = await makeStaff(shop.database.db, '什么都可以', '质管')
const list = await shop.ask('GET', '/api/goods/list?keywords=amxl', { cookie: passed })
const goods: number = list.data.list[0].id
const addresses = await shop.ask('GET', '/api/user/address', { cookie: passed })
const address: number = addresses.data.list[0].id
const fill = async () => {
  await shop.ask('POST', '/api/cart', { cookie: passed, body: { list: [{ goods_id: goods, number: 10 }] } })
  const cart = await shop.ask('GET', '/api/cart/list', { cookie: passed })
  return cart.data.list[0].id as number
}
const line = await fill()
const sheet = await shop.ask('POST', '/api/cart/checkout', { cookie: passed, body: { ids: [line] } })
const placed = await shop.ask('POST', '/api/order', {
  cookie: passed,
  body: { checkout_key: sheet.data.checkout_key, ids: [line], address_id: address, invoice_kind: 'normal', total: sheet.data.total },
})
/** Ids that belong to the first pharmacy. */
const theirs: { order: number; cartLine: number; address: number; goods: number } = {
  order: placed.data.orders[0].id,
  cartLine: await fill(),
  address,
  goods,
}

const bearer = await makeOpenKey(shop)
const { rows: owners } = await shop.database.pool.query<{ companyId: number; accountId: number }>(
  `select ac.company_id as "companyId", ac.account_id as "accountId"
     from account_company ac join account a on a.id = ac.account_id where a.username = '13900000001' and ac.is_owner limit 1`,
)
const ownBearer = await makeOpenKey(shop, { ...(owners[0] && { buyer: owners[0] }) })

/** Who is heard: of whom a call is refused, his values are never read. */
function heard({ access, scope = '' }: Call): string {
  if (access === 'staff') return staff
  if (access !== 'integration') return passed
  return scope.startsWith('own.') ? OWN : OPEN
}
const OPEN = 'open'
const OWN = 'own'
/** By a session's cookie, or by a key. */
const asking = (cookie: string): Pick<AskOptions, 'cookie' | 'bearer'> =>
  cookie === OPEN ? { bearer } : cookie === OWN ? { bearer: ownBearer } : { cookie }
const title = (call: Call) => `${call.method} ${call.path}`

/** Logout would end the session that the walk goes on with. */
const WALKED = CALLS.filter((call) => !call.path.endsWith('/logout'))

/** Of the many calls of staff each takes every fourth, another one for each field: together they meet all of them many times. */
function* share<Variant>(call: Call, variants: Iterable<Variant>): Generator<Variant> {
  let at = 0
  for (const variant of variants) if (call.access !== 'staff' || at++ % 4 === 0) yield variant
}

function idFor(call: Call): number {
  if (call.path.startsWith('/api/goods')) return theirs.goods
  if (call.path.startsWith('/api/cart/:id')) return theirs.cartLine
  if (call.path.includes('order')) return theirs.order
  return theirs.goods
}

function urlOf(call: Call, params: Record<string, unknown>, query: unknown): string {
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')))
  const text = query === undefined ? '' : qs.stringify(typeof query === 'object' && query !== null ? query : { value: query })
  return text ? `${path}?${text.slice(0, 8000)}` : path
}

async function send(
  call: Call,
  parts: { params: Record<string, unknown>; query?: unknown; body?: unknown },
  cookie: string,
  asForm: boolean,
): Promise<Answer> {
  const url = urlOf(call, parts.params, parts.query)
  if (parts.body === undefined || call.method === 'GET') return shop.ask(call.method, url, asking(cookie))
  if (asForm) return shop.ask(call.method, url, { ...asking(cookie), form: qs.stringify(parts.body) })
  return shop.ask(call.method, url, {
    ...asking(cookie),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(parts.body)),
  })
}

const CHINESE = /[\u4e00-\u9fff]/
function safe(call: Call, answer: { status: number; code: number; message: string; text: string }, what: string): void {
  const { status, code, message } = answer
  // Sixty thousand times as it should be: only what is not is worth a matcher.
  if (status < 500 && code === status && (status < 400 || CHINESE.test(message))) return
  const place = `${title(call)} with ${what}: ${answer.text.slice(0, 300)}`
  expect(answer.status, place).toBeLessThan(500)
  // A file that a person keeps comes without the envelope.
  if (answer.status === 200 && answer.text.startsWith('PK')) return
  expect(answer.code, place).toBe(answer.status)
  if (answer.status >= 400) expect(answer.message, place).toMatch(CHINESE)
}

describe('错误的输入', () => {
  it.each(WALKED.map((call) => [title(call), call] as const))(
    '%s：缺少、错误、超长、嵌套、SQL 样的值都答 4xx 信封，从不 5xx',
    async (_title, call) => {
      const id = idFor(call)
      const params = (rightValue(call.params as never, id) ?? {}) as Record<string, unknown>
      const query = rightValue(call.query as never, id)
      const body = rightValue(call.body as never, id)
      for (const { what, value } of share(call, wrongVariants(call.query, id)))
        safe(call, await send(call, { params, query: value, body }, heard(call), false), `query ${what}`)
      // By turns as JSON and as a form; a field has an odd number of them, so that the next one's come the other way round.
      let asForm = false
      for (const { what, value } of share(call, wrongVariants(call.body, id))) {
        const body = value ?? (asForm ? {} : null)
        safe(call, await send(call, { params, query, body }, heard(call), asForm), `${asForm ? 'form' : 'body'} ${what}`)
        asForm = !asForm
      }
      for (const wrong of ['0', '-1', 'abc', '1e400', '99999999999999999999', '%00', "1'--", '9'.repeat(150)]) {
        if (!call.params) break
        const wrongParams = Object.fromEntries(Object.keys(params).map((key) => [key, wrong]))
        safe(call, await send(call, { params: wrongParams, query, body }, heard(call), false), `params ${wrong}`)
      }
      if (call.access === 'staff') expect((await shop.ask('GET', '/api/staff/me', { cookie: staff })).status).toBe(200)
    },
    300_000,
  )

  it.each(WALKED.filter((call) => call.method === 'POST').map((call) => [title(call), call] as const))(
    '%s：不是 UTF-8、不是 JSON、错误的类型声明都答 4xx',
    async (_title, call) => {
      const id = idFor(call)
      const url = urlOf(call, (rightValue(call.params as never, id) ?? {}) as Record<string, unknown>, undefined)
      const bytes = Buffer.from([0xff, 0xfe, 0x80, 0x3d, 0xc3, 0x28, 0x26, 0xed, 0xa0, 0x80])
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        '',
      ]) {
        for (const payload of [
          bytes,
          Buffer.from('{"a":'),
          Buffer.from('a[b][c][d][e][f][g]=1&'.repeat(2000)),
          Buffer.from('[]'),
          Buffer.from('null'),
        ]) {
          const answer = await shop.ask('POST', url, {
            ...asking(heard(call)),
            body: payload,
            headers: type ? { 'content-type': type } : {},
          })
          safe(call, answer, `${type || 'no type'} ${payload.toString('hex', 0, 8)}`)
        }
      }
    },
    300_000,
  )
})

describe('谁可以调用', () => {
  it.each(WALKED.map((call) => [title(call), call] as const))('%s：访客、待审核会员各得其所', async (_title, call) => {
    const id = idFor(call)
    const parts = {
      params: (rightValue(call.params as never, id) ?? {}) as Record<string, unknown>,
      query: rightValue(call.query as never, id),
      body: rightValue(call.body as never, id),
    }
    const visitor = await send(call, parts, '', false)
    if (call.access === 'public') expect([401, 403]).not.toContain(call.path === '/api/user/login' ? 200 : visitor.status)
    else expect(visitor.status, visitor.text).toBe(401)
    const waiting = await send(call, parts, pending, false)
    if (call.access === 'passed') expect(waiting.status, waiting.text).toBe(403)
    // A rule of the call itself may still refuse; being a member is enough to be heard.
    if (call.access === 'member') expect(['请先登录', '此功能仅供采购企业使用'], waiting.text).not.toContain(waiting.message)
  })

  it('另一家企业的订单、购物车行、地址对别人都不存在', async () => {
    const tries = [
      ['GET', `/api/order/info/${theirs.order}`, undefined],
      ['POST', `/api/order/${theirs.order}/cancel`, {}],
      ['POST', `/api/order/${theirs.order}/receive`, {}],
      ['POST', `/api/order/${theirs.order}/reorder`, {}],
      ['GET', `/api/pay/order/${theirs.order}`, undefined],
      ['POST', `/api/pay/order/${theirs.order}`, { channel: 'balance' }],
      ['POST', `/api/pay/order/${theirs.order}/check`, {}],
      ['POST', `/api/cart/${theirs.cartLine}/edit`, { number: 5 }],
    ] as const
    for (const [method, url, body] of tries) {
      const answer = await shop.ask(method, url, { cookie: clinic, ...(body && { body }) })
      expect(answer.status, `${method} ${url}: ${answer.text}`).toBe(404)
    }
    const before = await shop.ask('GET', '/api/cart/list', { cookie: passed })
    await shop.ask('POST', '/api/cart/batch_delete', { cookie: clinic, body: { ids: [theirs.cartLine] } })
    await shop.ask('POST', '/api/cart/batch_select', { cookie: clinic, body: { ids: [theirs.cartLine], is_selected: 0 } })
    const after = await shop.ask('GET', '/api/cart/list', { cookie: passed })
    expect(after.data).toEqual(before.data)
    const checkout = await shop.ask('POST', '/api/cart/checkout', { cookie: clinic, body: { ids: [theirs.cartLine] } })
    expect(checkout.status).toBeGreaterThanOrEqual(400)
    const copy = await shop.ask('POST', '/api/cart/copy', { cookie: clinic, body: { ids: [theirs.cartLine], other_user_ids: [1] } })
    expect(copy.status).toBeGreaterThanOrEqual(400)
    const switched = await shop.ask('POST', '/api/user/switch_store', { cookie: clinic, body: { company_id: 1 } })
    expect(switched.status).toBeGreaterThanOrEqual(400)
  })

  it('访客与待审核会员在任何公开回答里都看不到价格和库存数字', async () => {
    const PRICE_KEYS = /"(price|raw_price|base_price|retail_price|number|quota)":(?!null)/
    // Thresholds of activities and faces of coupons are public: they say nothing of a goods' price.
    const PUBLIC_AMOUNTS = new Set(['promotions', 'coupons', 'activities', 'activity'])
    const ofGoods = (data: unknown) => JSON.stringify(data, (key, value: unknown) => (PUBLIC_AMOUNTS.has(key) ? undefined : value))
    const { data: pages } = await shop.ask('GET', '/api/zone/pages')
    const zonePages = (pages.list as { id: number }[]).map((page) => `/api/zone/page?id=${page.id}`)
    for (const cookie of ['', pending]) {
      for (const url of [
        '/api/goods/list',
        '/api/goods/list?keywords=amxl',
        '/api/goods/hot',
        '/api/index/spike',
        '/api/activity/everyday_price',
        '/api/index_wntj/1',
        '/api/index/floors',
        `/api/goods/detail/${theirs.goods}`,
        '/api/goods/search?keywords=amxl',
        '/api/goods/activities?id=1',
        '/api/brand/list',
        '/api/brand/info/1',
        ...ZONE_CODES.map((zone) => `/api/zone/goods/${zone}`),
        ...zonePages,
      ]) {
        const answer = await shop.ask('GET', url, { cookie })
        expect(answer.status, url).toBe(200)
        expect(ofGoods(answer.data), url).not.toMatch(PRICE_KEYS)
        expect(ofGoods(answer.data), url).not.toMatch(/¥\s*\d/)
      }
    }
  })
})
