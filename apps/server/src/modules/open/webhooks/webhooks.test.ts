import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { openDatabase } from '../../../platform/database.ts'
import { collectTasks } from '../../modules.ts'
import { sendDue, spread, startWebhooks } from './sending.ts'

const HERE = ['127.0.0.0/8']
const shop = await testShop({ webhookNetworks: HERE })
const { database } = shop
const { db, pool } = database
const boss = await makeStaff(db, '钱主管', '质管')
const second = await makeStaff(db, '孙主管', '质管')
const buyer = await makeCompany(db, { code: 'KH-1', name: '半夏大药房' })
const goods = await makeGoods(db)

interface Got {
  headers: IncomingHttpHeaders
  body: string
}
/** The other system: what it got, and what it answers. */
const got: Got[] = []
let answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end()
const receiver: Server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.once('end', () => {
    got.push({ headers: request.headers, body })
    answer(response)
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
afterAll(() => new Promise((resolve) => receiver.close(resolve)))
beforeEach(() => {
  got.length = 0
  answer = (response) => response.writeHead(204).end()
  shop.clock.now = new Date()
})
afterEach(async () => {
  await pool.query("update webhook_endpoint set state = 'stopped' where state <> 'stopped'")
})

const URL_HERE = `http://127.0.0.1:${port}/hook`
const ask = (path: string, body: object = {}) => shop.ask('POST', `/api/staff/open/${path}`, { cookie: boss, body })

async function endpoint(wish: object = {}): Promise<{ id: number; secret: string }> {
  const waits = await ask('webhook', {
    name: '时空 ERP',
    url: URL_HERE,
    types: ['order.paid', 'order.placed'],
    reason: '对接 ERP',
    ...wish,
  })
  expect(waits.status, waits.text).toBe(202)
  await shop.ask('POST', `/api/staff/approval/${waits.data.request.id}/approve`, { cookie: second, body: {} })
  const { data } = await shop.ask('GET', '/api/staff/open/webhook', { cookie: boss })
  const { id, state } = data.list[0]
  expect(state).toBe('unissued')
  const issued = await ask(`webhook/${id}/issue`)
  return { id, secret: issued.data.secret }
}
const deps = { database, allowed: HERE, timeoutMs: 400 }
const work = async (given = deps) => {
  await spread(database, shop.clock.now)
  return sendDue(given, () => shop.clock.now)
}
const later = (ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}
const order = (status = 'paid') => makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status })
const messages = async (id: number) => (await shop.ask('GET', `/api/staff/open/webhook/${id}/message`, { cookie: boss })).data.list
const one = async (id: number) =>
  (await shop.ask('GET', '/api/staff/open/webhook', { cookie: boss })).data.list.find((row: { id: number }) => row.id === id)

