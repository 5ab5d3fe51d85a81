import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { LIVE_RIGHTS_CHANGED } from '#contract/constants.ts'
import type { LiveWord } from '#contract/live.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { buildApp } from '../../../app.ts'
import { type LiveTarget, tellLive } from '../../../platform/live.ts'
import { createSessions } from '../../../platform/session.ts'
import { hashPassword } from '../../who/accounts/public.ts'
import { LINES_PER_ACCOUNT } from './lines.ts'

let companies: number[]

const shop = await testShop({
  async seed({ db }) {
    const rows = [1, 2].map((number) => ({ name: `第${number}药房`, type: '单体药店' as const, review_state: 2 }))
    companies = (await db.insertInto('company').values(rows).returning('id').execute()).map((row) => row.id)
    const password_hash = await hashPassword('Demo-2026')
    const accounts = await db
      .insertInto('account')
      .values([
        { username: '13922220001', name: '店员', password_hash },
        { username: '13922220002', name: '别家', password_hash },
        { username: 'clerk', name: '客服', password_hash, is_staff: true },
      ])
      .returning('id')
      .execute()
    await addRow(db, 'staff', { account_id: accounts[2]?.id ?? 0 })
    await addRow(db, 'account_company', [
      { account_id: accounts[0]?.id ?? 0, company_id: companies[0] ?? 0 },
      { account_id: accounts[0]?.id ?? 0, company_id: companies[1] ?? 0 },
      { account_id: accounts[1]?.id ?? 0, company_id: companies[1] ?? 0 },
    ])
  },
})
const { database, config, search, clock } = shop
/** Another process of the same shop. */
const other = await buildApp({
  config,
  database,
  search,
  sessions: createSessions(database),
  jobs: { enqueue: async () => undefined },
  pages: null,
  clock: () => clock.now,
})
await shop.app.listen({ port: 0, host: '127.0.0.1' })
await other.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => other.close())

interface Page {
  words: LiveWord[]
  socket: WebSocket
  /** Resolves when the line is closed, with the code. */
  closed: Promise<number>
  heard: (type: LiveWord['type'], times?: number) => Promise<void>
}
const pages: Page[] = []
afterEach(async () => {
  for (const { socket } of pages) socket.close()
  await Promise.all(pages.splice(0).map(({ closed }) => closed))
})

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

/** Opens the line of a page; rejects with the HTTP status when the server refuses it. */
function open(
  cookie: string,
  { app = shop.app, origin, path = '/api/live' }: { app?: FastifyInstance; origin?: string; path?: string } = {},
): Promise<Page> {
  const port = portOf(app)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { ...(cookie && { cookie: `sid=${cookie}; staff=${cookie}` }), origin: origin ?? `http://127.0.0.1:${port}` },
  })
  const words: LiveWord[] = []
  let tell: () => void = () => undefined
  socket.on('message', (data) => {
    words.push(JSON.parse(String(data)) as LiveWord)
    tell()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const heard = async (type: LiveWord['type'], times = 1): Promise<void> => {
    while (words.filter((word) => word.type === type).length < times) {
      await new Promise<void>((resolve) => {
        tell = resolve
      })
    }
  }
  const page = { words, socket, closed, heard }
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))))
    socket.on('error', reject)
    socket.on('open', () => {
      pages.push(page)
      resolve(page)
    })
  })
}

async function ready(cookie: string, app?: FastifyInstance, path = '/api/live'): Promise<Page> {
  const page = await open(cookie, app ? { app, path } : { path })
  await page.heard('ready')
  return page
}

const tell = (target: LiveTarget) => tellLive(shop.database.db, target, { type: 'messages' })
const [company, store] = [() => companies[0] ?? 0, () => companies[1] ?? 0]

