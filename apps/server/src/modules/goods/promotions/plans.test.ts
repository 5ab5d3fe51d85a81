import type { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { type Connection, openDatabase } from '../../../platform/database.ts'
import { bundlesById, openBundles } from './bundle-views.ts'
import { cashbackOrders } from './cashback-views.ts'
import { giveBackCoupons, heldCoupons, takeCoupons } from './coupon-store.ts'
import { couponCounts, couponPage, couponsById, findTemplate, publicTemplates } from './coupon-views.ts'
import { exchangesById } from './exchange-views.ts'
import { grantCoupon } from './grant.ts'
import { giveBackQuotas, takeBundles, takeExchanges, takeGifts } from './quota-store.ts'
import { promotionsAlive } from './running.ts'
import { goodsOfScope } from './scope-sets.ts'
import { readScopeNames } from './scope-views.ts'
import { readPromotion } from './views.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const shop = await testShop({ now: NOW })
await makePromotion(shop.database.db, 'gift')

const scope = { all: false, goodsIds: [1], categoryIds: [1], manufacturerIds: [1], zones: [], excludedGoodsIds: [2] }
const ids = [1, 2]
const some = new Map([[1, 1]])

const READS: Record<string, (connection: Connection) => Promise<unknown>> = {
  活动与余量: (connection) => promotionsAlive(connection, NOW),
  活动与各仓余量: (connection) => promotionsAlive(connection, NOW, [1, 2]),
  单个活动: (connection) => readPromotion(connection, 1),
  持有的券: (connection) => heldCoupons(connection, 1, NOW),
  领券中心: (connection) => publicTemplates(connection, 1, NOW),
  单个券模板: (connection) => findTemplate(connection, 1, 1, NOW),
  未使用的券: (connection) => couponPage(connection, 1, { status: 'unused', face: null, started: true, offset: 0, limit: 40 }, NOW),
  全部的券: (connection) => couponPage(connection, 1, { status: null, face: 'amount', started: false, offset: 40, limit: 40 }, NOW),
  指定的券: (connection) => couponsById(connection, 1, ids, NOW),
  券的数量: (connection) => couponCounts(connection, 1, NOW, NOW),
  用券: (connection) => takeCoupons(connection, 1, ids, 1, NOW),
  退券: (connection) => giveBackCoupons(connection, 1),
  发券: (connection) => grantCoupon(connection, 1, 1, 'centre', NOW),
  占额度: async (connection) => {
    await takeGifts(connection, some, NOW)
    await takeExchanges(connection, some, NOW)
    await takeBundles(connection, some, NOW)
  },
  还额度: (connection) => giveBackQuotas(connection, 1),
  进行中的组合: (connection) => openBundles(connection, null, NOW),
  含某商品的组合: (connection) => openBundles(connection, 1, NOW),
  组合: (connection) => bundlesById(connection, 1, ids),
  换购: (connection) => exchangesById(connection, ids, NOW),
  范围的商品: (connection) => goodsOfScope(connection, scope, NOW),
  专区的商品: (connection) =>
    goodsOfScope(
      connection,
      { ...scope, zones: ['selected', 'herb', 'device', 'controlled', 'near_expiry', 'whole_case', 'welfare'] },
      NOW,
    ),
  范围的名称: (connection) => readScopeNames(connection, [scope]),
  返现记录: (connection) => cashbackOrders(connection, 1),
}

/** A handful of rows that are read whole, and always will be. */
const SMALL = /warehouse|promotion_version|availability/

it.each(Object.entries(READS))('%s：每一步都有索引可走', async (_title, read) => {
  const { pool } = shop.database
  const asked: CompiledQuery[] = []
  const listening = openDatabase(shop.database.url, { max: 1, onQuery: (query) => void asked.push(query) })
  await read(listening.db).finally(listening.close)
  expect(asked.length).toBeGreaterThan(0)
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    for (const { sql, parameters } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${sql}`, values: [...parameters] })
      const scanned = [
        ...rows
          .map((row) => row['QUERY PLAN'])
          .join('\n')
          .matchAll(/Seq Scan on (\w+)/g),
      ].map((match) => match[1] ?? '')
      expect(
        scanned.filter((table) => !SMALL.test(table)),
        sql,
      ).toEqual([])
    }
  } finally {
    client.release(true)
  }
})
