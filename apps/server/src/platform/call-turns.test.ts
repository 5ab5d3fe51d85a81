import type pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { makeCompany } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { makeOpenKey } from '../../test/open-keys.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from './database.ts'
import { jobs } from './jobs.ts'

let holder: pg.PoolClient | null = null

const shop = await testShop()
const { db } = shop.database
const database = openDatabase(shop.database.url, { max: 10 })
const { config, sessions, search, clock } = shop
const app = await buildApp({
  config: { ...config, requestLimits: true },
  database,
  sessions,
  jobs,
  search,
  pages: null,
  clock: () => clock.now,
})
await app.ready()
afterEach(letGo)
afterAll(async () => {
  await app.close()
  await database.close()
})

/** What every cart reads is held, so that nobody's call for a cart ends. */
async function holdCarts(): Promise<void> {
  holder = await shop.database.pool.connect()
  await holder.query('begin; lock table cart_line in access exclusive mode')
}
async function letGo(): Promise<void> {
  await holder?.query('rollback')
  holder?.release()
  holder = null
}
const ask = (url: string, { cookie = '', remoteAddress = '203.0.113.1' }: { cookie?: string; remoteAddress?: string }) =>
  app.inject({ url, remoteAddress, headers: cookie === '' ? {} : { cookie: `sid=${cookie}` } })

it('一个账号一次发来的几百个请求不占满数据库的连接：别的账号和访客不排在后面，自己的也一个不少', async () => {
  const [many, other] = [await makeCompany(db), await makeCompany(db)]
  await holdCarts()
  const calls = Array.from({ length: 200 }, () => ask('/api/cart/list', many))
  const [theirs, strangers] = await Promise.all([ask('/api/order/list', other), ask('/api/article/category', {})])
  expect([theirs.statusCode, strangers.statusCode]).toEqual([200, 200])
  await letGo()
  const answers = await Promise.all(calls)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

it('一个接口密钥从许多地址一次发来几十个请求，也只占几个连接', async () => {
  const bearer = await makeOpenKey(shop)
  await shop.database.pool.query(
    "insert into business_scope (code, name) select 'chem', '化学药' where not exists (select from business_scope where code = 'chem')",
  )
  holder = await shop.database.pool.connect()
  await holder.query('begin; lock table open_version in access exclusive mode')
  const rows = [{ code: 'TURNS', name: '寻常片', source_version: 1 }]
  const calls = Array.from({ length: 40 }, (_, at) =>
    app.inject({
      method: 'POST',
      url: '/open/v1/goods',
      remoteAddress: `203.0.${at}.7`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ rows }),
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  const began = performance.now()
  expect((await ask('/api/article/category', {})).statusCode).toBe(200)
  expect(performance.now() - began).toBeLessThan(3_000)
  await letGo()
  const answers = await Promise.all(calls)
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([])
}, 60_000)
