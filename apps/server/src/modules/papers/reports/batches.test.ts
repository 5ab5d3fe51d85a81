import { describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeGoods, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { untilOneWaits } from '../../../../test/waiting.ts'
import { boughtPage } from './views.ts'

const shop = await testShop()
const { db, pool } = shop.database
const buyer = await makeCompany(db)
const goods = await makeGoods(db, { stock: 0 })
const [id = 0] = await makeStock(db, goods, [{ available: 100, batchNo: 'B0', expiry: '2028-06-30' }])
const batchId: number = id

/** An order with pieces of these batches, ten of each. */
async function order(who: Buyer, batches: readonly string[], status: string): Promise<number> {
  const id = await makeOrder(db, who, [{ goodsId: goods, number: 10 * batches.length }], { status })
  await pool.query(
    `insert into order_line_batch (order_line_id, stock_batch_id, batch_no, expiry_date, number)
     select l.id, $2, b, '2028-06-30', 10 from order_line l, unnest($3::text[]) b where l.order_id = $1`,
    [id, batchId, batches],
  )
  return id
}
const move = (id: number, status: string) => pool.query('update orders set status = $2 where id = $1', [id, status])

/** A released report whose paper is still being drawn; answers the paper. */
async function releaseOf(batch: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with f as (insert into stored_file (purpose, subject, name, mime, size, sha256)
                values ('report', $1::text, 'r.pdf', 'application/pdf', 1, sha256($1::text::bytea)) returning id, sha256),
          d as (insert into document (no, check_code, kind, subject, title, day, snapshot, asked_at, asked_by)
                values ('JY' || $1::text, 'CHECK', 'inspection', $1::text, '检验报告', '2026-11-22', '{}', now(), '质量部') returning id)
     insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, state, way, uploaded_at, uploaded_by, document_id)
     select $2, $1::text, 'report', f.id, f.sha256, 'r.pdf', false, 'released', 'upload', now(), '采购部', d.id from f, d returning document_id as id`,
    [batch, goods],
  )
  return rows[0]?.id ?? 0
}
const MADE = `update document set state = 'valid', made_at = now(), file_id = (select min(id) from stored_file), sha256 = sha256('x') where id = $1`
const EVERYTHING = { keyword: '', goodsIds: [], traced: [], from: null, until: null, orderId: null, state: null }
const page = (who: Buyer, more: object = {}) => boughtPage(db, { companyId: who.companyId, ...EVERYTHING, ...more }, 0, 100)
const batchesOf = async (who: Buyer, more: object = {}) => (await page(who, more)).rows.map((row) => [row.batchNo, row.bought, row.isHere])

/** What is kept a row a batch is what the orders add up to. */
async function expectTrue(): Promise<void> {
  const { rows } = await pool.query(`
    with kept as (select company_id, goods_id, batch_no, bought, expiry_date, order_id, bought_at from company_batch),
         real as (select o.company_id, l.goods_id, b.batch_no, sum(b.number)::integer, max(b.expiry_date), max(o.id), max(o.created_at)
                    from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
                   where o.status in ('shipped', 'received', 'completed') group by 1, 2, 3)
    (select * from kept except select * from real) union all (select * from real except select * from kept)`)
  expect(rows).toEqual([])
}

describe('企业收到过的批号', () => {
  it('发货时记下，再次发货时相加；未发货、已取消的不算；改错的照实重算', async () => {
    const first = await order(buyer, ['B1', 'B2'], 'picking')
    expect(await batchesOf(buyer)).toEqual([])
    await move(first, 'cancelled')
    expect(await batchesOf(buyer)).toEqual([])
    const second = await order(buyer, ['B1'], 'picking')
    await move(second, 'shipped')
    await move(second, 'received')
    await order(buyer, ['B1', 'B3'], 'completed')
    expect(await batchesOf(buyer)).toEqual([
      ['B1', 20, false],
      ['B3', 10, false],
    ])
    await expectTrue()
    await pool.query(`update order_line_batch set batch_no = 'B4', number = 7 where batch_no = 'B3'`)
    expect(await batchesOf(buyer)).toEqual([
      ['B1', 20, false],
      ['B4', 7, false],
    ])
    await move(second, 'picking')
    expect(await batchesOf(buyer, { keyword: 'b1' })).toEqual([['B1', 10, false]])
    await expectTrue()
  })

  it('像号码的词按批号的一部分找，不分大小写；也按商品编码和条形码找', async () => {
    const who = await makeCompany(db)
    await order(who, ['PH260801', 'PH270801'], 'shipped')
    for (const keyword of ['PH260801', 'ph260801', 'ph26080', '260801'])
      expect(await batchesOf(who, { keyword }), keyword).toEqual([['PH260801', 10, false]])
    expect(await batchesOf(who, { keyword: '6901028075763' })).toEqual([])
    const { rows } = await pool.query<{ code: string }>(
      `update goods set code = 'YP' || 10000000 + id, barcode = '6901028075763' where id = $1 returning code`,
      [goods],
    )
    for (const keyword of ['6901028075763', rows[0]?.code.toLowerCase() ?? ''])
      expect(await batchesOf(who, { keyword }), keyword).toHaveLength(2)
  })

  it('报告的单据制成才算有报告，撤回后又没有；之后发的货也算', async () => {
    const other = await makeCompany(db)
    await order(buyer, ['R1'], 'shipped')
    const paper = await releaseOf('R1')
    expect(await batchesOf(buyer, { keyword: 'R1' })).toEqual([['R1', 10, false]])
    await pool.query(MADE, [paper])
    await order(other, ['R1'], 'shipped')
    for (const who of [buyer, other]) expect(await batchesOf(who, { keyword: 'R1' })).toEqual([['R1', 10, true]])
    expect(await page(other)).toMatchObject({ all: 1, missing: 0 })
    expect((await page(other, { state: 'missing' })).rows).toEqual([])
    await pool.query(`update batch_document set state = 'withdrawn' where batch_no = 'R1'`)
    for (const who of [buyer, other]) expect(await batchesOf(who, { keyword: 'R1' })).toEqual([['R1', 10, false]])
    expect(await page(other)).toMatchObject({ all: 1, missing: 1 })
  })

  it('正在发货的同时报告制成：两边谁先谁后，买家都看得到报告', async () => {
    const other = await makeCompany(db)
    for (const [batch, shipsFirst] of [
      ['C1', true],
      ['C2', false],
    ] as const) {
      const sent = await order(other, [batch], 'picking')
      const paper = await releaseOf(batch)
      const [one, two] = await Promise.all([pool.connect(), pool.connect()])
      const ship = () => (shipsFirst ? one : two).query(`update orders set status = 'shipped' where id = $1`, [sent])
      const make = () => (shipsFirst ? two : one).query(MADE, [paper])
      try {
        await one.query('begin')
        await (shipsFirst ? ship : make)()
        const later = (shipsFirst ? make : ship)()
        await untilOneWaits(shop.database)
        await one.query('commit')
        await later
      } finally {
        one.release()
        two.release()
      }
      expect(await batchesOf(other, { keyword: batch }), batch).toEqual([[batch, 10, true]])
    }
  })

  it('一页不翻阅订单明细，也不翻阅别家的批号：买过再多也只数自己的批号', async () => {
    const large = await makeCompany(db)
    for (let at = 0; at < 3; at += 1)
      await order(
        large,
        Array.from({ length: 400 }, (_, n) => `L${at}-${n}`),
        'shipped',
      )
    await pool.query(
      `insert into company_batch (company_id, goods_id, batch_no, bought, expiry_date, order_id, bought_at, ready)
       select $1, goods_id, 'X' || n, 1, '2028-06-30', order_id, now(), false
         from (select goods_id, order_id from company_batch limit 1) one, generate_series(1, 20000) n`,
      [(await makeCompany(db)).companyId],
    )
    await pool.query('vacuum analyze company_batch')
    for (const state of [null, 'missing'] as const) {
      const filter = { companyId: large.companyId, ...EVERYTHING, state }
      const reading = (tables: string[]) => rowsReadBy(db, tables, (trx) => boughtPage(trx, filter, 20, 20))
      const { found, read } = await reading(['order_line', 'order_line_batch'])
      expect(found).toMatchObject({ all: 1200, missing: 1200 })
      expect(found.rows).toHaveLength(20)
      expect(read).toBe(0)
      // Its own are counted, the page and what is before it is read; nobody else's.
      expect((await reading(['company_batch'])).read).toBeLessThanOrEqual(1200 + 40)
    }
    expect((await page(large, { orderId: (await page(large)).rows[0]?.orderId })).all).toBe(400)
  })
})
