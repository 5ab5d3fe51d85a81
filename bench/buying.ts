import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { type Buyer, makeBuyers } from './buyers.ts'
import { say } from './figure.ts'
import { ask, atConcurrency, percentile } from './http.ts'
import { makeFlashSale, makePromotions } from './offers.ts'
import { workOf } from './processor.ts'
import type { Running } from './servers.ts'
import type { Tpcb } from './tpcb.ts'

const CONCURRENCY = 16

interface Sellable {
  goods_id: number
  warehouse_id: number
  step: number
}

export async function sellable(database: DatabaseHandle, count: number, stockAtLeast: number): Promise<Sellable[]> {
  const { rows } = await database.pool.query<Sellable>(
    `select g.id as goods_id, s.warehouse_id, greatest(g.min_number, case when g.splittable then 1 else g.mid_pack end) as step
       from goods g join goods_stock s on s.goods_id = g.id
      where g.on_shelf and g.base_price is not null and g.availability_id is null and not g.is_ephedrine and g.purchase_limit is null
        and s.available >= $2 order by s.warehouse_id, md5(g.id::text) limit $1`,
    [count, stockAtLeast],
  )
  if (rows.length < count) throw new Error(`only ${rows.length} goods have stock ≥ ${stockAtLeast}`)
  return rows
}

/** A cart of 500 lines as one buyer waits for it, without activities and with 60 that are alive. */
export async function measureCart(shop: string, database: DatabaseHandle): Promise<void> {
  const [buyer] = await makeBuyers(database, 1)
  if (!buyer) throw new Error('no buyer')
  const goods = await sellable(database, 500, 20)
  await database.pool.query(
    'insert into cart_line (company_id, goods_id, warehouse_id, number) select $1, goods_id, warehouse_id, step from unnest($2::bigint[], $3::bigint[], $4::int[]) as t (goods_id, warehouse_id, step)',
    [buyer.companyId, goods.map((one) => one.goods_id), goods.map((one) => one.warehouse_id), goods.map((one) => one.step)],
  )
  await measureCartCalls(shop, buyer, '')
  const alive = await makePromotions(database)
  await measureCartCalls(shop, buyer, `, ${alive} activities alive`)
  await database.pool.query('delete from promotion')
}

async function measureCartCalls(shop: string, buyer: Buyer, label: string): Promise<void> {
  for (const [name, path, target] of [
    ['cart total of 500 lines', '/api/cart/total', 30],
    ['cart list of 500 lines', '/api/cart/list', null],
  ] as const) {
    for (let warm = 0; warm < 10; warm += 1) await ask(shop, 'GET', path, buyer.cookie)
    const times: number[] = []
    for (let turn = 0; turn < 60; turn += 1) {
      const answer = await ask(shop, 'GET', path, buyer.cookie)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.message}`)
      times.push(answer.milliseconds)
    }
    const p50 = percentile(times, 0.5)
    say({
      figure: `${name}${label}`,
      value: p50,
      unit: 'ms',
      ...(target !== null && { target: `≤ ${target} ms`, ok: p50 <= target }),
      note: `p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    })
  }
}

/** What the disk gives: single-row inserts, each its own commit, at the same concurrency. */
async function commitsPerSecond(database: DatabaseHandle, seconds: number): Promise<number> {
  await database.pool.query(
    'create table if not exists bench_commit (id bigint generated always as identity primary key, at timestamptz not null default now(), n integer not null)',
  )
  const until = performance.now() + seconds * 1000
  let commits = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      const client = await database.pool.connect()
      while (performance.now() < until) {
        await client.query({ name: 'commit', text: 'insert into bench_commit (n) values ($1)', values: [commits] })
        commits += 1
      }
      client.release()
    }),
  )
  await database.pool.query('drop table bench_commit')
  return commits / seconds
}

interface Ready {
  buyer: Buyer
  ids: number[]
  key: string
  total: string
}

export interface AddLine {
  goods_id: number
  number: number
  ck_id: number
  goods_price_id?: number
}

/** Carts and sheets made ready before the clock runs. */
async function makeReady(shop: string, buyers: readonly Buyer[], linesOf: (index: number) => AddLine[]): Promise<Ready[]> {
  const ready: Ready[] = []
  await atConcurrency(buyers, 8, async (buyer, index) => {
    const added = await ask(shop, 'POST', '/api/cart', buyer.cookie, { list: linesOf(index) })
    const cart = await ask(shop, 'GET', '/api/cart/list', buyer.cookie)
    const ids = (cart.data?.list ?? []).map((line: { id: number }) => line.id)
    const sheet = await ask(shop, 'POST', '/api/cart/checkout', buyer.cookie, { ids, new: 1 })
    if (sheet.status !== 200) throw new Error(`checkout: ${added.status} ${cart.status} ${sheet.status} ${sheet.message}`)
    ready.push({ buyer, ids, key: sheet.data.checkout_key, total: sheet.data.total })
  })
  return ready
}

