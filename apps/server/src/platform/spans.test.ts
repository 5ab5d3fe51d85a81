import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from './database.ts'
import { keepSpans } from './spans.ts'
import { currentSpan } from './trace.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}
/** A collector: what it was sent, and whether it takes anything. */
const sent: Sent[] = []
let takes = true
const collector: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.once('end', () => {
    if (!takes) return response.writeHead(400).end()
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) for (const { spans } of scopeSpans) sent.push(...spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
})
afterAll(() => new Promise((resolve) => collector.close(resolve)))

const shop = await testShop()
const database = openDatabase(shop.database.url, {
  changes: shop.database.changes,
  onQuery: ({ sql }, ms, failed) => currentSpan()?.statement(sql, ms, failed),
})
afterAll(() => database.close())

async function traced(percent: number, troubles: string[] = []) {
  const spans = keepSpans(
    url,
    percent,
    (what) => void troubles.push(what),
    () => 0.5,
  )
  const app = await buildApp({
    config: shop.config,
    database,
    search: shop.search,
    sessions: shop.sessions,
    jobs: { enqueue: async () => undefined },
    pages: null,
    clock: () => shop.clock.now,
    spans,
  })
  await app.ready()
  return { app, spans }
}

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const attributeOf = ({ attributes }: Sent, key: string) => Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

it('上游指定的请求：一段是它，挂在上游的下面；它问数据库的每一句挂在它下面，没有一个值', async () => {
  const { app, spans } = await traced(0)
  const buyer = await makeCompany(shop.database.db, { name: '保密大药房' })
  const goods = await makeGoods(shop.database.db, { stock: 5 })
  const headers = { cookie: `sid=${buyer.cookie}` }
  const named = (flags: string) => ({ ...headers, traceparent: `00-${ID}-${PARENT}-${flags}` })
  expect((await app.inject({ url: `/api/goods/detail/${goods}`, headers: named('01') })).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/order/list?keywords=%E4%BF%9D%E5%AF%86', headers: named('01') })).statusCode).toBe(200)
  // Neither one that its caller does not keep, nor one that nobody names.
  await app.inject({ url: '/api/order/list', headers: named('00') })
  await app.inject({ url: '/api/order/list', headers })
  await app.close()
  await spans.stop()
  const requests = sent.filter(({ kind }) => kind === 2)
  expect(requests.map(({ name }) => name).sort()).toEqual(['GET /api/goods/detail/:id', 'GET /api/order/list'])
  for (const one of requests) expect([one.traceId, one.parentSpanId]).toEqual([ID, PARENT])
  const list = requests.find(({ name }) => name === 'GET /api/order/list') as Sent
  expect([attributeOf(list, 'http.route'), attributeOf(list, 'http.response.status_code'), attributeOf(list, 'shop.class')]).toEqual([
    '/api/order/list',
    200,
    'shop',
  ])
  const asked = sent.filter(({ parentSpanId }) => parentSpanId === list.spanId)
  expect(asked.length).toBeGreaterThan(0)
  for (const one of asked) {
    expect([one.traceId, one.kind, attributeOf(one, 'db.system.name')]).toEqual([ID, 3, 'postgresql'])
    expect(String(attributeOf(one, 'db.query.text'))).toMatch(/^(select|with) /)
  }
  expect(JSON.stringify(sent)).not.toContain('保密')
  expect(JSON.stringify(sent)).not.toContain(buyer.cookie)
})

it('没人指定的：只记所定的份额；收集器不在时请求照常，说一次，回来以后又送', async () => {
  const troubles: string[] = []
  sent.length = 0
  const few = await traced(0)
  await few.app.inject({ url: '/healthz' })
  await few.app.close()
  await few.spans.stop()
  expect(sent).toEqual([])

  takes = false
  const all = await traced(100, troubles)
  for (let n = 0; n < 5; n++) expect((await all.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  await expect.poll(() => troubles, { timeout: 15_000 }).toEqual(['spans cannot be sent to the collector'])
  takes = true
  expect((await all.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  await expect.poll(() => sent.map(({ name }) => name), { timeout: 15_000 }).toContain('GET /readyz')
  expect(troubles).toEqual(['spans cannot be sent to the collector', 'spans are sent again'])
  await all.app.close()
  await all.spans.stop()
}, 40_000)
