import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaff, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { jobs } from '../../../platform/jobs.ts'
import { collectTasks } from '../../modules.ts'
import { signOf } from './signature.ts'
import { SIGNED_VECTOR, SIGNING } from './signing-docs.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { database, config } = shop
const { pool } = database
await makeWarehouse(database.db, { code: '01', name: '主仓' })
await makeGoods(database.db, { code: 'G-1', stock: 0 })
const secret = await makeOpenKey(shop, { signs: true })

/** The example of the documentation, as it stands there. */
const { authorization: example } = await import(`data:text/javascript,${encodeURIComponent(SIGNING['Node.js'] ?? '')}`)

let serial = 0
interface Wish {
  key?: string
  at?: Date
  nonce?: string
  /** The Idempotency-Key. */
  once?: string
  /** What is signed, where it is another thing than what is sent. */
  signed?: { method?: string; url?: string; body?: string }
}
function nextNonce(): string {
  serial += 1
  return `nonce-${String(serial).padStart(16, '0')}`
}
function headerOf(
  method: string,
  url: string,
  body: string,
  { key = secret, at = shop.clock.now, nonce = nextNonce(), once = '', signed = {} }: Wish,
): string {
  const seconds = String(Math.floor(at.getTime() / 1000))
  return example(key, signed.method ?? method, signed.url ?? url, signed.body ?? body, once, seconds, nonce)
}
async function get(url: string, wish: Wish = {}): Promise<string> {
  const answer = await shop.ask('GET', url, { headers: { authorization: headerOf('GET', url, '', wish) } })
  return answer.status === 200 ? 'OK' : answer.data.code
}
const row = (available: number) =>
  JSON.stringify({
    cutoff: '2026-11-28T09:00:00+08:00',
    rows: [{ warehouse_code: '01', goods_code: 'G-1', batch_no: 'A1', expiry_date: '2028-01-01', available }],
  })
async function stock(sent: string, wish: Wish = {}): Promise<string> {
  const url = '/open/v1/stock'
  const headers = { authorization: headerOf('POST', url, sent, wish), 'content-type': 'application/json' }
  const answer = await shop.ask('POST', url, { headers, raw: Buffer.from(sent) })
  return answer.status === 200 ? 'OK' : answer.data.code
}
const there = async () => (await pool.query('select available from stock_batch')).rows.map(({ available }) => available)