describe('谁能听', () => {
  it('访客、别的网站的页面都连不上', async () => {
    const token = await shop.login('13922220001')
    await expect(open('')).rejects.toThrow('401')
    await expect(open('x'.repeat(43))).rejects.toThrow('401')
    await expect(open(token, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(open(token, { origin: 'null' })).rejects.toThrow('403')
  })

  it('只听得到自己企业的事；员工听得到员工的事', async () => {
    const mine = await ready(await shop.login('13922220001'))
    const theirs = await ready(await shop.login('13922220002'))
    const staff = await ready(await shop.login('clerk'), shop.app, '/api/staff/live')
    await tell({ companyId: company() })
    await tell({ staff: true })
    await tell({ companyId: store() })
    await Promise.all([mine.heard('messages'), theirs.heard('messages'), staff.heard('messages')])
    for (const page of [mine, theirs, staff]) expect(page.words.filter(({ type }) => type === 'messages')).toHaveLength(1)
  })

  it('听到自己企业的处境变了，马上去问，答的已是新的处境', async () => {
    const token = await shop.login('13922220001')
    const page = await ready(token)
    const state = async () => (await shop.ask('GET', '/api/user/base', { cookie: token })).data.review_state
    expect(await state()).toBe(2)
    for (const [turn, review_state] of [3, 2].entries()) {
      await shop.database.db.transaction().execute(async (trx) => {
        await tellLive(trx, { companyId: company() }, { type: 'account' })
        await changeRow(trx, 'company', company(), { review_state })
      })
      await page.heard('account', turn + 1)
      expect(await state()).toBe(review_state)
    }
  })

  it('页面说个不停就被断开，说几句的留着', async () => {
    const quiet = await ready(await shop.login('13922220001'))
    const loud = await ready(await shop.login('13922220002'))
    for (let word = 0; word < 5; word += 1) quiet.socket.send('x')
    for (let word = 0; word < 25; word += 1) loud.socket.send('x')
    expect(await loud.closed).toBe(1008)
    await tell({ companyId: company() })
    await quiet.heard('messages')
  })

  it('一个账号打开的页面太多时，新的一页被拒绝；关掉一页又可以', async () => {
    const token = await shop.login('13922220002')
    const all = await Promise.all(Array.from({ length: LINES_PER_ACCOUNT }, () => ready(token)))
    await expect(open(token)).rejects.toThrow('429')
    all[0]?.socket.close()
    await all[0]?.closed
    await ready(token)
  })

  it('不是长连接的接口不会变成长连接，普通请求得不到长连接的内容', async () => {
    const token = await shop.login('13922220001')
    expect((await shop.ask('GET', '/api/live', { cookie: token })).status).toBe(404)
    for (const path of ['/api/global/links', '/list', '/healthz', '/nothing-here'])
      for (const cookie of [token, '']) await expect(open(cookie, { path }), path).rejects.toThrow(/^40[34]$/)
  })

  it('一个地址开着六个不说再见的升级请求，同一地址的人照样进得来', async () => {
    const head = `GET /api/global/links HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    const sockets = Array.from({ length: 6 }, () => connect(portOf(shop.app), '127.0.0.1'))
    await Promise.all(
      sockets.map((socket) => {
        socket.write(head)
        return new Promise((resolve) => socket.once('data', resolve).on('error', () => undefined))
      }),
    )
    const answer = await fetch(`http://127.0.0.1:${portOf(shop.app)}/api/global/links`, { signal: AbortSignal.timeout(5_000) })
    expect(answer.status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('页面说得太多，线路就关闭', async () => {
    const page = await ready(await shop.login('13922220001'))
    page.socket.send('x'.repeat(5_000))
    expect(await page.closed).toBe(1009)
  })
})

describe('经过几个进程', () => {
  it('在一个进程发生的事，连在另一个进程的页面也听得到；没有提交的事谁也听不到', async () => {
    const token = await shop.login('13922220001')
    const here = await ready(token)
    const there = await ready(token, other)
    await shop.database.db
      .transaction()
      .execute(async (trx) => {
        await tellLive(trx, { companyId: company() }, { type: 'chat', conversation: 9 })
        throw new Error('taken back')
      })
      .catch(() => undefined)
    await tell({ companyId: company() })
    await Promise.all([here.heard('messages'), there.heard('messages')])
    expect(there.words.some(({ type }) => type === 'chat')).toBe(false)
  })

  it('听数据库的连接断了会重新连上，并告诉页面可能漏了什么', async () => {
    const page = await ready(await shop.login('13922220001'))
    await shop.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
    )
    await page.heard('ready', 2)
    await tell({ companyId: company() })
    await page.heard('messages')
  })
})

describe('权利变了就关闭', () => {
  it('退出登录关闭这个会话的页面，不关别的会话的', async () => {
    const token = await shop.login('13922220001')
    const ended = await ready(token)
    const stays = await ready(await shop.login('13922220001'))
    await shop.ask('DELETE', '/api/user/logout', { cookie: token })
    expect(await ended.closed).toBe(LIVE_RIGHTS_CHANGED)
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('切换门店、不再属于这家企业，都关闭', async () => {
    const token = await shop.login('13922220001')
    const page = await ready(token)
    await shop.ask('POST', '/api/user/switch_store', { cookie: token, body: { company_id: store() } })
    expect(await page.closed).toBe(LIVE_RIGHTS_CHANGED)
    const theirs = await ready(await shop.login('13922220002'))
    await shop.database.db.deleteFrom('account_company').where('company_id', '=', store()).execute()
    expect(await theirs.closed).toBe(LIVE_RIGHTS_CHANGED)
  })

  it('停止的进程把页面送走，不等不回应的', async () => {
    const token = await shop.login('clerk')
    const page = await ready(token, other, '/api/staff/live')
    await other.close()
    expect(await page.closed).toBe(1001)
    await expect(open(token, { app: shop.app, path: '/api/staff/live' })).resolves.toBeDefined()
  })
})
