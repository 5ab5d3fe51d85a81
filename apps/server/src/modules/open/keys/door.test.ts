import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { WEBHOOK_TYPES } from '#contract/constants.ts'
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_GOODS,
  EXAMPLE_ORDER,
  EXAMPLE_OWN_ORDER,
  EXAMPLE_PAPER,
  EXAMPLE_REPORT,
  EXAMPLE_RETURN,
  EXAMPLE_WAREHOUSE,
  OPEN_EXAMPLES,
} from '#contract/open-examples.ts'
import { openProblemsOf } from '#contract/open-problems.ts'
import { makeCompany, makeGoods, makeWarehouse } from '../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../test/harness.ts'
import { keepPaper, keepReport } from '../../../../test/kept-papers.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { buildApp } from '../../../app.ts'
import { openDatabase } from '../../../platform/database.ts'
import { jobs } from '../../../platform/jobs.ts'
import { createSessions } from '../../../platform/session.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { database, config, search } = shop
const { pool } = database
await makeWarehouse(database.db, { code: '01', name: '主仓' })
await makeGoods(database.db, { code: 'G-1', stock: 0 })
const bearer = await makeOpenKey(shop)

const rowsOf = (available: number) => ({
  cutoff: '2026-11-28T09:00:00+08:00',
  rows: [{ warehouse_code: '01', goods_code: 'G-1', batch_no: 'A1', expiry_date: '2028-01-01', available }],
})
const stock = (available: number, onceKey?: string, key = bearer) =>
  shop.ask('POST', '/open/v1/stock', {
    bearer: key,
    body: rowsOf(available),
    headers: onceKey === undefined ? {} : { 'idempotency-key': onceKey },
  })
const there = async () => (await pool.query('select available from stock_batch')).rows.map(({ available }) => available)

