import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCompany } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { jobs } from './jobs.ts'

/** Whose pages were drawn, by the word in their address, and how many of one's at once at most. */
const drawn: string[] = []
const now = new Map<string, number>()
const most = new Map<string, number>()
/** Pages of payments wait for a service, which answers when it is told to. */
let service = Promise.withResolvers<void>()

const shop = await testShop()
const { db } = shop.database
const { database, sessions, search, config } = shop
const bundle = {
  assetsDir: tmpdir(),
  rootFiles: new Map<string, Buffer>(),
  assetsOf: () => ({ entry: 'entry.js', styles: [], preloads: [] }),
  async render({ url }: { url: string }) {
    const who = new URL(url).searchParams.get('who') ?? ''
    drawn.push(who)
    now.set(who, (now.get(who) ?? 0) + 1)
    most.set(who, Math.max(most.get(who) ?? 0, now.get(who) ?? 0))
    await (decodeURIComponent(new URL(url).pathname).toLowerCase().startsWith('/pay/')
      ? service.promise
      : new Promise((go) => setTimeout(go, 5)))
    now.set(who, (now.get(who) ?? 0) - 1)
    return { kind: 'page' as const, status: 200, title: '', html: '', state: '{}', file: null, problem: null }
  },
}
const app = await buildApp({
  config: { ...config, requestLimits: true },
  database,
  sessions,
  jobs,
  search,
  pages: { bundle, console: { html: '', assetsDir: bundle.assetsDir } },
  clock: () => shop.clock.now,
})
await app.ready()
afterAll(() => app.close())

const page = (who: string, { cookie = '', remoteAddress = '203.0.113.1', path = '/help' } = {}) =>
  app.inject({ url: `${path}?who=${who}`, remoteAddress, headers: { accept: 'text/html', ...(cookie && { cookie: `sid=${cookie}` }) } })

describe('同时打开很多页面', () => {
  it('一个账号一次打开两百页：一页一页画，多出的说明稍后再试；别的账号和访客不排在后面', async () => {
    const [many, other] = [await makeCompany(db), await makeCompany(db)]
    const pages = Array.from({ length: 200 }, () => page('many', { cookie: many.cookie }))
    const [first, stranger] = await Promise.all([page('other', { cookie: other.cookie }), page('stranger')])
    expect([first.statusCode, stranger.statusCode]).toEqual([200, 200])
    expect(drawn.filter((who) => who === 'many').length).toBeLessThanOrEqual(40)
    const answers = await Promise.all(pages)
    expect(most.get('many')).toBe(1)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(100)
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 429)).toBe(true)
    for (const one of refused) expect([one.headers['retry-after'], one.json().message]).toEqual(['2', expect.stringContaining('秒后再试')])
  })

  it('一个地址的访客也一样，别的地址不受影响', async () => {
    const pages = Array.from({ length: 60 }, () => page('crowd', { remoteAddress: '203.0.113.7' }))
    expect((await page('elsewhere', { remoteAddress: '203.0.113.8' })).statusCode).toBe(200)
    expect(drawn.filter((who) => who === 'crowd').length).toBeLessThanOrEqual(20)
    const answers = await Promise.all(pages)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(41)
    expect(most.get('crowd')).toBe(1)
  })

  it('一条 IPv6 线路有六万多个网段：四百多个一起来，也只算一家；已登录的和别的访客照常打开', async () => {
    const { cookie } = await makeCompany(db)
    const segment = (at: number) => `2001:db8:7:${at.toString(16)}::1`
    const pages = Array.from({ length: 450 }, (_, at) => page('line', { remoteAddress: segment(at) }))
    const [own, elsewhere] = await Promise.all([page('own', { cookie }), page('another', { remoteAddress: '203.0.113.9' })])
    expect([own.statusCode, elsewhere.statusCode]).toEqual([200, 200])
    expect(drawn.filter((who) => who === 'line').length).toBeLessThanOrEqual(10)
    await Promise.all(pages)
  })

  it('四百多个真正不同的地址占满访客的队：已登录的照常打开', async () => {
    const { cookie } = await makeCompany(db)
    const pages = Array.from({ length: 450 }, (_, at) => page('many addresses', { remoteAddress: `198.18.${at >> 8}.${at & 255}` }))
    expect((await page('signed in', { cookie })).statusCode).toBe(200)
    expect(drawn.filter((who) => who === 'many addresses').length).toBeLessThanOrEqual(20)
    await Promise.all(pages)
  })

  it('支付服务迟迟不答，许多家的支付页在等：别家的页、自己的别的页照常打开', async () => {
    const paths = ['/pay/P20261127000000000001', '/PAY/P20261127000000000001', '/%70ay/P20261127000000000001']
    const payers = await Promise.all(Array.from({ length: 30 }, () => makeCompany(db)))
    const waiting = payers.map(({ cookie }, at) => page('payer', { cookie, path: paths[at % 3] ?? '' }))
    const [, other] = [await new Promise((go) => setTimeout(go, 50)), await makeCompany(db)]
    const opened = Promise.all([page('free', { cookie: other.cookie }), page('same', { cookie: payers[0]?.cookie ?? '' })])
    const late = new Promise<'late'>((go) => setTimeout(go, 3_000, 'late'))
    const first = await Promise.race([opened, late])
    service.resolve()
    expect(first === 'late' ? first : first.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    // They wait apart, and are drawn once the service answers.
    expect((await Promise.all(waiting)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })
  it('绕着写的地址到的是同一张支付页，也在支付页的队里等', async () => {
    service = Promise.withResolvers<void>()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    // As it is written: a client that resolves addresses would do so before it sends them.
    const raw = (path: string, cookie: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { cookie: `sid=${cookie}`, accept: 'text/html' }
        send({ port, host: '127.0.0.1', path: `${path}?who=around`, headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        })
          .on('error', reject)
          .end()
      })
    const paths = ['/x/../pay/P20261127000000000001', '/x/%2e%2e/pay/P20261127000000000001', '/.\\pay/P20261127000000000001']
    const payers = await Promise.all(paths.map(() => makeCompany(db)))
    const waiting = payers.map(({ cookie }, at) => raw(paths[at] ?? '', cookie))
    await expect.poll(() => drawn.filter((who) => who === 'around').length).toBeGreaterThanOrEqual(2)
    const other = await makeCompany(db)
    const late = new Promise<'late'>((go) => setTimeout(go, 3_000, 'late'))
    const first = await Promise.race([page('beside', { cookie: other.cookie }), late])
    service.resolve()
    expect(first === 'late' ? first : first.statusCode).toBe(200)
    expect(await Promise.all(waiting)).toEqual([200, 200, 200])
  })
})
