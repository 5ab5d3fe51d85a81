import type pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { makeCompany } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
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
