import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CareState } from '#contract/care.ts'
import { addDays, nearExpiryLimit } from '#domain/dates.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { findViolations } from '../../money/invariants/public.ts'
import { setPlace, ship } from '../stock/public.ts'
import type { CareFilter } from './filter-views.ts'
import { planCare } from './plan.ts'
import { carePage } from './views.ts'

const TODAY = '2024-02-29'
const NOW = new Date(`${TODAY}T02:00:00Z`)

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const keeper = await makeStaffOf(db, 'warehouse', '罗远')
const judge = await makeStaffOf(db, 'quality', '质管员')
const [north, south] = [await makeWarehouse(db, { code: 'N', name: '北仓' }), await makeWarehouse(db, { code: 'S', name: '南仓' })]
beforeEach(async () => {
  shop.clock.now = NOW
  await planCare(db, NOW)
})

const post = (url: string, body: object, cookie = keeper) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const planOf = async (batch: number) => {
  const { rows } = await pool.query<{ key: boolean; due: string; place: string | null; version: string }>(
    `select is_key as key, due_on::text as due, place, xmin::text as version from care_plan where stock_batch_id = $1`,
    [batch],
  )
  return rows[0]
}
const amiss = async () => (await findViolations(db, shop.clock.now)).filter(({ check }) => ['care_plan', 'care_goods'].includes(check))

async function batchOf({ warehouse = north, expiry = '2026-12-31', available = 20, place = '' } = {}) {
  const goods = await makeGoods(db, { stock: 0, price: '10.00' })
  const [batch = 0] = await makeStock(db, goods, [{ available, expiry }], warehouse)
  await pool.query(`insert into stock_movement (stock_batch_id, kind, available, reserved, at) values ($1, 'receive', $2, 0, $3)`, [
    batch,
    available,
    NOW,
  ])
  if (place !== '') await setPlace(db, warehouse, goods, place)
  return { goods, batch }
}

