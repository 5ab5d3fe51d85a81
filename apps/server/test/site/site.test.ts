import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { testShop } from '../harness.ts'
import { rightValue } from '../wrong-values.ts'
import { CALLS_OF_SPEC, type CallRow, isLater, ROUTES, type RouteRow } from './tables.ts'

/** Every route and every call that the specification's tables name, visited as a visitor, a company under review and a passed one. */

const DIST = fileURLToPath(new URL('../../../../dist/', import.meta.url))
const SITE = '安衡药采'

const shop = await testShop({ dist: DIST, demo: true })
const pending = await shop.login('13900000002')
const passed = await shop.login('13900000001')
const one = async (text: string): Promise<string> => {
  const { rows } = await shop.database.pool.query<{ id: string }>(text)
  if (!rows[0]) throw new Error(`the demo shop has none: ${text}`)
  return String(rows[0].id)
}
const company = `(select ac.company_id from account a join account_company ac on ac.account_id = a.id where a.username = '13900000001')`
const goods = await one(`select id from goods where on_shelf and kind = 'drug' order by id limit 1`)
const order = await one(`select id from orders where company_id = ${company} order by id desc limit 1`)
const unpaid = await one(
  `select coalesce((select id from orders where company_id = ${company} and status = 'pending_payment' limit 1), ${order}) as id`,
)
const afterSale = await one(`select id from after_sale where company_id = ${company} order by id limit 1`)
const news = await one(`select a.id from article a join article_category c on c.id = a.category_id where c.code = 'hy' limit 1`)
/** Ids that open pages with one, by the route's name. */
const ids: Record<string, string> = {
  list_other: await one('select id from category order by id limit 1'),
  list_info: goods,
  cart_step3: unpaid,
  order_info: order,
  order_wl: order,
  order_return_info: afterSale,
  order_after_sales_info: afterSale,
  ppzq_info: await one('select id from manufacturer where is_brand order by id limit 1'),
  hdzx: await one(`select id from promotion order by id limit 1`),
  kxzq_goods: await one(`select code as id from zone_page where kind = 'controlled' order by id limit 1`),
  news_info: news,
  zqmb: await one(`select code as id from zone_page where kind = 'zone' order by id limit 1`),
  hdmb: await one(`select code as id from zone_page where kind = 'activity' order by id limit 1`),
  zzfw_pzqg_info: await one(`select id from wanted_request where company_id = ${company} order by id limit 1`),
}

/** Pages that want to know of what, in their query. */
const QUERIES: Readonly<Record<string, () => string>> = {
  cart_step4: () => `?id=${ids.order_info}`,
  cart_hm: () => `?id=${ids.order_info}`,
  zzfw_pzqg_info: () => `?id=${ids.zzfw_pzqg_info}`,
  zqmb: () => `?id=${ids.zqmb}`,
  hdmb: () => `?id=${ids.hdmb}`,
}

function addressOf(route: RouteRow): string {
  const id = ids[route.name] ?? '1'
  const path = route.path
    .replace(/\/:(\w+)\?/g, '')
    .replace(/:ids|:id|:url/g, id)
    .replace(/:type/g, 'hy')
  return path + (QUERIES[route.name]?.() ?? '')
}

/** Where a path leads, redirects followed within the shop. */
async function visit(path: string, cookie: string): Promise<{ status: number; at: string; title: string; html: string }> {
  let at = path
  for (let hops = 0; hops < 5; hops++) {
    const answer = await shop.app.inject({ method: 'GET', url: at, headers: cookie ? { cookie: `sid=${cookie}` } : {} })
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      const to = new URL(String(answer.headers.location), 'http://shop')
      at = to.pathname + to.search
      continue
    }
    // A part that the server could not draw: the browser would have to draw it again (React's error 419).
    expect(answer.body, at).not.toMatch(/<!--\$[!?]-->/)
    const title = /<title>([^<]*)<\/title>/.exec(answer.body)?.[1] ?? ''
    return { status: answer.statusCode, at, title, html: answer.body }
  }
  throw new Error(`${path} leads in a circle, last to ${at}`)
}

/** What these routes do instead of showing a page of their own (specification section 2). */
const LEADS_TO: Readonly<Record<string, RegExp>> = {
  activity: /^\/(loading\/activity|noActivity)/,
  order_wl: /^\/order\/info\/\d+/,
  zhzx_jcxx: /^\/basic$/,
  zhzx: /^\/(zhzx|basic)$/,
  register: /^\/register\/step1$/,
  forget: /^\/forget\/step1$/,
  eleven_index: /^\/$/,
  dzht: /^\/dzht/,
  wdqb: /^\/wdqb/,
}
/** Answers that are right although they are not 200. */
const STATUS: Readonly<Record<string, number>> = { notfound: 404 }
/** Their title is that of what they show. */
const OWN_TITLE = new Set([
  'list_info',
  'list_other',
  'ppzq_info',
  'news_info',
  'hdzx',
  'kxzq_goods',
  'activity',
  'loading_activity',
  'zzfw_pzqg_info',
  'zqmb',
  'hdmb',
  'register',
  'eleven_index',
  'order_wl',
])
/** Steps of forms send whoever has not done the step before back to it. */
const STEPS = /^(register|forget)_.*step[23]$|^forget_step[23]$/
/** Amounts in yuan with a unit, or the price element: what a visitor must never see. */
const PRICE = /[¥￥]\s*(<[^>]*>)*\d+(\.\d\d)?\s*(<[^>]*>)*\/(盒|瓶|袋|支|件)/

