import { tmpdir } from 'node:os'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { jobs } from './jobs.ts'
import { isKeptPage } from './kept-pages.ts'
import { packingFor } from './packed-html.ts'
import type { RenderRequest } from './page-bundle.ts'

const TEXT = '安衡药采'.repeat(500)

/** Addresses that were drawn, in their order; and what the next page does, where it is not simply drawn. */
let drawn: string[] = []
let otherwise: ((request: RenderRequest) => Promise<void>) | null = null
let status = 200
/** The cookies with which pages asked who looks at them. */
let asked: string[] = []

const shop = await testShop()
const { db } = shop.database
const { database, sessions, search, config, clock } = shop
const bundle = {
  assetsDir: tmpdir(),
  rootFiles: new Map<string, Buffer>(),
  assetsOf: () => ({ entry: 'entry.js', styles: [], preloads: [] }),
  async render(request: RenderRequest) {
    const url = request.url.replace('http://shop', '')
    drawn.push(url)
    await otherwise?.(request)
    const who = await request.get('/api/user/base')
    const html = `第 ${drawn.length} 次 ${JSON.stringify(who.body)} ${TEXT}`
    return { kind: 'page' as const, status, title: '', html, state: '{}', file: null, problem: null }
  },
}
const app = await buildApp({
  config: { ...config, requestLimits: true },
  database,
  sessions,
  jobs,
  search,
  pages: { bundle, console: { html: '', assetsDir: bundle.assetsDir } },
  clock: () => clock.now,
})
app.addHook('onRequest', async ({ url, headers }) => {
  if (url === '/api/user/base') asked.push(headers.cookie ?? '')
})
await app.ready()
afterAll(() => app.close())

let visitors = 0
const nextAddress = () => {
  visitors += 1
  return `198.18.0.${visitors % 250}`
}
const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, remoteAddress: nextAddress(), headers: { accept: 'text/html', ...headers } })

beforeEach(() => {
  drawn = []
  asked = []
  otherwise = null
  status = 200
  clock.now = new Date(clock.now.getTime() + 60_000)
})

describe('游客的页面', () => {
  it('两百位游客同时打开同一页，只画一次；压缩的与原样的是同一页', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 200 }, () => page('/')),
      page('/', { 'accept-encoding': 'gzip, deflate, br' }),
      page('/', { 'accept-encoding': 'gzip' }),
    ])
    expect(drawn).toEqual(['/'])
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const [plain, ...rest] = answers
    const [brotli, gzip] = rest.slice(-2)
    expect(brotli?.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'private, no-cache' })
    expect(gzip?.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(brotli?.rawPayload ?? Buffer.alloc(0)).toString()).toBe(plain?.body)
    expect(gunzipSync(gzip?.rawPayload ?? Buffer.alloc(0)).toString()).toBe(plain?.body)
  })

  it('三秒之后再画；其间商品、内容有改动，下一位看到的就是新的', async () => {
    await page('/list')
    await page('/list')
    expect(drawn).toHaveLength(1)
    await makeGoods(db, { price: '10.00' })
    await database.changes.catchUp()
    await page('/list')
    expect(drawn).toHaveLength(2)
    await db
      .insertInto('setting')
      .values({ key: 'kept_pages_test', value: JSON.stringify(1) })
      .execute()
    await database.changes.catchUp()
    await page('/list')
    expect(drawn).toHaveLength(3)
    clock.now = new Date(clock.now.getTime() + 3_000)
    await page('/list')
    expect(drawn).toHaveLength(4)
  })

  it('画到一半时有改动：等着的人得到它，之后来的重新画', async () => {
    otherwise = async () => {
      otherwise = null
      await makeGoods(db, { price: '10.00' })
      await database.changes.catchUp()
    }
    await page('/')
    await page('/')
    expect(drawn).toHaveLength(2)
  })

  it('已登录的人总是单独画，他的页面不给别人；游客的页面里没有最先来的人的东西', async () => {
    const { cookie } = await makeCompany(db)
    const sid = `sid=${cookie}`
    const own = await page('/', { cookie: sid })
    const stranger = await page('/', { cookie: 'sid=nobodys; other=1' })
    const again = await page('/', { cookie: sid })
    expect(drawn).toHaveLength(3)
    expect(asked).toEqual([sid, '', sid])
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect([own.body, again.body].map((body) => body.includes('"company'))).toEqual([true, true])
    expect(stranger.body).not.toContain('"company')
  })

  it('最先来的人走了，同时在等的人照样得到页面', async () => {
    let signal: AbortSignal | null = null
    otherwise = async (request) => {
      signal = request.signal
    }
    await page('/')
    expect((signal as AbortSignal | null)?.aborted).toBe(false)
    expect((await page('/')).statusCode).toBe(200)
    expect(drawn).toHaveLength(1)
  })

  it('没有成功的页面不留：找不到的、画不出来的，下一次重新画', async () => {
    status = 404
    expect((await page('/list/info/1')).statusCode).toBe(404)
    expect((await page('/list/info/1')).statusCode).toBe(404)
    expect(drawn).toHaveLength(2)
    otherwise = async () => {
      otherwise = null
      throw new Error('broken')
    }
    status = 200
    expect((await page('/list/info/1')).statusCode).toBe(500)
    expect((await page('/list/info/1')).statusCode).toBe(200)
  })
})

it.each([
  ['/', true],
  ['/?from=qr', true],
  ['/list', true],
  ['/list?category=3&page=2', true],
  ['/list/info/12', true],
  ['/list?keywords=', true],
  ['/list?page=2&keywords=%E9%98%BF', false],
  ['/search?keywords=a', false],
  ['/list?%6beywords=a', false],
  ['/list/../help', false],
  ['/help/../list', true],
  ['//other/list', false],
  ['/help', false],
  ['/listing', false],
  [`/list?page=${'1'.repeat(300)}`, false],
])('%s 由所有游客共用：%s', (url, kept) => {
  expect(isKeptPage(url)).toBe(kept)
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.000', null],
  ['identity', null],
  [undefined, null],
])('接受 %s 的，得到 %s', (accepted, packing) => {
  expect(packingFor(accepted)).toBe(packing)
})