describe('养护计划随事而动，同一事务', () => {
  it('到货的批号当天就在计划里，三个月后该查；发空的不在，退回的又在；中间的订单不动它', async () => {
    const { goods, batch } = await batchOf({ available: 10 })
    const before = await planOf(batch)
    expect(before).toMatchObject({ key: false, due: '2024-05-29' })
    const buyer = await makeCompany(db, { balance: '900.00' })
    const address = await makeAddress(db, buyer.companyId)
    const [half] = await buy(shop, buyer, address, [{ goods_id: goods, number: 5 }], '62.00')
    await db.transaction().execute((trx) => ship(trx, half?.id ?? 0, NOW))
    expect((await planOf(batch))?.version).toBe(before?.version)
    const [rest] = await buy(shop, buyer, address, [{ goods_id: goods, number: 5 }], '62.00')
    expect((await planOf(batch))?.version).toBe(before?.version)
    await db.transaction().execute((trx) => ship(trx, rest?.id ?? 0, NOW))
    expect(await planOf(batch)).toBeUndefined()
    await db.updateTable('stock_batch').set({ available: 1 }).where('id', '=', batch).execute()
    expect(await planOf(batch)).toMatchObject({ due: '2024-05-29' })
    expect(await amiss()).toEqual([])
  })

  it('质量确认、首营、判不合格、改资料、改有效期、改货位，各自当时就改', async () => {
    const [confirmed, first, bad, cold, near, moved] = [
      await batchOf(),
      await batchOf(),
      await batchOf(),
      await batchOf(),
      await batchOf(),
      await batchOf(),
    ]
    await post('care/goods', { goods_ids: [confirmed.goods], key: 1, reason: '易分层' }, judge)
    await pool.query(`insert into goods_first_trade (goods_id, passed_at, passed_until, created_at) values ($1, $2, '2030-01-01', $2)`, [
      first.goods,
      NOW,
    ])
    const { id } = (await post('unqualified', { batch_id: bad.batch, number: 1, reason: '受潮' })).data
    expect((await planOf(bad.batch))?.key).toBe(false)
    await post(`unqualified/${id}/judge`, { verdict: 'bad', reason: '不符合规定' }, judge)
    await db.updateTable('goods').set({ cold_chain: true }).where('id', '=', cold.goods).execute()
    await db.updateTable('stock_batch').set({ expiry_date: '2024-04-30' }).where('id', '=', near.batch).execute()
    await setPlace(db, north, moved.goods, 'M-01')
    for (const { batch } of [confirmed, first, bad, cold, near]) expect(await planOf(batch)).toMatchObject({ key: true, due: '2024-03-29' })
    expect(await planOf(moved.batch)).toMatchObject({ key: false, place: 'M-01' })
    expect(await amiss()).toEqual([])
    await setPlace(db, north, moved.goods, '')
    expect((await planOf(moved.batch))?.place).toBe(null)
  })

  it('近效期与页面上说的是同一天', async () => {
    const limit = nearExpiryLimit(TODAY)
    expect((await planOf((await batchOf({ expiry: limit })).batch))?.key).toBe(true)
    expect((await planOf((await batchOf({ expiry: addDays(limit, 1) })).batch))?.key).toBe(false)
  })

  it('两件事同时改一个批号，后写的算上先写的', async () => {
    const { goods, batch } = await batchOf()
    const check = await db.startTransaction().execute()
    await sql`update care_plan set due_on = due_on where stock_batch_id = ${batch}`.execute(check)
    const deciding = post('care/goods', { goods_ids: [goods], key: 0, reason: '无须重点' }, judge)
    await expect
      .poll(
        async () =>
          (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount,
      )
      .toBeGreaterThan(0)
    await sql`update goods set cold_chain = true where id = ${goods}`.execute(check)
    await check.commit().execute()
    expect((await deciding).status).toBe(200)
    expect(await planOf(batch)).toMatchObject({ key: true, due: '2024-03-29' })
    expect(await amiss()).toEqual([])
  })
})

const listed = async (goods: number) => {
  const { rows } = await pool.query<{ state: string }>(`select state from care_goods_listed where goods_id = $1`, [goods])
  return rows[0]?.state ?? null
}
const setStock = (batch: number, available: number, by: Pick<typeof pool, 'query'> = pool) =>
  by.query(`update stock_batch set available = $2 where id = $1`, [batch, available])

describe('重点养护品种随批号和决定而动，同一事务', () => {
  const another = async (goods: number) => (await makeStock(db, goods, [{ available: 5, expiry: '2027-01-31' }], south))[0] ?? 0

  it('第一个批号来了就在列，最后一个走了就不在；列为重点的没有库存也在', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    expect(await listed(goods)).toBe(null)
    const [first, second] = [await another(goods), (await makeStock(db, goods, [{ available: 5 }], north))[0] ?? 0]
    expect(await listed(goods)).toBe('other')
    await setStock(first, 0)
    expect(await listed(goods)).toBe('other')
    await db.updateTable('goods').set({ cold_chain: true }).where('id', '=', goods).execute()
    expect(await listed(goods)).toBe('proposed')
    await setStock(second, 0)
    expect(await listed(goods)).toBe(null)
    await setStock(second, 3)
    expect(await listed(goods)).toBe('proposed')
    await post('care/goods', { goods_ids: [goods], key: 1, reason: '易分层' }, judge)
    await setStock(second, 0)
    expect(await listed(goods)).toBe('key')
    await post('care/goods', { goods_ids: [goods], key: 0, reason: '无须重点' }, judge)
    expect(await listed(goods)).toBe(null)
    expect(await amiss()).toEqual([])
  })

  it('两人同时发走最后两个批号：都走了就不在列；一人发走最后一个、一人又入库：还在列', async () => {
    const { goods, batch } = await batchOf()
    const rest = await another(goods)
    const [one, two] = [await pool.connect(), await pool.connect()]
    try {
      for (const client of [one, two]) await client.query('begin')
      await setStock(batch, 0, one)
      const waits = setStock(rest, 0, two)
      await expect
        .poll(
          async () =>
            (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount,
        )
        .toBeGreaterThan(0)
      await one.query('commit')
      await waits
      await two.query('commit')
      expect(await listed(goods)).toBe(null)
      await setStock(rest, 5)
      for (const client of [one, two]) await client.query('begin')
      await setStock(batch, 5, one)
      const leaves = setStock(rest, 0, two)
      await expect
        .poll(
          async () =>
            (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount,
        )
        .toBeGreaterThan(0)
      await one.query('commit')
      await leaves
      await two.query('commit')
      expect(await listed(goods)).toBe('other')
    } finally {
      for (const client of [one, two]) client.release()
    }
    expect(await amiss()).toEqual([])
  })

  it('定为重点的同时第一个批号入库：不论谁先写，都是重点', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const deciding = await db.startTransaction().execute()
    const by = (await pool.query<{ id: number }>(`select account_id as id from staff limit 1`)).rows[0]?.id
    await sql`insert into care_goods (goods_id, is_key, grounds, reason, goods, decided_by, decider, decided_at)
              values (${goods}, true, '{}', '易分层', '{}', ${by}, '质管员', ${NOW})`.execute(deciding)
    const coming = makeStock(db, goods, [{ available: 5 }], north)
    await expect
      .poll(
        async () =>
          (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount,
      )
      .toBeGreaterThan(0)
    await deciding.commit().execute()
    await coming
    expect(await listed(goods)).toBe('key')
  })

  it('首营满一年的，当夜不再提出；手工弄坏的补上', async () => {
    const { goods } = await batchOf()
    await pool.query(
      `insert into goods_first_trade (goods_id, passed_at, passed_until, created_at) values ($1, '2023-03-06', '2030-01-01', '2023-03-06')`,
      [goods],
    )
    expect(await listed(goods)).toBe('proposed')
    await planCare(db, new Date('2024-03-06T02:00:00Z'))
    expect(await listed(goods)).toBe('other')
    await pool.query(`delete from care_goods_listed where goods_id = $1`, [goods])
    expect((await amiss()).map(({ check, count }) => [check, count])).toEqual([['care_goods', 1]])
    await planCare(db, NOW)
    expect(await listed(goods)).toBe('proposed')
    expect(await amiss()).toEqual([])
  })
})

describe('每夜重排', () => {
  const atNight = async (day: string) => {
    shop.clock.now = new Date(`${day}T00:02:00+08:00`)
    await pool.query(`select graphile_worker.add_job('care.plan', '{}', run_at => $1)`, [shop.clock.now])
    await shop.jobs.runDue(['care.plan'])
  }

  it('到了近效期的转为每月；只写变了的；同一天再跑一次什么也不做；没跑完的接着跑', async () => {
    const [near, other] = [await batchOf({ expiry: '2024-09-05' }), await batchOf()]
    const untouched = await planOf(other.batch)
    expect(await planOf(near.batch)).toMatchObject({ key: false, due: '2024-05-29' })
    await atNight('2024-03-06')
    expect(await planOf(near.batch)).toMatchObject({ key: true, due: '2024-03-29' })
    expect(await planOf(other.batch)).toEqual(untouched)
    await pool.query(`update care_plan set due_on = '2030-01-01' where stock_batch_id = $1`, [other.batch])
    await atNight('2024-03-06')
    expect((await planOf(other.batch))?.due).toBe('2030-01-01')
    await pool.query(`update care_plan_day set is_whole = false`)
    await atNight('2024-03-06')
    expect((await planOf(other.batch))?.due).toBe('2024-05-29')
  })

  it('手工弄坏的：少的补上，多的去掉，来历不明的今天就该查', async () => {
    const [missing, left] = [await batchOf(), await batchOf()]
    const goods = await makeGoods(db, { stock: 0 })
    const [unknown = 0] = await makeStock(db, goods, [{ available: 1 }], north)
    await pool.query(`delete from care_plan where stock_batch_id = $1`, [missing.batch])
    await pool.query(`alter table stock_batch disable trigger care_batch_changed`)
    await pool.query(`update stock_batch set available = 0 where id = $1`, [left.batch])
    await pool.query(`alter table stock_batch enable trigger care_batch_changed`)
    expect((await amiss())[0]?.count).toBe(2)
    await planCare(db, NOW)
    expect((await planOf(missing.batch))?.due).toBe('2024-05-29')
    expect(await planOf(left.batch)).toBeUndefined()
    expect((await planOf(unknown))?.due).toBe('-infinity')
    expect(await amiss()).toEqual([])
  })
})

describe('走货位的顺序', () => {
  it('一仓一仓、按货位，没有货位的在后；数得完、数不完都是同一个顺序，翻页不重不漏', async () => {
    const goodsOf = async (name: string, values: Parameters<typeof batchOf>[0]) => {
      const { goods, batch } = await batchOf(values)
      await db.updateTable('goods').set({ name }).where('id', '=', goods).execute()
      return batch
    }
    const second = await goodsOf('顺序片', { place: 'B-02' })
    const first = await goodsOf('顺序片', { place: 'B-01' })
    const third = await goodsOf('顺序片', {})
    const fourth = await goodsOf('顺序片', { warehouse: south, place: 'A-01', expiry: '2024-03-31' })
    const inOrder = [first, second, third, fourth]
    const filter: CareFilter = { words: '顺序', label: null, warehouseId: null, isKey: null, today: '2024-05-29' }
    const read = async (state: CareState, counted: number, only: Partial<CareFilter> = {}) => {
      const ids: number[] = []
      for (let offset = 0; ; offset += 1) {
        const { rows, counts } = await carePage(db, { ...filter, ...only }, state, { offset, limit: 1, counted })
        expect(counts[state]).toBeLessThanOrEqual(counted)
        const [row] = rows
        if (row === undefined) return ids
        ids.push(row.id)
      }
    }
    // Of a warehouse with more than are counted it is not known how many it has.
    for (const counted of [10, 3, 2, 1]) expect(await read('all', counted), String(counted)).toEqual(inOrder)
    for (const counted of [10, 1]) expect(await read('due', counted), String(counted)).toEqual(inOrder)
    expect(await read('all', 1, { warehouseId: south })).toEqual([fourth])
    expect(await read('due', 1, { words: 'B-0' })).toEqual([first, second])
    const whole = await carePage(db, { ...filter, words: '' }, 'all', { offset: 0, limit: 200, counted: 1 })
    expect(whole.rows.map(({ id }) => id)).toEqual(
      (await carePage(db, { ...filter, words: '' }, 'all', { offset: 0, limit: 200 })).rows.map(({ id }) => id),
    )
  })
})