describe('推送', () => {
  it('新建之后发生的、它要的事件各推一次，签名验得过，内容是订单此刻的样子；记录里有每一次', async () => {
    await order()
    const { id, secret } = await endpoint()
    await order('pending_payment')
    const paid = await order()
    expect(await work()).toBe(3)
    expect(await work()).toBe(0)
    const heard = got.map(
      ({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>,
    )
    expect(heard.map(({ type }) => type).sort()).toEqual(['order.paid', 'order.placed', 'order.placed'])
    const { no } = await db.selectFrom('orders').select('no').where('id', '=', paid).executeTakeFirstOrThrow()
    expect(heard.find(({ type }) => type === 'order.paid')).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { no, status: 'paid', company: { code: 'KH-1', name: '半夏大药房' }, url: `/open/v1/orders/${no}` },
    })
    expect(got[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_/) })
    expect(await messages(id)).toMatchObject([
      { state: 'sent', next_at: null, tries: [{ status: 204, fault: '' }] },
      { state: 'sent' },
      { state: 'sent' },
    ])
    expect(await one(id)).toMatchObject({ state: 'live', waiting: 0, failed: 0, failing_since: null })
  })

  it('退货也推送：单号、订单号、状态，和在哪里读它的全部', async () => {
    const { secret } = await endpoint({ types: ['return.requested'] })
    const { rows } = await pool.query(
      `insert into after_sale (no, order_id, company_id, kind, reason, status, idempotency_key, expected_amount, created_at)
       values ('TH-1', $1, $2, 'return', 'other', 'reviewing', 'k', 100, now()) returning id`,
      [await order('received'), buyer.companyId],
    )
    expect(rows).toHaveLength(1)
    expect(await work()).toBe(1)
    expect(new Webhook(secret).verify(got[0]?.body ?? '', got[0]?.headers as Record<string, string>)).toMatchObject({
      type: 'return.requested',
      data: { no: 'TH-1', status: 'reviewing', url: '/open/v1/returns/TH-1' },
    })
  })

  it('事务没有成的，谁也不会听说', async () => {
    await endpoint()
    const client = await pool.connect()
    await client.query('begin')
    await client.query("update orders set status = 'paid', remark = remark || 'x'")
    await client.query('rollback')
    client.release()
    expect(await work()).toBe(0)
  })

  it('两个进程一起发，每条只发一次', async () => {
    await endpoint()
    await Promise.all(Array.from({ length: 30 }, () => order()))
    const other = openDatabase(database.url, { max: 4 })
    try {
      await Promise.all([work(), spread(other, shop.clock.now).then(() => sendDue({ ...deps, database: other }, () => shop.clock.now))])
      await work()
      const ids = got.map(({ headers }) => headers['webhook-id'])
      expect([ids.length, new Set(ids).size]).toEqual([60, 60])
    } finally {
      await other.close()
    }
  })

  it('没有送达的按间隔再发，消息编号不变；送到为止。别的端点不受影响', async () => {
    const { id } = await endpoint({ types: ['order.paid'] })
    answer = (response) => response.writeHead(500).end('坏了')
    await order()
    expect(await work()).toBe(1)
    expect(await work()).toBe(0)
    expect(await one(id)).toMatchObject({ state: 'failing', waiting: 1 })
    later(6_000)
    answer = (response) => response.writeHead(301, { location: 'https://example.com/' }).end()
    expect(await work()).toBe(1)
    answer = (response) => response.writeHead(200).end('ok')
    later(340_000)
    expect(await work()).toBe(1)
    const [message] = await messages(id)
    expect(message.tries.map(({ status, answer: text }: { status: number; answer: string }) => [status, text])).toEqual([
      [200, 'ok'],
      [301, ''],
      [500, '坏了'],
    ])
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await one(id)).toMatchObject({ state: 'live', failing_since: null })
  })

  it('慢的、不答的、断开的、答得没完没了的：都在限时之内有结果', async () => {
    const { id } = await endpoint({ types: ['order.paid'] })
    const cases: [(response: ServerResponse) => void, object][] = [
      [() => undefined, { status: 0, fault: '0.4 秒内没有答复' }],
      [(response) => response.destroy(), { status: 0, fault: '连接被断开' }],
      [
        (response) => {
          response.writeHead(200)
          const more = setInterval(() => response.write('x'.repeat(1024)), 1)
          response.once('close', () => clearInterval(more))
        },
        { status: 200, answer: 'x'.repeat(4096) },
      ],
    ]
    for (const [how, expected] of cases) {
      answer = how
      await order()
      const began = performance.now()
      await work()
      expect(performance.now() - began).toBeLessThan(3_000)
      const [message] = await messages(id)
      expect(message.tries[0]).toMatchObject(expected)
      await pool.query("update webhook_message set state = 'sent' where state = 'waiting'")
    }
  })

  it('名字解析到本机的、字面写着本机的：连都不连', async () => {
    const { id } = await endpoint({ types: ['order.paid'], url: `http://localhost:${port}/hook` })
    await order()
    expect(await work({ ...deps, allowed: [] })).toBe(1)
    expect(got).toHaveLength(0)
    expect((await messages(id))[0].tries[0]).toMatchObject({ status: 0, fault: '地址在本机或内部网络，不能推送' })
    await pool.query('update webhook_endpoint set url = $1 where id = $2', [`http://[::ffff:127.0.0.1]:${port}/`, id])
    later(10_000)
    expect(await work({ ...deps, allowed: [] })).toBe(1)
    expect(got).toHaveLength(0)
  })

  it('答 410 就停用，不再发；429 按 Retry-After 等', async () => {
    const { id } = await endpoint({ types: ['order.paid'] })
    answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end()
    await order()
    await work()
    later(3_590_000)
    expect(await work()).toBe(0)
    later(20_000)
    answer = (response) => response.writeHead(410).end()
    expect(await work()).toBe(1)
    expect(await one(id)).toMatchObject({ state: 'stopped', state_reason: '对方答 410：不再接收', failed: 1 })
    await order()
    later(90_000_000)
    expect(await work()).toBe(0)
    const { rows } = await pool.query("select actor from audit_log where action = 'webhook.gave_up' and subject = $1", [`webhook:${id}`])
    expect(rows).toEqual([{ actor: '系统' }])
  })

  it('三天没有送达就暂停，一条不丢；恢复后从断开的地方接着发', async () => {
    const { id } = await endpoint({ types: ['order.paid'], in_order: 1 })
    answer = (response) => response.writeHead(503).end()
    await order()
    await order()
    for (let tried = 0; (await one(id)).state !== 'paused' && tried < 20; tried += 1) {
      await work()
      later(27 * 3_600_000)
    }
    expect(await one(id)).toMatchObject({ state: 'paused', state_reason: expect.stringContaining('三天') })
    await order()
    expect(await work()).toBe(0)
    answer = (response) => response.writeHead(200).end()
    got.length = 0
    await ask(`webhook/${id}/resume`, { reason: '对方修好了' })
    await work()
    expect(await one(id)).toMatchObject({ state: 'live', waiting: 0 })
    const { waiting, failed } = await one(id)
    expect([waiting, got.length + failed]).toEqual([0, 3])
  })

  it('要先后的端点：前一条没有送到，后面的等着；送到的次序就是发生的次序', async () => {
    await endpoint({ types: ['order.paid'], in_order: 1 })
    const ids = []
    for (let made = 0; made < 4; made += 1) ids.push(await order())
    answer = (response) => response.writeHead(500).end()
    expect(await work()).toBe(1)
    answer = (response) => response.writeHead(200).end()
    got.length = 0
    expect(await work()).toBe(0)
    later(6_000)
    expect(await work()).toBe(4)
    const { rows } = await pool.query('select no from orders where id = any ($1) order by id', [ids])
    expect(got.map(({ body }) => JSON.parse(body).data.no)).toEqual(rows.map(({ no }) => no))
  })

  it('更换签名密钥的当中两个都签；停了旧的只签新的；唯一的一个不能这样停，第三个不给', async () => {
    const { id, secret } = await endpoint({ types: ['order.paid'] })
    const { data: renewed } = await ask(`webhook/${id}/issue`)
    expect((await ask(`webhook/${id}/issue`)).status).toBe(409)
    await order()
    await work()
    const verified = (key: string) => new Webhook(key).verify(got.at(-1)?.body ?? '', got.at(-1)?.headers as Record<string, string>)
    for (const key of [secret, renewed.secret]) expect(verified(key)).toBeDefined()
    const old = renewed.endpoint.secrets.at(-1).id
    expect((await ask(`webhook_secret/${old}/stop`)).status).toBe(200)
    await order()
    await work()
    expect(verified(renewed.secret)).toBeDefined()
    expect(() => verified(secret)).toThrow()
    expect((await ask(`webhook_secret/${renewed.endpoint.secrets[0].id}/stop`)).status).toBe(409)
    expect((await ask(`webhook_secret/${old}/stop`)).status).toBe(404)
  })

  it('再发：一条、一段时间、没有送达的；编号不变，停用的不发', async () => {
    const { id } = await endpoint({ types: ['order.paid'] })
    const from = shop.clock.now.toISOString()
    await order()
    await order()
    await work()
    later(1000)
    const until = shop.clock.now.toISOString()
    later(1000)
    await order()
    await work()
    const before = got.map(({ headers }) => headers['webhook-id'])
    const [latest] = await messages(id)
    const again = (body: object) => ask(`webhook/${id}/again`, { reason: '对方漏了', ...body })
    expect((await again({ message: latest.id })).data).toEqual({ messages: 1 })
    expect((await again({ message: latest.id })).status).toBe(404)
    await work()
    expect(got.at(-1)?.headers['webhook-id']).toBe(latest.message_id)
    expect((await again({ from, until })).data).toEqual({ messages: 2 })
    expect((await again({ failed: 1 })).data).toEqual({ messages: 0 })
    expect((await again({ from: 'yesterday' })).status).toBe(422)
    await work()
    expect(
      got
        .slice(-2)
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    ).toEqual(before.slice(0, 2).sort())
    expect((await messages(id))[0].tries).toHaveLength(2)
    expect(
      (await shop.ask('GET', `/api/staff/open/webhook/${id}/message?state=sent&keywords=${latest.about}`, { cookie: boss })).data.total,
    ).toBe(1)
    await ask(`webhook/${id}/stop`, { reason: '不用了' })
    expect((await again({})).status).toBe(409)
  })

  it('试发一条；暂停其间发生的，恢复后照发；停用的不能再动', async () => {
    const { id, secret } = await endpoint({ types: ['order.paid'] })
    await ask(`webhook/${id}/test`, { reason: '试试看' })
    await work()
    expect(new Webhook(secret).verify(got[0]?.body ?? '', got[0]?.headers as Record<string, string>)).toMatchObject({ type: 'test.ping' })
    await ask(`webhook/${id}/pause`, { reason: '对方升级' })
    await order()
    expect(await work()).toBe(0)
    expect(await one(id)).toMatchObject({ state: 'paused', waiting: 1 })
    await ask(`webhook/${id}/resume`, { reason: '升级好了' })
    expect(await work()).toBe(1)
    await ask(`webhook/${id}/stop`, { reason: '不用了' })
    expect((await ask(`webhook/${id}/test`, { reason: '再试试' })).status).toBe(409)
    expect((await ask(`webhook/${id}/issue`)).status).toBe(409)
    const { rows } = await pool.query('select action from audit_log where subject = $1 order by id', [`webhook:${id}`])
    expect(rows.map(({ action }) => action)).toEqual(['add', 'issue', 'test', 'pause', 'resume', 'stop'].map((word) => `webhook.${word}`))
  })

  it('不成地址的地址、不认识的事件、没有权限的岗位，都不行；签名密钥只显示一次', async () => {
    const clerk = await makeStaffOf(db, 'merchandiser')
    expect((await shop.ask('GET', '/api/staff/open/webhook', { cookie: clerk })).status).toBe(403)
    const { data } = await ask('webhook', { name: '  ', url: 'https://10.0.0.1/', types: ['order.paid', 'x'], reason: '对接' })
    expect(data.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'url', 'types'])
    const { id, secret } = await endpoint()
    expect(JSON.stringify([await one(id), await messages(id)])).not.toContain(secret)
    const { rows } = await pool.query("select string_agg(a::text, '') as text from audit_log a")
    expect(rows[0].text).not.toContain(secret.slice(6))
    expect((await shop.ask('GET', '/api/staff/open/webhook/99999/message', { cookie: boss })).status).toBe(404)
  })

  it('旧的记录由任务清理，没有送到的留着', async () => {
    const { id } = await endpoint({ types: ['order.paid'] })
    await order()
    await work()
    answer = (response) => response.writeHead(500).end()
    await order()
    await work()
    const task = collectTasks({ database, config: shop.config, jobs: shop.jobs as never }).find(
      (found) => found.task.name === 'webhooks.sweep',
    )
    await task?.run({}, new Date(Date.now() + 91 * 86_400_000))
    expect(await messages(id)).toMatchObject([{ state: 'waiting' }])
  })
})

