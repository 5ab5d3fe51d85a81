import { beforeEach, describe, expect, it } from 'vitest'
import { stockOf } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeOffer, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { refreshGoodsStock, release, reserveFefo, StockShort, ship } from './public.ts'
import { refreshByTime } from './service.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let order: { id: number; line: number; warehouse: number }

const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  const buyer = await makeCompany(db)
  const id = await makeOrder(db, buyer, [{ goodsId: await makeGoods(db, { stock: 0 }), number: 1 }], { status: 'pending_payment' })
  const line = await db.selectFrom('order_line').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()
  const { warehouse_id } = await db.selectFrom('orders').select('warehouse_id').where('id', '=', id).executeTakeFirstOrThrow()
  order = { id, line: line.id, warehouse: warehouse_id }
})

const reserve = (goodsId: number, number: number, batchId: number | null = null) =>
  db
    .transaction()
    .execute((trx) =>
      reserveFefo(trx, [{ orderId: order.id, orderLineId: order.line, goodsId, warehouseId: order.warehouse, number, batchId }], NOW),
    )
const changes = async (goodsId: number) =>
  (
    await shop.database.pool.query(`select distinct transaction_id from change where topic = 'stock' and ids @> array[$1::bigint]`, [
      goodsId,
    ])
  ).rowCount ?? 0

describe('库存', () => {
  it('占用、退回各记一笔流水；退两次只退一次', async () => {
    const goods = await makeGoods(db, { stock: 10 })
    await reserve(goods, 4)
    expect(await stockOf(db, goods)).toEqual({ shown: 6, available: 6, reserved: 4 })
    for (let round = 0; round < 2; round++) await db.transaction().execute((trx) => release(trx, order.id, NOW))
    expect(await stockOf(db, goods)).toEqual({ shown: 10, available: 10, reserved: 0 })
    const movements = await db
      .selectFrom('stock_movement')
      .select(['kind', 'available', 'reserved'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(movements).toEqual([
      { kind: 'reserve', available: -4, reserved: 4 },
      { kind: 'release', available: 4, reserved: -4 },
    ])
  })

  it('发货后再退回没有可退的', async () => {
    const goods = await makeGoods(db, { stock: 10 })
    await reserve(goods, 4)
    await db.transaction().execute((trx) => ship(trx, order.id, NOW))
    await db.transaction().execute((trx) => release(trx, order.id, NOW))
    expect(await stockOf(db, goods)).toEqual({ shown: 6, available: 6, reserved: 0 })
  })

  it('不够就一盒也不动，并说出还有多少', async () => {
    const goods = await makeGoods(db, { stock: 3 })
    const failed = await reserve(goods, 4).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StockShort)
    expect((failed as StockShort).goods).toEqual([{ goodsId: goods, warehouseId: order.warehouse, available: 3 }])
    expect(await stockOf(db, goods)).toEqual({ shown: 3, available: 3, reserved: 0 })
  })

  it('售完与回来都告诉搜索，其间的变化不告诉', async () => {
    const goods = await makeGoods(db, { stock: 10 })
    const before = await changes(goods)
    await reserve(goods, 4)
    expect(await changes(goods)).toBe(before)
    await reserve(goods, 6)
    expect(await changes(goods)).toBe(before + 1)
    await db.transaction().execute((trx) => release(trx, order.id, NOW))
    expect(await changes(goods)).toBe(before + 2)
  })

  it('退回到已过期的批号：批号有数，货架不显示', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [{ available: 5, expiry: '2026-12-31' }], order.warehouse)
    await reserve(goods, 5)
    await db.transaction().execute((trx) => release(trx, order.id, new Date('2027-01-01T02:00:00Z')))
    expect(await stockOf(db, goods)).toEqual({ shown: 0, available: 5, reserved: 0 })
  })

  it('零点之后的任务：剩余效期不够的不再显示，结束的近效期活动把批号还给货架', async () => {
    const [expiring, held] = [await makeGoods(db, { stock: 0 }), await makeGoods(db, { stock: 0 })]
    await makeStock(db, expiring, [{ available: 5, expiry: '2026-12-30' }, { available: 7 }], order.warehouse)
    const [batch] = await makeStock(db, held, [{ available: 9 }], order.warehouse)
    await makeOffer(db, held, { kind: 'near_expiry', stock_batch_id: batch ?? 0, ends_at: new Date('2026-11-30T16:00:00Z') })
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [expiring, held], NOW))
    expect([(await stockOf(db, expiring)).shown, (await stockOf(db, held)).shown]).toEqual([12, 0])
    await refreshByTime(db, new Date('2026-11-30T16:05:00Z'))
    expect([(await stockOf(db, expiring)).shown, (await stockOf(db, held)).shown]).toEqual([7, 9])
  })

  it('指定批号的占用只动那一批，过期或不够就拒绝', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch] = await makeStock(db, goods, [{ available: 2, expiry: '2026-12-31' }, { available: 50 }], order.warehouse)
    await expect(reserve(goods, 3, batch ?? 0)).rejects.toBeInstanceOf(StockShort)
    await reserve(goods, 2, batch ?? 0)
    const left = await db.selectFrom('stock_batch').select(['available', 'reserved']).where('goods_id', '=', goods).orderBy('id').execute()
    expect(left).toEqual([
      { available: 0, reserved: 2 },
      { available: 50, reserved: 0 },
    ])
  })
})
