import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import { openDatabase } from './database.ts'
import { jobs } from './jobs.ts'
import { watchSilence } from './silence.ts'
import { createWatch } from './watch.ts'

/** Stands between the shop and its database, and can stop passing anything on while it keeps the connections. */
interface Wire {
  url: string
  /** Every connection that is open now goes deaf; new ones work. */
  deafen: () => void
  close: () => void
}

async function layWire(databaseUrl: string): Promise<Wire> {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const pairs: [Socket, Socket][] = []
  const server: Server = createServer((near) => {
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host)
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    pairs.push([near, far])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    deafen() {
      for (const [near, far] of pairs.splice(0)) {
        near.unpipe(far)
        far.unpipe(near)
        for (const socket of [near, far]) socket.on('data', () => undefined)
      }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}

const shop = await testShop()
const wire = await layWire(shop.database.url)
afterAll(async () => {
  wire.close()
})

describe('数据库忽然没了声音', () => {
  it('已有的连接全都变聋：几秒内 /readyz 说不行，等着的请求得到失败，连接让出来，然后自己恢复', async () => {
    const troubles: string[] = []
    const database = openDatabase(wire.url, { max: 4, pulse: true, onTrouble: (what) => troubles.push(what) })
    const app = await buildApp({
      config: shop.config,
      database,
      sessions: shop.sessions,
      jobs,
      search: shop.search,
      pages: null,
      clock: () => shop.clock.now,
    })
    const ready = async () => (await app.inject('/readyz')).statusCode
    try {
      expect(await ready()).toBe(200)
      await Promise.all(Array.from({ length: 4 }, () => database.pool.query('select pg_sleep(0.2)')))
      // The pulse has begun.
      await new Promise((resolve) => setTimeout(resolve, 500))
      wire.deafen()
      const deafAt = performance.now()
      const waiting = Array.from({ length: 4 }, () =>
        database.pool.query('select 1').then(
          () => 'answered',
          (error: Error) => error.message,
        ),
      )
      expect(await ready()).toBe(503)
      expect(performance.now() - deafAt).toBeLessThan(5_000)
      expect(await Promise.all(waiting)).toEqual(Array(4).fill('the database went silent'))
      expect(performance.now() - deafAt).toBeLessThan(25_000)
      expect(await ready()).toBe(200)
      expect(database.pool.totalCount).toBeLessThanOrEqual(4)
      expect(troubles.join('; ')).toContain('the database does not answer')
    } finally {
      await app.close()
      await database.close()
    }
  })

  it('刚要发现失声时才问的问题，也只多等一会儿，不等到语句的时限', async () => {
    const cut: string[] = []
    const client = Object.assign(new EventEmitter(), {
      query: () => new Promise(() => undefined),
      connection: { stream: { destroy: (error: Error) => cut.push(error.message) } },
    })
    const pool = new EventEmitter()
    const silence = watchSilence(pool as unknown as pg.Pool, 60_000, () => undefined)
    pool.emit('connect', client)
    void client.query()
    silence.sweep(200)
    expect(cut).toEqual([])
    await expect.poll(() => cut.length, { timeout: 5_000 }).toBeGreaterThan(0)
    silence.stop()
  })

  it('没有脉搏的（导入、备份）也不永远等：比数据库自己的时限稍长就放弃，连接不再使用', async () => {
    const database = openDatabase(wire.url, { max: 1, limits: { statement: 500, lock: 500, idleInTransaction: 500 } })
    await database.pool.query('select 1')
    wire.deafen()
    await expect(database.pool.query('select 1')).rejects.toThrow('the database did not answer')
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  it('语句、等锁、事务里发呆都有时限', async () => {
    // Whoever waits for a lock is turned away long before its holder is, also on a busy machine.
    const limits = { statement: 400, lock: 200, idleInTransaction: 2_000 }
    const database = openDatabase(shop.database.url, { max: 3, limits })
    const code = (error: { code?: string }) => error.code
    expect(await database.pool.query('select pg_sleep(5)').catch(code)).toBe('57014')
    await database.pool.query('create table if not exists held (id int)')
    const holder = await database.pool.connect()
    await holder.query('begin; lock table held')
    expect(await database.pool.query('insert into held values (1)').catch(code)).toBe('55P03')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await holder.query('select 1').catch(() => 'ended')).toBe('ended')
    holder.release(true)
    expect((await database.pool.query('insert into held values (1)')).rowCount).toBe(1)
    await database.pool.query('drop table held')
    await database.close()
  })
})

describe('跟随者', () => {
  it('第一次失败记一条日志，一分钟还不好就说没有准备好，好了又能用', () => {
    const lines: string[] = []
    const log = { info: () => undefined, warn: (text: string) => void lines.push(text), error: (text: string) => void lines.push(text) }
    let now = 0
    const watch = createWatch(log, () => now)
    const [fails, works] = [watch.failing('search index'), watch.working('search index')]
    works()
    fails(new Error('no'))
    fails(new Error('no'))
    expect(watch.stale()).toEqual([])
    now = 60_001
    expect(watch.stale()).toEqual(['search index'])
    works()
    expect(watch.stale()).toEqual([])
    expect(lines).toEqual(['search index: fails', 'search index: works again'])
  })

  it('自己停顿了许久的进程，先听完已到的回答，不冤枉数据库', async () => {
    const troubles: string[] = []
    const database = openDatabase(shop.database.url, {
      max: 2,
      limits: { statement: 100, lock: 100, idleInTransaction: 60_000 },
      onTrouble: (what) => troubles.push(what),
    })
    try {
      await database.pool.query('select 1')
      const answer = database.pool.query<{ one: number }>('select 1 as one')
      // Asked, and then nothing moves here: a machine that was put to sleep, or one task that takes all.
      await new Promise<void>((resolve) =>
        setImmediate(() => {
          const until = performance.now() + 6_500
          while (performance.now() < until);
          resolve()
        }),
      )
      expect((await answer).rows).toEqual([{ one: 1 }])
      expect(troubles).toEqual([])
    } finally {
      await database.close()
    }
  })
})
