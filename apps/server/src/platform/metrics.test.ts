import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { watchedFacts } from '../modules/who/background/public.ts'
import { asker } from '../providers/outside/ask.ts'
import { outsideReports } from '../providers/outside/reports.ts'
import { classOf, createMetrics, type Facts, serveMetrics } from './metrics.ts'

const shop = await testShop()
const { database } = shop
const facts: () => Promise<Facts> = () => watchedFacts(database.db)
const troubles: string[] = []
const metrics = await createMetrics({
  pools: { requests: database.pool },
  facts: () => facts(),
  feed: database.changes.state,
  stale: () => ['search index'],
  copies: {
    states: () => [
      { name: 'one:5432', outFor: null, reads: 7 },
      { name: 'two:5432', outFor: 'it lags behind', reads: 2 },
    ],
    atPrimary: () => 3,
  },
  onTrouble: (what) => void troubles.push(what),
})
const app = await buildApp({
  config: shop.config,
  database,
  search: shop.search,
  sessions: shop.sessions,
  jobs: { enqueue: async () => undefined },
  pages: null,
  clock: () => shop.clock.now,
  metrics,
})
await app.ready()
afterAll(() => app.close())

/** The value of a line that begins so; null: there is none. */
const figure = (text: string, start: string): number | null => {
  const line = text.split('\n').find((one) => one.startsWith(start))
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1))
}

describe('运行指标', () => {
  it('按路径的写法和类别数请求，按代码和原因数拒绝；不含任何编号、搜索词', async () => {
    const buyer = await makeCompany(database.db)
    const goods = await makeGoods(database.db, { stock: 5 })
    const cookie = { cookie: `sid=${buyer.cookie}` }
    await app.inject({ url: `/api/goods/detail/${goods}`, headers: cookie })
    await app.inject({ url: '/api/goods/list?keywords=%E6%9C%BA%E5%AF%86', headers: cookie })
    expect((await app.inject({ url: '/api/goods/detail/999999', headers: cookie })).statusCode).toBe(404)
    // Counted as the answer has left.
    await expect.poll(async () => figure(await metrics.text(), 'shop_request_seconds_count{class="shop"}')).toBe(3)
    const text = await metrics.text()
    expect(figure(text, 'shop_requests_total{method="GET",route="/api/goods/detail/:id",class="shop",status="200"}')).toBe(1)
    expect(figure(text, 'shop_refusals_total{code="404",reason=""}')).toBe(1)
    for (const told of ['机密', encodeURIComponent('机密'), `/${goods}`, buyer.cookie]) expect(text).not.toContain(told)
  })

  it('问到外面的服务：答复与失败分开数', async () => {
    const ask = asker({ answerMs: 200, silences: 99, restMs: 1 })
    await expect(ask('http://127.0.0.1:9/', { method: 'GET', service: '试的通道', what: '问' })).rejects.toThrow()
    outsideReports.answered('试的通道')
    const text = await metrics.text()
    expect(figure(text, 'shop_channel_calls_total{service="试的通道",outcome="failed"}')).toBe(1)
    expect(figure(text, 'shop_channel_calls_total{service="试的通道",outcome="answered"}')).toBe(1)
  })

  it('数据库问不到：旧数字不留着装作一切都好，说出来；随后又问得到', async () => {
    const truth = facts
    const answers = [() => Promise.reject(new Error('away')), truth]
    const fresh = await createMetrics({
      pools: {},
      facts: () => (answers.shift() ?? truth)(),
      feed: () => ({ ageMs: null, trusted: false }),
      stale: () => [],
      copies: { states: () => [], atPrimary: () => 0 },
      onTrouble: (what) => void troubles.push(what),
    })
    const without = await fresh.text()
    expect([figure(without, 'shop_facts_known'), figure(without, 'shop_money_open{what="suspense"}')]).toEqual([0, null])
    expect(troubles).toEqual(['the figures of the database could not be read'])
    expect(figure(without, 'shop_feed_age_seconds')).toBe(-1)
    const text = await metrics.text()
    expect([figure(text, 'shop_facts_known'), figure(text, 'shop_money_open{what="suspense"}')]).toEqual([1, 0])
    expect(figure(text, 'shop_stale')).toBe(1)
    expect(figure(text, 'shop_database_connections{pool="requests",state="waiting"}')).toBe(0)
    expect(['one:5432', 'two:5432'].map((copy) => figure(text, `shop_copy_used{copy="${copy}"}`))).toEqual([1, 0])
    expect(['one:5432', 'two:5432', 'primary'].map((copy) => figure(text, `shop_copy_reads{copy="${copy}"}`))).toEqual([7, 2, 3])
  })

  it('另一个端口上只答 GET /metrics', async () => {
    const { port, stop } = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
    const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
    const found = await at('/metrics')
    expect([found.status, found.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    expect(await found.text()).toContain('process_cpu_seconds_total')
    expect([(await at('/')).status, (await at('/metrics', 'POST')).status]).toEqual([404, 404])
    await stop()
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
  })

  it('页面脚本出错：数得出是哪一边，写进日志', async () => {
    const body = { site: 'console', page: '/console/orders', message: 'x is undefined', stack: 'at a.js:1' }
    expect((await app.inject({ method: 'POST', url: '/api/browser_error', payload: body })).statusCode).toBe(200)
    expect((await app.inject({ method: 'POST', url: '/api/browser_error', payload: { ...body, site: 'x' } })).statusCode).toBe(422)
    expect(figure(await metrics.text(), 'shop_browser_errors_total{site="console"}')).toBe(1)
  })

  it.each([
    ['/api/goods/list', 'shop'],
    ['/api/staff/order', 'staff'],
    ['/api/pay/notify/:channel', 'callback'],
    ['/api/sms/receipt/:service/:key', 'callback'],
    ['/open/v1/orders', 'open'],
    ['/*', 'page'],
    ['/console/*', 'page'],
    ['/assets/*', 'file'],
    ['/readyz', 'other'],
    [undefined, 'other'],
  ])('%s 是 %s', (pattern, of) => expect(classOf(pattern)).toBe(of))

  it.each(['alarms.yml', 'dashboard.json'])('deploy/%s 里的指标都有', async (file) => {
    const said = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
    const names = new Set([...said.matchAll(/\b(?:shop|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name))
    expect(names.size).toBeGreaterThan(5)
    const text = await metrics.text()
    const known = (name: string) =>
      text.includes(`# TYPE ${name} `) || text.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `)
    expect([...names].filter((name) => !known(name))).toEqual([])
  })
})
