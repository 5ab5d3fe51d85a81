import { openingBalance } from '#domain/ledger.ts'
import { fen } from '#domain/money.ts'
import { post } from '../apps/server/src/modules/money/wallet/public.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { transact } from '../apps/server/src/platform/transact.ts'
import { makeBuyers } from './buyers.ts'
import { type AddLine, sellable } from './buying.ts'
import { say } from './figure.ts'
import { ask, atConcurrency, percentile } from './http.ts'
import { besides, type LoadRequest, load } from './load.ts'
import { workOf } from './processor.ts'
import type { Running } from './servers.ts'
import type { Tpcb } from './tpcb.ts'

const CLIENTS = 16
const PURCHASING = 8
const SECONDS = 6
const BALANCE_FEN = 100_000_000
const TPCB_SECONDS = 4

const lineOf = (one: { goods_id: number; step: number; warehouse_id: number }): AddLine => ({
  goods_id: one.goods_id,
  number: one.step,
  ck_id: one.warehouse_id,
})

/** Two calls of every buyer's day, each beside the bare server: a goods looked at, a goods put into the cart. */
export async function measureOneGoods(shop: Running, limit: string, database: DatabaseHandle): Promise<void> {
  const buyers = await makeBuyers(database, 200)
  const goods = await sellable(database, 200, 20)
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from goods where on_shelf and availability_id is null order by md5(id::text) limit 3000',
  )
  const cookieAt = (index: number) => ({ cookie: `sid=${buyers[index % buyers.length]?.cookie}` })
  const details = rows.map(({ id }, index): LoadRequest => ({ path: `/api/goods/detail/${id}`, headers: cookieAt(index) }))
  const adds = Array.from({ length: 4_000 }, (_, index): LoadRequest => {
    const one = goods[(index * 7) % goods.length]
    if (!one) throw new Error('no goods')
    return {
      method: 'POST',
      path: '/api/cart',
      body: JSON.stringify({ list: [lineOf(one)] }),
      headers: { ...cookieAt(index), 'content-type': 'application/json' },
    }
  })
  for (const [name, requests, share] of [
    ['a member’s goods in detail', details, 0.35],
    ['one goods into the cart', adds, 0.3],
  ] as const) {
    const work = (seconds: number) => load(shop.origin, requests, { clients: CLIENTS, seconds })
    await work(2)
    let each = ''
    const found = await besides(
      () => load(limit, [{ path: '/' }], { clients: CLIENTS, seconds: SECONDS }),
      async () => {
        const worked = await workOf(shop, database.pool)
        const result = await work(SECONDS)
        each = await worked(result.answers)
        return result
      },
    )
    if (found.figure.errors > 0) throw new Error(`${name}: ${found.figure.errors} answers failed`)
    const ratio = found.figure.perSecond / found.limit.perSecond
    say({
      figure: name,
      value: found.figure.perSecond,
      unit: 'per second',
      limit: found.limit.perSecond,
      ratio,
      target: `share of the limit ≥ ${share}`,
      ok: ratio >= share,
      note: `${each}; p50 ${found.figure.p50} ms, p99 ${found.figure.p99} ms`,
    })
  }
}

/** Everything between five goods wanted and an order paid: into the cart, its sheet, the sheet with the balance, the submit. */
export async function measurePurchase(shop: Running, database: DatabaseHandle, count: number, tpcb: Tpcb | null): Promise<void> {
  const buyers = await makeBuyers(database, count)
  await transact(database.db, async (trx) => {
    for (const { companyId } of buyers) await post(trx, openingBalance(companyId, fen(BALANCE_FEN)), new Date())
  })
  const goods = await sellable(database, 200, 300)
  const before = (await tpcb?.(PURCHASING, TPCB_SECONDS)) ?? null
  const times: number[] = []
  const worked = await workOf(shop, database.pool)
  const seconds = await atConcurrency(buyers, PURCHASING, async (buyer, index) => {
    const started = performance.now()
    const call = async (path: string, body: object) => {
      const answer = await ask(shop.origin, 'POST', path, buyer.cookie, body)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.message}`)
      return answer.data
    }
    const list = Array.from({ length: 5 }, (_, line) => goods[(index * 7 + line * 31) % goods.length]).flatMap((one) =>
      one ? [lineOf(one)] : [],
    )
    const added = await call('/api/cart', { list })
    const ids = added.lines.map((line: { id: number }) => line.id)
    const sheet = await call('/api/cart/checkout', { ids, new: 1 })
    const paid = await call('/api/cart/checkout', { ids, new: 1, balance: sheet.total })
    const answer = await call('/api/order', {
      checkout_key: paid.checkout_key,
      ids,
      address_id: buyer.addressId,
      invoice_kind: 'normal',
      balance: sheet.total,
      total: paid.total,
    })
    if (answer.orders.some((one: { status: string }) => one.status !== 'paid')) throw new Error('an order was not paid')
    times.push(performance.now() - started)
  })
  const each = await worked(count)
  const after = (await tpcb?.(PURCHASING, TPCB_SECONDS)) ?? null
  const perSecond = count / seconds
  const limit = before !== null && after !== null ? (before + after) / 2 : null
  say({
    figure: `whole purchases of 5 lines, paid from the balance, at ${PURCHASING} clients`,
    value: perSecond,
    unit: 'per second',
    ...(limit !== null && { limit, ratio: perSecond / limit, target: 'share of pgbench TPC-B ≥ 0.05', ok: perSecond / limit >= 0.05 }),
    note: `four calls each; ${each}; p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  })
}
