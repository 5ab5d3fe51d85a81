import { afterAll, describe, expect, it, vi } from 'vitest'
import { makeCompany } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { jobs } from './jobs.ts'
import { createBuckets, limitOf, REQUEST_LIMITS } from './request-limits.ts'

const shop = await testShop()
const { db } = shop.database
const { database, sessions, search, config } = shop
const limited = await buildApp({
  config: { ...config, requestLimits: true },
  database,
  sessions,
  jobs,
  search,
  pages: null,
  clock: () => shop.clock.now,
})
await limited.ready()
afterAll(() => limited.close())

describe('一分钟里的次数', () => {
  it('用完就等，等够了又有；别人的不受影响', () => {
    const { take } = createBuckets()
    for (let call = 0; call < 60; call += 1) expect(take('a', 60, 0)).toBe(0)
    expect(take('a', 60, 0)).toBe(1)
    expect(take('b', 60, 0)).toBe(0)
    expect(take('a', 60, 900)).toBe(1)
    expect(take('a', 60, 1000)).toBe(0)
    expect(take('a', 60, 1000)).toBe(1)
    // A whole minute later all of them are there again, and not more.
    expect(Array.from({ length: 61 }, () => take('a', 60, 120_000)).filter((wait) => wait > 0)).toHaveLength(1)
  })

  it('记住的来源有上限，来多少陌生地址也不会越存越多', () => {
    const { take, size } = createBuckets()
    for (let index = 0; index < 120_000; index += 1) take(`visitor ${index}`, 60, index)
    expect(size()).toBeLessThanOrEqual(50_000)
  })

  it('一次判断不到十微秒', () => {
    const { take } = createBuckets()
    for (let index = 0; index < 1000; index += 1) take(`${index}`, 600, 0)
    const before = process.cpuUsage()
    for (let index = 0; index < 100_000; index += 1) take(`${index % 1000}`, 600, index)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 100_000).toBeLessThan(10)
  })

  it('接口说明有几兆字节：只写一次，当文件给，不是想要几份就同时给几份', async () => {
    const written = vi.spyOn(limited, 'swagger')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => limited.inject({ url: '/api/openapi.json', remoteAddress: '10.9.9.9' })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers[0]?.headers['content-type']).toContain('application/json')
    expect(answers[0]?.json().paths).toHaveProperty('/api/goods/list')
    expect(written.mock.calls.length).toBeLessThanOrEqual(1)
    const many = await Promise.all(
      Array.from({ length: 50 }, () => limited.inject({ method: 'HEAD', url: '/api/openapi.json', remoteAddress: '10.9.9.9' })),
    )
    expect(many.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })

  it.each([
    ['/img/qr.svg', 'page'],
    ['/api/parcel/push', 'callback'],
    ['/api/openapi.json', 'export'],
    ['/api/goods/list', 'call'],
    ['/api/order/export', 'export'],
    ['/api/favorite/export', 'export'],
    ['/api/user/user_credit_statement/export', 'export'],
    ['/api/invoice/zip', 'export'],
    ['/api/ephedrine/order/:id/form', 'export'],
    ['/api/quick_order/file', 'export'],
    ['/api/quick_order/match', 'match'],
    ['/api/after_sale/form', 'call'],
    ['/api/pay/notify/:channel', 'callback'],
    ['/*', 'page'],
    ['/img/package/:file', 'picture'],
    ['/healthz', null],
    ['/readyz', null],
    [undefined, 'call'],
  ])('%s 按 %s 计', (pattern, name) => {
    expect(limitOf(pattern)).toBe(name)
  })
})

describe('谁都不能让商城只为他一个人忙', () => {
  it('一个账号一分钟里导出太多次：429，中文说明要等多久，写明 Retry-After；别的账号照常，其他页面照常', async () => {
    const [one, two] = [await makeCompany(db), await makeCompany(db)]
    const get = (url: string, cookie: string) => limited.inject({ url, headers: { cookie: `sid=${cookie}` } })
    const answers = await Promise.all(
      Array.from({ length: REQUEST_LIMITS.export.perMinute + 5 }, () => get('/api/order/export', one.cookie)),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json()).toMatchObject({ code: 429, data: { retry_after: 3 }, request_id: expect.any(String) })
    expect(refused[0]?.json().message).toBe('操作过于频繁，请 3 秒后再试')
    expect(refused[0]?.headers['retry-after']).toBe('3')
    expect((await get('/api/order/export', two.cookie)).statusCode).toBe(200)
    expect((await get('/api/order/list', one.cookie)).statusCode).toBe(200)
  })

  it('访客按地址算，一个 IPv6 网段是一个地址；不存在的地址也算', async () => {
    const ask = (last: number) => limited.inject({ url: `/api/nosuch/${last}`, remoteAddress: `2001:db8:9:9::${last.toString(16)}` })
    const answers = await Promise.all(Array.from({ length: REQUEST_LIMITS.call.perMinute * 2 + 3 }, (_, index) => ask(index)))
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0)
    expect((await limited.inject({ url: '/api/nosuch/1', remoteAddress: '2001:db8:9:a::1' })).statusCode).toBe(404)
  })

  it('编造的会话 Cookie 问不动数据库：一个地址超过次数就 429，已登录的照常', async () => {
    const buyer = await makeCompany(db)
    const get = (cookie: string) =>
      limited.inject({ url: '/api/user/base', remoteAddress: '203.0.113.77', headers: { cookie: `sid=${cookie}` } })
    expect((await get(buyer.cookie)).statusCode).toBe(200)
    const answers = await Promise.all(Array.from({ length: 320 }, (_, at) => get(`made-up-${at}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(15)
    expect((await get(buyer.cookie)).statusCode).toBe(200)
    // One that is known to open nothing costs nothing more for a moment.
    expect((await get('made-up-0')).statusCode).toBe(401)
  })
})