interface Bench {
  shop: Running
  database: DatabaseHandle
}
interface Limit {
  name: string
  perSecond: () => Promise<number>
  target?: number
}
const SECONDS = 4

/** pgbench where there is one: a transaction of some statements, as an order is; single-row commits are no limit of that work. */
const limitOf = (database: DatabaseHandle, tpcb: Tpcb | null, target?: number): Limit =>
  tpcb === null
    ? { name: 'single-row commits per second', perSecond: () => commitsPerSecond(database, SECONDS) }
    : { name: 'pgbench TPC-B', perSecond: () => tpcb(CONCURRENCY, SECONDS), ...(target !== undefined && { target }) }

/** Submits them all at once; the limit is taken before and after. */
async function measurePlacing(figure: string, { shop, database }: Bench, of: Limit, ready: readonly Ready[]): Promise<void> {
  const before = await of.perSecond()
  const worked = await workOf(shop, database.pool)
  const times: number[] = []
  const seconds = await atConcurrency(ready, CONCURRENCY, async ({ buyer, ids, key, total }) => {
    const placed = await ask(shop.origin, 'POST', '/api/order', buyer.cookie, {
      checkout_key: key,
      ids,
      address_id: buyer.addressId,
      invoice_kind: 'normal',
      total,
    })
    if (placed.status !== 200) throw new Error(`order: ${placed.status} ${placed.message} ${JSON.stringify(placed.data)}`)
    times.push(placed.milliseconds)
  })
  const each = await worked(ready.length)
  const after = await of.perSecond()
  const perSecond = ready.length / seconds
  const limit = (before + after) / 2
  say({
    figure,
    value: perSecond,
    unit: 'per second',
    limit,
    ratio: perSecond / limit,
    ...(of.target !== undefined && { target: `share of ${of.name} ≥ ${of.target}`, ok: perSecond / limit >= of.target }),
    note: `limit: ${of.name}; ${each}; p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  })
}

/** Orders of 5 lines through POST /api/order. */
export async function measureOrders(shop: Running, database: DatabaseHandle, count: number, tpcb: Tpcb | null): Promise<void> {
  const buyers = await makeBuyers(database, count)
  const goods = await sellable(database, 200, 500)
  const ready = await makeReady(shop.origin, buyers, (index) =>
    Array.from({ length: 5 }, (_, line) => goods[(index * 7 + line * 31) % goods.length] as Sellable).map((one) => ({
      goods_id: one.goods_id,
      number: one.step,
      ck_id: one.warehouse_id,
    })),
  )
  await measurePlacing(`placed orders of 5 lines at ${CONCURRENCY} clients`, { shop, database }, limitOf(database, tpcb, 0.12), ready)
}

async function enough(database: DatabaseHandle, goods: Sellable, available: number): Promise<void> {
  for (const table of ['stock_batch', 'goods_stock'])
    await database.pool.query(`update ${table} set available = $3 where goods_id = $1 and warehouse_id = $2`, [
      goods.goods_id,
      goods.warehouse_id,
      available,
    ])
}

/** Everybody wants the same goods at the same moment: one offer's quota, one stock row. */
export async function measureFlashSale(shop: Running, database: DatabaseHandle, count: number, tpcb: Tpcb | null): Promise<void> {
  const buyers = await makeBuyers(database, count)
  const goods = (await sellable(database, 200, 20)).find((one) => one.step === 1)
  if (!goods) throw new Error('no goods for the flash sale')
  await enough(database, goods, count * 2)
  const offer = await makeFlashSale(database, goods, count)
  const line = { goods_id: goods.goods_id, number: 1, ck_id: goods.warehouse_id, goods_price_id: offer }
  const ready = await makeReady(shop.origin, buyers, () => [line])
  await measurePlacing(`flash-sale orders of one goods at ${CONCURRENCY} clients`, { shop, database }, limitOf(database, tpcb), ready)
  const { rows } = await database.pool.query<{ taken: number }>('select taken from goods_offer where id = $1', [offer])
  if (rows[0]?.taken !== count) throw new Error(`flash sale: ${rows[0]?.taken} taken, ${count} sold`)
}