describe('签名的请求', () => {
  it('文档里的例子算出来的签名进得来，与文档里的对照值相同', async () => {
    expect(await get('/open/v1/orders?limit=2')).toBe('OK')
    expect(await stock(row(30))).toBe('OK')
    expect(await there()).toEqual([30])
    const { secret: of, method, url, at, nonce, body, once, sign } = SIGNED_VECTOR
    const hash = createHash('sha256').update(body).digest('hex')
    expect(signOf(of, method, url, once, { at, nonce, body: hash })).toBe(sign)
    expect(example(of, method, url, body, once, at, nonce)).toContain(`sign=${sign}`)
  })

  it('方法、地址、查询、内容换了一点都不收，什么都没有改', async () => {
    expect(await get('/open/v1/orders?limit=2', { signed: { url: '/open/v1/orders?limit=3' } })).toBe('SIGNATURE_WRONG')
    expect(await get('/open/v1/returns', { signed: { url: '/open/v1/orders' } })).toBe('SIGNATURE_WRONG')
    expect(await get('/open/v1/orders', { signed: { method: 'POST' } })).toBe('SIGNATURE_WRONG')
    expect(await get('/open/v1/orders', { signed: { body: 'x' } })).toBe('SIGNATURE_WRONG')
    expect(await stock(row(99), { signed: { body: row(31) } })).toBe('SIGNATURE_WRONG')
    const other = await makeOpenKey(shop, { signs: true })
    const header = headerOf('GET', '/open/v1/orders', '', {}).replace(secret.slice(0, 16), other.slice(0, 16))
    expect((await shop.ask('GET', '/open/v1/orders', { headers: { authorization: header } })).data.code).toBe('SIGNATURE_WRONG')
    const unknown = header.replace(other.slice(0, 16), 'ak_live_00000000')
    expect((await shop.ask('GET', '/open/v1/orders', { headers: { authorization: unknown } })).data.code).toBe('KEY_UNKNOWN')
    for (const wrong of ['AK1', 'AK1 key=x', header.replace('sign=', 'sign=Z')])
      expect((await shop.ask('GET', '/open/v1/orders', { headers: { authorization: wrong } })).data.code, wrong).toBe('SIGNATURE_WRONG')
    expect(await there()).toEqual([30])
  })

  it('同一个签名只收一次，几个同时来也只有一个；过了五分钟、早了五分钟都不收', async () => {
    const nonce = nextNonce()
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => stock(row(31), { nonce })))
    expect(all.toSorted()).toEqual(['OK', 'SIGNATURE_USED', 'SIGNATURE_USED', 'SIGNATURE_USED', 'SIGNATURE_USED'])
    expect(await stock(row(32), { nonce })).toBe('SIGNATURE_USED')
    expect(await there()).toEqual([31])
    const off = (seconds: number) => get('/open/v1/orders', { at: new Date(NOW.getTime() + seconds * 1000) })
    expect([await off(-301), await off(301), await off(-299), await off(299)]).toEqual(['SIGNATURE_STALE', 'SIGNATURE_STALE', 'OK', 'OK'])
  })

  it('内容没有被读的（GET 带了内容、没有类型、类型不对、没有内容的 POST），签名对不上也只是不收：商城照常', async () => {
    const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = new URL(address)
    const ends: unknown[] = []
    const ended = (error: unknown) => void ends.push(error)
    process.on('uncaughtException', ended)
    const raw = (method: string, url: string, head: string, body: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(
            `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${headerOf(method, url, '', {})}\r\n${head}\r\n\r\n${body}`,
          ),
        )
        let text = ''
        socket.on('data', (part) => {
          text += part.toString()
        })
        socket.once('close', () => resolve(text.slice(9, 12)))
        socket.once('error', reject)
      })
    try {
      const stream = '/open/v1/orders'
      const statuses = [
        await raw('GET', stream, 'Content-Length: 1', 'x'),
        await raw('GET', stream, 'Transfer-Encoding: chunked', '1\r\nx\r\n0\r\n'),
        await raw('POST', '/open/v1/stock', 'Content-Length: 5', 'x=y&z'),
        await raw('POST', '/open/v1/stock', 'Content-Type: application/xml\r\nContent-Length: 4', '<a/>'),
        await raw('POST', '/open/v1/stock', 'Content-Type: application/json\r\nContent-Length: 2', '{}'),
        await raw('POST', '/open/v1/stock', 'Content-Length: 0', ''),
      ]
      expect(statuses.filter((status) => !/^[24]\d\d$/.test(status))).toEqual([])
      expect(statuses[4]).toBe('401')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(ends).toEqual([])
    } finally {
      process.off('uncaughtException', ended)
    }
  })

  it('Idempotency-Key 也签：路上换了它，同一份内容也不再收', async () => {
    const url = '/open/v1/stock'
    const send = async (sent: string, signed: string) => {
      const authorization = headerOf('POST', url, row(40), { once: signed })
      const headers = { authorization, 'content-type': 'application/json', ...(sent && { 'idempotency-key': sent }) }
      const answer = await shop.ask('POST', url, { headers, raw: Buffer.from(row(40)) })
      return answer.status === 200 ? 'OK' : answer.data.code
    }
    expect(await send('other-key-0123456', 'client-key-012345')).toBe('SIGNATURE_WRONG')
    expect(await send('', 'client-key-012345')).toBe('SIGNATURE_WRONG')
    expect(await send('other-key-0123456', '')).toBe('SIGNATURE_WRONG')
    expect(await send('client-key-012345', 'client-key-012345')).toBe('OK')
  })

  it('用过的 nonce 记到它的签名不再收为止，由任务清理', async () => {
    const forget = collectTasks({ database, config, jobs }).find((one) => one.task.name === 'keys.forget')
    const count = async () => (await pool.query('select count(*)::integer as n from open_nonce')).rows[0].n
    const before = await count()
    expect(before).toBeGreaterThan(3)
    await forget?.run({}, new Date(NOW.getTime() + 599_000))
    expect(await count()).toBe(before)
    await forget?.run({}, new Date(NOW.getTime() + 600_000))
    expect(await count()).toBe(0)
  })

  it('只收签名的密钥不收 Bearer；不签名的密钥不能签名；停用立即生效', async () => {
    expect((await shop.ask('GET', '/open/v1/orders', { bearer: secret })).data.code).toBe('SIGNATURE_NEEDED')
    const plain = await makeOpenKey(shop)
    expect(await get('/open/v1/orders', { key: plain })).toBe('KEY_UNKNOWN')
    const { rows } = await pool.query('select signing from open_secret where shown = $1', [plain.slice(0, 16)])
    expect(rows).toEqual([{ signing: null }])
    await pool.query('update open_secret set stopped_at = now() where shown = $1', [secret.slice(0, 16)])
    expect(await get('/open/v1/orders')).toBe('KEY_STOPPED')
  })

  it('采购企业的密钥也能只收签名；员工新建时写明，两人批准', async () => {
    const own = await makeOpenKey(shop, { buyer: await makeCompany(database.db), signs: true })
    expect(await get('/open/v1/own/addresses', { key: own })).toBe('OK')
    const [boss, second] = [await makeStaff(database.db, '钱主管', '质管'), await makeStaff(database.db, '孙主管', '质管')]
    const body = { name: '内网 ERP', scopes: ['orders.prices'], addresses: [], days: 30, signs: 1, reason: '线路没有 TLS' }
    const waits = await shop.ask('POST', '/api/staff/open/key', { cookie: boss, body })
    expect(JSON.stringify(waits.data)).toContain('只收签名的请求')
    const id = waits.data.request.id
    expect((await shop.ask('POST', `/api/staff/approval/${id}/approve`, { cookie: second, body: {} })).status).toBe(200)
    const key = (await shop.ask('GET', '/api/staff/open/key?of=house', { cookie: boss })).data.list[0]
    expect(key.signs).toBe(1)
    const issued = await shop.ask('POST', `/api/staff/open/key/${key.id}/issue`, { cookie: boss })
    expect(await get('/open/v1/orders', { key: issued.data.secret })).toBe('OK')
  })
})