describe('Idempotency-Key', () => {
  it('同一个键的同一请求只办一次，再来答第一次的回答，一个字节不差；另一内容不收', async () => {
    const first = await stock(30, 'once-1')
    expect([first.status, first.data.ok]).toEqual([200, 1])
    await pool.query('update stock_batch set available = 11')
    const again = await stock(30, 'once-1')
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
    expect(await there()).toEqual([11])
    expect((await stock(31, 'once-1')).data.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(await there()).toEqual([11])
  })

  it('别的密钥用同一个键，各办各的；试算和没有办成的不占用键', async () => {
    const other = await makeOpenKey(shop)
    expect((await stock(30, 'once-1', other)).headers['idempotency-replayed']).toBeUndefined()
    const checked = await shop.ask('POST', '/open/v1/stock?check=1', { bearer, body: rowsOf(5), headers: { 'idempotency-key': 'once-2' } })
    expect(checked.data.checked).toBe(true)
    const wrong = { bearer, body: { ...rowsOf(5), cutoff: 'yesterday' }, headers: { 'idempotency-key': 'once-2' } }
    expect((await shop.ask('POST', '/open/v1/stock', wrong)).status).toBe(422)
    expect((await stock(6, 'once-2')).status).toBe(200)
  })

  it('过了七天就是新的请求，旧的回答由任务清理；不成样子的键不收', async () => {
    await stock(30, 'once-old')
    shop.clock.now = new Date(NOW.getTime() + 7 * 86_400_000 + 1000)
    expect((await stock(31, 'once-old')).headers['idempotency-replayed']).toBeUndefined()
    await pool.query("update open_once set at = at - interval '8 days' where once_key = 'once-old'")
    const { collectTasks } = await import('../../modules.ts')
    const task = collectTasks({ database, config, jobs }).find((one) => one.task.name === 'keys.forget')
    await task?.run({}, shop.clock.now)
    expect((await pool.query("select 1 from open_once where once_key like 'once-%'")).rows).toHaveLength(0)
    shop.clock.now = NOW
    for (const key of ['', ' ', '中文', 'x'.repeat(256)]) expect((await stock(1, key)).status, key).toBe(422)
  })

  it('两个进程同时收到同一个键：一个办，另一个 409 并说何时再来；办完再来答同一个回答，只办了一次', async () => {
    const secondDatabase = openDatabase(database.url, { max: 4 })
    const secondApp = await buildApp({
      config,
      database: secondDatabase,
      sessions: createSessions(secondDatabase),
      jobs,
      search,
      pages: null,
      clock: () => shop.clock.now,
    })
    await secondApp.ready()
    const blocker = await pool.connect()
    try {
      await pool.query(
        'insert into goods_stock (goods_id, warehouse_id) select g.id, w.id from goods g, warehouse w on conflict do nothing',
      )
      await blocker.query('begin')
      await blocker.query('select 1 from goods_stock for update')
      const request = {
        method: 'POST' as const,
        url: '/open/v1/stock',
        headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': 'once-both' },
        payload: rowsOf(77),
      }
      const working = shop.app.inject(request)
      const meanwhile = async () => {
        for (;;) {
          const answer = await secondApp.inject(request)
          if (answer.statusCode === 409) return answer
          await sleep(20)
        }
      }
      // Until the first has begun, the second may be the one that works: then it waits for the blocker, too.
      await sleep(300)
      const refused = await meanwhile()
      expect([refused.json().code, refused.headers['retry-after']]).toEqual(['IDEMPOTENCY_RUNNING', '2'])
      await blocker.query('commit')
      const done = await working
      expect(done.statusCode).toBe(200)
      const replayed = await secondApp.inject(request)
      expect([replayed.body, replayed.headers['idempotency-replayed']]).toEqual([done.body, 'true'])
      const { rows } = await pool.query(
        "select 1 from audit_log where action = 'open.stock' and after ->> 'request' is not null and call <> ''",
      )
      expect(rows.length).toBeGreaterThan(0)
      expect(await there()).toEqual([77])
    } finally {
      blocker.release()
      await secondApp.close()
      await secondDatabase.close()
    }
  })
})

describe('一分钟的次数', () => {
  it('按密钥数，头里写明还剩多少；用完 429；库存自己数自己的，别的密钥不受影响', async () => {
    const limited = await buildApp({
      config: { ...config, requestLimits: true },
      database,
      sessions: shop.sessions,
      jobs,
      search,
      pages: null,
      clock: () => shop.clock.now,
    })
    await limited.ready()
    afterAll(() => limited.close())
    const [one, other] = [await makeOpenKey(shop), await makeOpenKey(shop)]
    const post = (key: string, url: string) =>
      limited.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key}` }, payload: { rows: [] } })
    const first = await post(one, '/open/v1/stock')
    expect([
      first.statusCode,
      first.headers['ratelimit-limit'],
      first.headers['ratelimit-remaining'],
      first.headers['ratelimit-reset'],
    ]).toEqual([422, '240', '239', '1'])
    let last = first
    for (let sent = 1; last.statusCode !== 429 && sent < 300; sent += 1) last = await post(one, '/open/v1/stock')
    expect([last.statusCode, last.json().code, Number(last.headers['retry-after'])]).toEqual([429, 'TOO_MANY', 1])
    expect((await post(one, '/open/v1/goods')).headers['ratelimit-limit']).toBe('600')
    expect((await post(other, '/open/v1/stock')).statusCode).toBe(422)
    const own = await makeOpenKey(shop, { buyer: await makeCompany(database.db) })
    const headers = { authorization: `Bearer ${own}` }
    const read = () => limited.inject({ url: '/open/v1/own/addresses', headers })
    expect((await read()).headers['ratelimit-limit']).toBe('120')
    let placed = await post(own, '/open/v1/own/orders')
    for (let sent = 1; placed.statusCode !== 429 && sent < 60; sent += 1) placed = await post(own, '/open/v1/own/orders')
    expect([placed.statusCode, placed.headers['ratelimit-limit']]).toEqual([429, '30'])
    expect((await read()).statusCode).toBe(200)
  }, 60_000)
})

describe('给人和机器看的说明', () => {
  const OPEN_CALLS = CALLS.filter(({ access }) => access === 'integration')

  it('openapi.json 有每个调用、它的参数、每一行的字段、每种错误；一般的说明里没有这些', async () => {
    const { paths, components, webhooks } = (await shop.app.inject({ url: '/open/v1/openapi.json' })).json()
    for (const call of OPEN_CALLS) {
      const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
      expect(operation.summary).toBe(call.summary)
      const described = Object.values(operation.responses as Record<string, { description: string }>).map((one) => one.description)
      for (const code of openProblemsOf(call)) expect(described.join(), call.path).toContain(code)
      if (call.row) {
        const { rows } = operation.requestBody.content['application/json'].schema.properties
        expect(Object.keys(rows.items.properties)).toEqual(Object.keys((call.row as unknown as { properties: object }).properties))
      }
    }
    expect(components.schemas.Problem.properties.code).toBeDefined()
    expect(Object.keys(webhooks)).toEqual(Object.keys(WEBHOOK_TYPES))
    const usual = (await shop.app.inject({ url: '/api/openapi.json' })).json()
    expect(Object.keys(usual.paths).filter((path) => path.startsWith('/open/'))).toEqual([])
  })

  it('文档页有每个调用和每个错误代码', async () => {
    const page = await shop.app.inject({ url: '/open/v1/docs', headers: { host: 'erp.example"<script>' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { method, path } of OPEN_CALLS) expect(page.body).toContain(`${method} ${path}`)
    for (const call of OPEN_CALLS) for (const code of openProblemsOf(call)) expect(page.body).toContain(`id="${code}"`)
    expect(page.body).not.toContain('<script>')
  })

  it('每个调用都有例子；例子照着写的样子，在演示商城里跑得通', async () => {
    expect(OPEN_CALLS.filter(({ method, path }) => !OPEN_EXAMPLES.some(({ call }) => call === `${method} ${path}`))).toEqual([])
    const demo = await openShop({ demo: true, now: new Date() })
    try {
      const key = await makeOpenKey(demo)
      const { rows: own } = await demo.database.pool.query(
        `select c.id as "companyId", ac.account_id as "accountId", a.id as address, o.no as "orderNo"
           from account_company ac join account p on p.id = ac.account_id and p.username = '13900000001' join company c on c.id = ac.company_id
           join address a on a.company_id = c.id and a.is_default join orders o on o.company_id = c.id where ac.is_owner limit 1`,
      )
      expect(own).toHaveLength(1)
      const [of] = own
      const ownKey = await makeOpenKey(demo, { buyer: of })
      const { data: goods } = await demo.ask('GET', '/open/v1/own/catalogue?can_buy=1', { bearer: ownKey })
      const plain = goods.goods.find((one: { is_ephedrine: boolean; available: number }) => !one.is_ephedrine && one.available > 100)
      const { rows: warehouses } = await demo.database.pool.query('select code from warehouse order by id limit 1')
      const { rows: orders } = await demo.database.pool.query("select no from orders where status = 'paid' order by id limit 1")
      const { rows: returns } = await demo.database.pool.query('select no from after_sale order by id limit 1')
      const filled = (text: string) =>
        text
          .replaceAll(EXAMPLE_RETURN, returns[0].no)
          .replaceAll(EXAMPLE_ORDER, orders[0].no)
          .replaceAll(`"${EXAMPLE_WAREHOUSE}"`, `"${warehouses[0].code}"`)
          .replaceAll(`"address_id":${EXAMPLE_ADDRESS}`, `"address_id":${of.address}`)
          .replaceAll(`{"goods_code":"${EXAMPLE_GOODS}","number":10}`, JSON.stringify({ goods_code: plain.code, number: plain.minimum }))
          .replaceAll(EXAMPLE_OWN_ORDER, of.orderNo)
          .replaceAll(EXAMPLE_PAPER, String(paper))
          .replaceAll(EXAMPLE_REPORT, String(report))
      const { rows: known } = await demo.database.pool.query('select id from goods where code = $1', [plain.code])
      const paper = await keepPaper(demo, of.companyId, 'EXAMPLE')
      const report = await keepReport(demo, known[0].id, 'EXAMPLE')
      for (const { call, says, params = {}, query, headers = {}, body } of OPEN_EXAMPLES) {
        const [method = '', path = ''] = call.split(' ')
        const url =
          filled(path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')) + (query ? `?${new URLSearchParams(query)}` : '')
        const answer = await demo.ask(method as 'GET' | 'POST', url, {
          bearer: path.startsWith('/open/v1/own/') ? ownKey : key,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body && { raw: Buffer.from(filled(JSON.stringify(body))) }),
        })
        expect([says, answer.status, answer.data?.rejected ?? 0], answer.text).toEqual([says, 200, 0])
      }
      const { rows } = await demo.database.pool.query("select on_shelf, base_price from goods where code = 'ERP-10001'")
      expect(rows).toEqual([{ on_shelf: true, base_price: 1280 }])
    } finally {
      await demo.close()
    }
  }, 60_000)
})