describe('规格的每条路由', () => {
  const routes = ROUTES.filter((route) => !isLater(route))

  it('路由表完整：一百多条，全部开放', () => {
    expect(ROUTES.length).toBe(111)
    expect(ROUTES.length - routes.length).toBe(0)
  })

  it.each(routes.map((route) => [`${route.path}（${route.title}）`, route] as const))('访客：%s', async (_title, route) => {
    const { status, at, title, html } = await visit(addressOf(route), '')
    expect(html).not.toMatch(PRICE)
    if (route.access === 'member') {
      expect(at).toMatch(/^\/login\?back=/)
      expect(status).toBe(200)
      return
    }
    expect(status, at).toBe(STATUS[route.name] ?? 200)
    if (LEADS_TO[route.name]) expect(at).toMatch(LEADS_TO[route.name] as RegExp)
    if (!OWN_TITLE.has(route.name) && !STATUS[route.name] && !STEPS.test(route.name))
      expect(title).toBe(route.title ? `${route.title} - ${SITE}` : SITE)
  })

  describe.each([
    ['待审核的企业', () => pending],
    ['已通过的企业', () => passed],
  ] as const)('%s', (who, cookie) => {
    it.each(routes.map((route) => [`${route.path}（${route.title}）`, route] as const))('%s', async (_title, route) => {
      const { status, at, title, html } = await visit(addressOf(route), cookie())
      // Another company's order is not there for whoever asks.
      const foreign = who === '待审核的企业' && /:id/.test(route.path) && route.access === 'member'
      const needsOrder = who === '待审核的企业' && QUERIES[route.name] !== undefined
      if (foreign || needsOrder) return expect([200, 404], `${at}`).toContain(status)
      expect(status, `${at}: ${title}`).toBe(STATUS[route.name] ?? 200)
      if (route.name !== 'login') expect(at).not.toMatch(/^\/login/)
      if (LEADS_TO[route.name]) expect(at).toMatch(LEADS_TO[route.name] as RegExp)
      if (who === '待审核的企业') expect(html).not.toMatch(PRICE)
      if (
        !OWN_TITLE.has(route.name) &&
        !STATUS[route.name] &&
        !STEPS.test(route.name) &&
        at.split('?')[0] === addressOf(route).split('?')[0]
      )
        expect(title).toBe(route.title ? `${route.title} - ${SITE}` : SITE)
    })
  })
})

describe('规格的每个调用', () => {
  const pattern = (path: string) => path.replace(/\/$/, '')
  const known = (row: CallRow) =>
    CALLS.find((call) => call.method === row.method && pattern(call.path) === row.path) ??
    CALLS.find((call) => call.method === row.method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(row.path))

  it('调用表完整，每个都在接口约定里，权限与表一致', () => {
    expect(CALLS_OF_SPEC.length).toBe(74)
    expect(CALLS_OF_SPEC.filter((row) => known(row) === undefined)).toEqual([])
    const wrong = CALLS_OF_SPEC.filter((row) => {
      const access = known(row)?.access
      return row.access === 'public' ? access !== 'public' : access === 'public' || access === 'staff'
    })
    expect(wrong.map((row) => `${row.method} ${row.path}`)).toEqual([])
  })

  // Ending the session would end the walk.
  const asked = CALLS_OF_SPEC.filter((row) => !(row.method === 'DELETE' || row.path === '/api/user/resetPassword'))

  async function ask(row: CallRow, cookie: string) {
    const call = known(row)
    const id = Number(ids.list_info)
    // What the table names with a value, and what the call cannot do without.
    const named = new URLSearchParams(
      row.params
        .split(', ')
        .filter((one) => /^\w+=\d+$/.test(one))
        .join('&'),
    )
    const required = (call?.query as { required?: string[] } | undefined)?.required ?? []
    const right = (rightValue(call?.query as never, id) ?? {}) as Record<string, unknown>
    for (const key of required) if (!named.has(key)) named.set(key, String(right[key]))
    const text = row.method === 'GET' ? named.toString() : ''
    const url = row.path.replace(/:(\w+)/g, (_, key: string) => (key === 'phone' ? '13900000001' : String(id)))
    const body = rightValue(call?.body as never, id)
    return shop.ask(row.method, text ? `${url}?${text}` : url, { cookie, ...(row.method !== 'GET' && { body: (body ?? {}) as object }) })
  }

  it.each(asked.map((row) => [`${row.method} ${row.path}`, row] as const))('%s：访客、待审核、已通过各得其所', async (_title, row) => {
    const visitor = await ask(row, '')
    if (row.access === 'member') expect(visitor.status, visitor.text).toBe(401)
    else expect(visitor.status, visitor.text).toBeLessThan(row.method === 'GET' ? 300 : 500)
    for (const [who, cookie] of [
      ['待审核', pending],
      ['已通过', passed],
    ] as const) {
      const answer = await ask(row, cookie)
      const said = `${who}: ${answer.text.slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      expect(answer.code, said).toBe(answer.status)
      expect(answer.status, said).not.toBe(401)
      if (row.method === 'GET' && known(row)?.access !== 'passed' && !row.path.includes(':id')) expect(answer.status, said).toBe(200)
      if (answer.status >= 400) expect(answer.message, said).toMatch(/[\u4e00-\u9fff]/)
    }
  })
})
