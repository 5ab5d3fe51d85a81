import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCompany } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { buildApp } from '../app.ts'
import type { Config } from './config.ts'
import { jobs } from './jobs.ts'

const apps: FastifyInstance[] = []

async function appWith(config: Partial<Config>): Promise<{ app: FastifyInstance; port: number }> {
  const { database, sessions, search } = shop
  const app = await buildApp({
    config: { ...shop.config, ...config },
    database,
    sessions,
    jobs,
    search,
    pages: null,
    clock: () => shop.clock.now,
  })
  apps.push(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** What the server says to these bytes until it closes the connection. */
async function say(port: number, text: string, then?: (write: (more: string) => void) => void): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  then?.((more) => socket.writable && socket.write(more))
  await once(socket, 'close')
  return heard
}
const bodyOf = (heard: string) => JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4))

const shop = await testShop()
const { db } = shop.database
afterAll(async () => {
  for (const app of apps) await app.close()
})

describe('什么请求都得到同一种信封', () => {
  it.each([
    ['POST', '/api/nosuch', 404],
    ['PUT', '/api/goods/list', 404],
    ['PATCH', '/', 404],
    ['OPTIONS', '/api/cart', 404],
    ['DELETE', '/nowhere', 404],
    ['GET', '/api/nosuch', 404],
    ['POST', '/gateway/pay/P1', 404],
    ['GET', '/api/goods/detail/%E0%A4%A', 400],
    ['POST', '/api/%', 400],
    ['GET', `/api/goods/detail/${'9'.repeat(300)}`, 414],
    ['GET', `/api/goods/list?word=${'x'.repeat(9000)}`, 414],
  ] as const)('%s %s：%i', async (method, url, status) => {
    // Not the gateway's own page: there is none in this shop.
    const { app } = apps[0] ? { app: apps[0] } : await appWith({ standIns: [] })
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      code: status,
      message: expect.stringMatching(/[\u4e00-\u9fff]/),
      data: null,
      request_id: expect.any(String),
    })
  })

  it('不是 HTTP 的内容、太大的请求头、不认识的方法：也是信封', async () => {
    const { port } = await appWith({})
    const refused = await say(port, 'HELLO\r\n\r\n')
    expect(refused).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(refused)).toMatchObject({ code: 400, message: '请求格式不正确' })
    expect(bodyOf(await say(port, `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`))).toMatchObject({ code: 431 })
    expect(bodyOf(await say(port, 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'))).toMatchObject({ code: 400 })
  })
})

it('日历上没有的日子是写错了，不是系统繁忙', async () => {
  const { cookie } = await makeCompany(db)
  for (const day of ['2026-02-31', '0000-00-00', '2026-13-01'])
    expect(await shop.ask('GET', `/api/document?from=${day}`, { cookie })).toMatchObject({ code: 422 })
})

describe('慢慢发来的请求不会一直占着连接', () => {
  it('正文发不完的、请求头发不完的，到时限都被关闭，并且说明', async () => {
    const { port } = await appWith({ requestSeconds: 2 })
    const started = performance.now()
    const [body, head] = await Promise.all([
      say(
        port,
        'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n',
        (write) => {
          const timer = setInterval(() => write('x'), 300).unref()
          setTimeout(() => clearInterval(timer), 12_000).unref()
        },
      ),
      say(port, 'GET / HTTP/1.1\r\nHost: x\r\n', (write) => {
        const timer = setInterval(() => write('X-A: b\r\n'), 300).unref()
        setTimeout(() => clearInterval(timer), 12_000).unref()
      }),
    ])
    expect(performance.now() - started).toBeLessThan(12_000)
    for (const heard of [body, head]) expect(bodyOf(heard)).toMatchObject({ code: 408, message: '请求没有在规定时间内发完' })
  })
})