describe('一家慢', () => {
  it('一个接收方拖着不答，别的接收方照样马上收到', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    await endpoint({ name: '拖着不答', url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` })
    const placed = Array.from({ length: 12 }, () => order())
    await Promise.all(placed)
    await spread(database, shop.clock.now)
    const running = startWebhooks({ ...deps, timeoutMs: 3_000 }, () => undefined)
    // By then it holds what was due to it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await endpoint({ name: '马上就答' })
    await order()
    await expect.poll(() => got.length, { timeout: 2_400 }).toBe(2)
    await running.stop()
    silent.closeAllConnections()
    await new Promise((resolve) => silent.close(resolve))
  }, 20_000)
})

it('查看范围有限的人看不到推送的内容，也领不到能读全部订单的密钥', async () => {
  const { id } = await endpoint()
  await order()
  await work()
  const narrow = await makeStaff(db, '只看周敏', '质管')
  await pool.query("update staff set narrow_managers = '{周敏}' where account_id = (select id from account where name = '只看周敏')")
  const seen = await shop.ask('GET', `/api/staff/open/webhook/${id}/message`, { cookie: narrow })
  expect([seen.status, seen.text.includes('半夏大药房')]).toEqual([403, false])
  for (const path of ['key/1/issue', `webhook/${id}/issue`, `webhook/${id}/again`])
    expect((await shop.ask('POST', `/api/staff/open/${path}`, { cookie: narrow, body: { reason: '看看' } })).status, path).toBe(403)
})
