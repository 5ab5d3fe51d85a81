import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findViolations } from '../src/modules/money/invariants/public.ts'
import { makeAddress } from './buying.ts'
import { type Buyer, makeCompany, makeGoods } from './fixtures.ts'
import { type Answer, testShop } from './harness.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const BUYERS = 8

const buyers: (Buyer & { address: number })[] = []

const shop = await testShop()
const { db } = shop.database
const goods: number[] = await Promise.all(Array.from({ length: 12 }, () => makeGoods(db, { stock: 100_000, price: '100.00' })))
for (let index = 0; index < BUYERS; index += 1) {
  const buyer = await makeCompany(db)
  buyers.push({ ...buyer, address: await makeAddress(db, buyer.companyId) })
}

interface Server {
  origin: string
  child: ChildProcess
}

async function startServer(): Promise<Server> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((done) => probe.close(done))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: shop.config.databaseUrl ?? '',
      DEMO: '0',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      STAND_INS: 'payment',
      REQUEST_LIMITS: '0',
      GATEWAY_SECRET: 'crash-test-gateway-secret',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (
      await fetch(`${origin}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { origin, child }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('the server did not become ready')
}

/** What the server answered as done. */
interface Acknowledged {
  orders: Map<number, string>
  paid: Set<number>
  refused: string[]
}

async function call(origin: string, cookie: string, path: string, body?: object): Promise<Pick<Answer, 'status' | 'message' | 'data'>> {
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: `sid=${cookie}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { message, data } = (await answer.json()) as Pick<Answer, 'message' | 'data'>
  return { status: answer.status, message, data }
}

/** One buyer buys and pays without a pause until the server is gone. */
async function shopUntilGone(origin: string, buyer: Buyer & { address: number }, seed: number, done: Acknowledged): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      const list = [0, 1, 2].map((line) => ({ goods_id: goods[(seed + turn + line * 3) % goods.length], number: 1 + ((turn + line) % 4) }))
      const added = await call(origin, buyer.cookie, '/api/cart', { list })
      const ids = (added.data.lines as { id: number }[]).map((line) => line.id)
      const sheet = await call(origin, buyer.cookie, '/api/cart/checkout', { ids })
      const placed = await call(origin, buyer.cookie, '/api/order', {
        checkout_key: sheet.data.checkout_key,
        ids,
        address_id: buyer.address,
        invoice_kind: 'normal',
        total: sheet.data.total,
      })
      if (placed.status !== 200) {
        done.refused.push(placed.message)
        continue
      }
      for (const order of placed.data.orders as { id: number; no: string }[]) {
        done.orders.set(order.id, order.no)
        const payment = await call(origin, buyer.cookie, `/api/pay/order/${order.id}`, { channel: 'gateway' })
        await fetch(`${origin}${payment.data.pay_url}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'result=paid',
          redirect: 'manual',
        })
        const check = await call(origin, buyer.cookie, `/api/pay/order/${order.id}/check`, {})
        if (check.data.paid === true) done.paid.add(order.id)
      }
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return
      throw error
    }
  }
}

/** Orders paid in each round: enough to be killed in the midst of, also where the machine is slow. */
const ENOUGH = 15
async function untilBusy(done: Acknowledged, paid: number): Promise<void> {
  const deadline = Date.now() + 60_000
  while (done.paid.size < paid && Date.now() < deadline) await new Promise((next) => setTimeout(next, 50))
}

it('满载时 kill -9：答应过的订单与付款都在，账目合计为零，库存与占用一致', async () => {
  const done: Acknowledged = { orders: new Map(), paid: new Set(), refused: [] }
  for (let round = 0; round < 2; round += 1) {
    const server = await startServer()
    const buying = Promise.all(buyers.map((buyer, index) => shopUntilGone(server.origin, buyer, index + round, done)))
    await untilBusy(done, (round + 1) * ENOUGH)
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    await buying
  }
  expect(done.orders.size).toBeGreaterThan(20)
  expect(done.paid.size).toBeGreaterThan(10)
  expect(done.refused).toEqual([])

  // What was cut off in the middle is rolled back when the server's connections are seen to be gone.
  const after = await startServer()
  const rows = await db.selectFrom('orders').select(['id', 'no', 'status']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, no] of done.orders) expect(byId.get(id)?.no).toBe(no)
  for (const id of done.paid) expect(byId.get(id)?.status).toBe('paid')
  const paidPayments = new Set(
    (await db.selectFrom('payment').select('order_id').where('status', '=', 'paid').execute()).map((row) => row.order_id),
  )
  for (const id of done.paid) expect(paidPayments.has(id)).toBe(true)
  expect(await findViolations(db, new Date())).toEqual([])
  const batches = await db.selectFrom('stock_batch').select(['id', 'available', 'reserved']).execute()
  for (const batch of batches) expect(batch.available + batch.reserved, `batch ${batch.id}`).toBe(100_000)

  // And the shop sells on.
  const [buyer] = buyers
  if (!buyer) throw new Error('no buyer')
  expect((await call(after.origin, buyer.cookie, '/api/order/list')).status).toBe(200)
  after.child.kill('SIGTERM')
  const [code] = await once(after.child, 'exit')
  expect(code).toBe(0)
}, 240_000)