describe('正文有多大，服务器就费多少事：不会更多', () => {
  const post = (app: FastifyInstance, url: string, payload: string, cookie = '') =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie: `sid=${cookie}` }) },
    })

  it('一兆全是错的清单：一句话拒绝，不逐项检查；错得多的只说前一百处', async () => {
    const { app } = await appWith({})
    const { cookie } = await makeCompany(db)
    const list = (count: number) => JSON.stringify({ list: Array.from({ length: count }, () => ({})) })
    const endless = await post(app, '/api/cart', list(330_000), cookie)
    expect(endless.statusCode).toBe(422)
    expect(endless.body.length).toBeLessThan(1_000)
    const wrong = await post(app, '/api/cart', list(4_000), cookie)
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().data.errors).toHaveLength(100)
    // Nested as deep as it is long: counted all the same, without a stack of that depth.
    const deep = await post(app, '/api/cart', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, cookie)
    expect(deep.statusCode).toBe(422)
  })

  it('表单比同样长的 JSON 费时得多：一兆的表单不拆开就拒绝，人填得出的照收', async () => {
    const { app } = await appWith({})
    const { cookie } = await makeCompany(db)
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/quick_order/match',
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `sid=${cookie}` },
      })
    for (const form of [
      `text=${'+'.repeat(1_000_000)}`,
      Array.from({ length: 5_000 }, (_, at) => `a[b${at}][c][d]=${'+'.repeat(150)}`).join('&'),
    ]) {
      const refused = await send(form)
      expect([refused.statusCode, refused.json().message]).toEqual([422, '提交的内容过多，请分几次提交'])
    }
    const list = encodeURIComponent('氯雷他定片 20 盒\n'.repeat(1_000))
    expect((await send(`text=${list}`)).statusCode).toBe(200)
  })

  it('类型名大写也是 JSON：true 不当作 1', async () => {
    const { app } = await appWith({})
    const { cookie } = await makeCompany(db)
    for (const type of ['application/json', 'Application/JSON']) {
      const payload = JSON.stringify({ list: [{ goods_id: 1, number: true }] })
      const answer = await app.inject({
        method: 'POST',
        url: '/api/cart',
        payload,
        headers: { 'content-type': type, cookie: `sid=${cookie}` },
      })
      expect([answer.statusCode, answer.json().data?.errors?.[0]?.field], type).toEqual([422, 'list.0.number'])
    }
  })

  it('支付网关的通知按字节收下，不当作清单来数', async () => {
    const { app } = await appWith({})
    const answer = await post(app, '/api/pay/notify/gateway', 'x'.repeat(30_000))
    expect([answer.statusCode, answer.json().message]).toEqual([422, '回调验签失败'])
  })

  it('访客没发完的正文占不了内存：登录后才能用的不读就拒绝，登录、不存在的地址只收几万字节', async () => {
    const { app, port } = await appWith({})
    const large = JSON.stringify({ username: 'x'.repeat(100_000), password: 'x' })
    expect((await post(app, '/api/user/login', large)).statusCode).toBe(413)
    expect((await post(app, '/api/nosuch', large)).statusCode).toBe(413)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await app.inject({ method: 'POST', url: '/api/user/login', payload: `username=${large}`, headers: form })).statusCode).toBe(413)
    // The head alone is answered: nothing waits for the body.
    const head =
      'POST /api/cart HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n'
    expect(bodyOf(await say(port, head))).toMatchObject({ code: 401 })
    const { cookie } = await makeCompany(db)
    expect((await post(app, '/api/quick_order/match', JSON.stringify({ text: '氯雷他定片\n'.repeat(8_000) }), cookie)).statusCode).toBe(200)
  })
})

describe('访客的地址', () => {
  const seen = async (trustProxy: Config['trustProxy'], forwarded: string, remoteAddress = '10.0.0.2') => {
    const { app } = await appWith({ trustProxy })
    await db.deleteFrom('login_failure').execute()
    await app.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { username: 'nobody', password: 'wrong' },
    })
    const rows = await db.selectFrom('login_failure').select('key').where('key', 'like', 'ip:%').execute()
    return rows.map(({ key }) => key.slice(3)).join(' ')
  }

  it.each([
    ['没有代理：来人自称什么都不信', false, '6.6.6.6', '10.0.0.2'],
    ['一层代理：只信最后一个，前面是来人自己写的', 1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['两层代理', 2, '6.6.6.6, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['按网络信任：从右往左第一个不在网络里的', ['10.0.0.0/8', 'loopback'], '6.6.6.6, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['绕过代理直接来的人不在网络里，写什么都不信', ['192.168.0.0/16'], '6.6.6.6', '10.0.0.2'],
  ] as const)('%s', async (_, trusted, forwarded, expected) => {
    expect(await seen(trusted, forwarded)).toBe(expected)
  })
})

describe('浏览器得到的叮嘱', () => {
  it('HTTPS 之后：HSTS，会话 Cookie 带 __Host- 前缀，别的主机种下的 sid 不算数', async () => {
    const { app } = await appWith({ secureCookies: true })
    const plain = (await appWith({})).app
    const buyer = await makeCompany(db)
    const ask = (cookie: string) => app.inject({ url: '/api/user/base', headers: { cookie } })
    expect((await ask(`__Host-sid=${buyer.cookie}`)).statusCode).toBe(200)
    expect((await ask(`sid=${buyer.cookie}`)).statusCode).toBe(401)
    const login = await app.inject({ method: 'DELETE', url: '/api/user/logout', headers: { cookie: `__Host-sid=${buyer.cookie}` } })
    expect(login.headers['set-cookie']).toMatch(/^__Host-sid=;.*Path=\/;.*Secure/)
    expect(login.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(login.headers['permissions-policy']).toContain('camera=()')
    const without = await plain.inject('/healthz')
    expect(without.headers['strict-transport-security']).toBeUndefined()
    expect(without.headers['permissions-policy']).toContain('geolocation=()')
  })
})

describe('读之前就该拒绝的', () => {
  const form = (names: number) => Array.from({ length: names }, (_, at) => `a[${at}][b]=1`).join('&')
  const sent = (payload: string, cookie = '') =>
    shop.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie: `sid=${cookie}` }) },
      payload,
    })

  it('没有登录的人一张表单两百个字段，登录了的五千个；再多的不拆开就拒绝', async () => {
    const { cookie } = await makeCompany(db)
    const fieldOf = async (names: number, who = '') => (await sent(form(names), who)).json().data?.errors?.[0]?.field
    expect([await fieldOf(200), await fieldOf(201)]).toEqual(['username', ''])
    expect([await fieldOf(5_000, cookie), await fieldOf(5_001, cookie)]).toEqual(['username', ''])
  })

  it('网址里只读前两百个名字，一个请求头里的主机名不能长过域名', async () => {
    const query = `${Array.from({ length: 250 }, (_, at) => `n${at}=1`).join('&')}&keywords=x`
    const answer = await shop.app.inject({ url: `/api/goods/list?${query}` })
    expect(answer.statusCode).toBe(200)
    const long = await shop.app.inject({ url: '/img/qr.svg', headers: { host: `${'a'.repeat(300)}.com` } })
    expect([long.statusCode, long.json().message]).toEqual([400, '请求格式不正确'])
  })
})
