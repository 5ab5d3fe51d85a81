import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { untilOneWaits } from '../../test/waiting.ts'
import { buildApp } from '../app.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'

import { isBusy } from './error-handler.ts'
import { jobs } from './jobs.ts'
import { transact } from './transact.ts'

interface Line {
  level: string
  of: { route?: string; err?: unknown }
  text: string
}

let app: FastifyInstance
let database: DatabaseHandle
let lines: Line[] = []
const held: pg.PoolClient[] = []

/** Holds what a login reads, until the test is over. */
async function holdLogins(): Promise<void> {
  const client = await shop.database.pool.connect()
  held.push(client)
  await client.query('begin; lock table login_failure in access exclusive mode')
}
/** The database has taken its connection back. */
const untilGone = (pid: number) =>
  expect.poll(async () => (await shop.database.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount).toBe(0)
const login = () => app.inject({ method: 'POST', url: '/api/user/login', payload: { username: 'nobody', password: 'wrong' } })

/** To open a connection takes a busy machine its time, and is no waiting for one that is free. */
async function open(limits: { statement: number; lock: number; idleInTransaction: number }, poolWaitMs = 20_000): Promise<void> {
  database = openDatabase(shop.database.url, { max: 2, limits, poolWaitMs })
  const { config, sessions, search, clock } = shop
  app = await buildApp({ config, database, sessions, jobs, search, pages: null, clock: () => clock.now })
  app.addHook('onRequest', async (request) => {
    const note = (level: string) => (of: Line['of'], text: string) => void lines.push({ level, of, text })
    Object.assign(request, { log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } })
  })
  app.get('/test/dreaming', async () =>
    transact(database.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await untilGone(rows[0]?.pid ?? 0)
      await sql`select 1`.execute(trx)
      return {}
    }),
  )
  app.get('/test/wrong', async () => sql`select * from no_such_table`.execute(database.db))
}

const shop = await testShop()
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const client of held.splice(0)) {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
  await app.close()
  await database.close()
})

const PATIENT = { statement: 20_000, lock: 20_000, idleInTransaction: 20_000 }

function expectBusy(answer: Awaited<ReturnType<typeof login>>, route: string): void {
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toEqual({ code: 503, message: '系统繁忙，请稍候再试', data: null, request_id: expect.any(String) })
  expect(lines).toEqual([{ level: 'warn', of: { err: expect.any(Error), route }, text: 'the database was too busy' }])
}

describe('数据库忙不过来', () => {
  it('等锁等到时限：503，说系统繁忙、几秒后再来，记一行日志，写明是哪个接口', async () => {
    await open({ ...PATIENT, lock: 200 })
    await holdLogins()
    expectBusy(await login(), 'POST /api/user/login')
  })

  it('语句超时：503', async () => {
    await open({ ...PATIENT, statement: 200 })
    await holdLogins()
    expectBusy(await login(), 'POST /api/user/login')
  })

  it('事务里发呆太久，连接被数据库收回：503，连接不再使用', async () => {
    await open({ ...PATIENT, idleInTransaction: 600 })
    expectBusy(await app.inject('/test/dreaming'), 'GET /test/dreaming')
    lines = []
    expect((await login()).statusCode).toBeLessThan(500)
    expect(lines).toEqual([])
  })

  it('等不到空闲的连接：503', async () => {
    await open(PATIENT, 2_000)
    const taken = [await database.pool.connect(), await database.pool.connect()]
    try {
      expectBusy(await login(), 'POST /api/user/login')
    } finally {
      for (const client of taken) client.release()
    }
  })

  it('程序自己的错误仍是 500，不叫人再来', async () => {
    await open(PATIENT)
    const answer = await app.inject('/test/wrong')
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(lines).toMatchObject([{ level: 'error', text: 'request failed' }])
  })

  it('来人自己走了，不算出错', async () => {
    await open({ ...PATIENT, lock: 3_000 })
    await holdLogins()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const body = '{"username":"nobody","password":"wrong"}'
    socket.write(
      `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await untilOneWaits(shop.database)
    socket.destroy()
    await expect.poll(() => lines).toMatchObject([{ level: 'debug', text: 'the client went away' }])
  })
})

it.each(['55P03', '57014', '25P03', '53300', '40P01', '40001'])('数据库的 %s 是忙', (code) => {
  expect(isBusy(Object.assign(new Error(), { code }))).toBe(true)
  expect(isBusy(new Error('the work failed', { cause: Object.assign(new Error(), { code }) }))).toBe(true)
})
it('服务器断开了手上的连接，也是忙', () => {
  expect(isBusy(new Error('Connection terminated unexpectedly'))).toBe(true)
})
it.each(['23505', '42P01', 'ECONNREFUSED'])('%s 不是忙', (code) => {
  expect(isBusy(Object.assign(new Error(), { code }))).toBe(false)
})
