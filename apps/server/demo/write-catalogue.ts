import { sql } from 'kysely'
import { SCOPES } from '#domain/scopes.ts'
import { refreshGoodsStock } from '../src/modules/goods/stock/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { brandLogo } from './brand-logos.ts'
import { categoriesOf, codeOf, type DemoCategory, placesOf } from './categories.ts'
import { codesOf, goodsRows } from './goods.ts'
import type { DemoGoods } from './goods-text.ts'
import { MAKERS } from './makers.ts'
import { ladderOf, rankPricesOf } from './prices.ts'
import { batchesOf, type DemoBatch, WAREHOUSES } from './stock.ts'

/** Ids by what the demo's texts call things. */
export interface CatalogueIds {
  goods: ReadonlyMap<string, number>
  warehouses: ReadonlyMap<string, number>
  batches: readonly (DemoBatch & { id: number })[]
}

const idsBy = <Row extends { id: number }>(rows: readonly Row[], key: (row: Row) => string) =>
  new Map(rows.map((row) => [key(row), row.id]))

export async function writeCatalogue(trx: Connection, goods: readonly DemoGoods[], now: Date): Promise<CatalogueIds> {
  await trx
    .insertInto('business_scope')
    .values(SCOPES.map(({ code, name }, sort) => ({ code, name, sort })))
    .onConflict((on) => on.doNothing())
    .execute()
  const makers = await trx
    .insertInto('manufacturer')
    .values(
      MAKERS.map(({ name, shortName, logo, intro }, sort) => ({
        name,
        short_name: shortName,
        logo: brandLogo(logo),
        is_brand: logo !== '',
        brand_intro: intro,
        sort,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const byName = idsBy(makers, (row) => row.name)
  const makerIds = new Map(MAKERS.map(({ key, name }) => [key, byName.get(name) ?? 0]))
  const written = await trx
    .insertInto('goods')
    .values(goodsRows(goods, makerIds, now))
    .returning(['id', 'code'])
    .execute()
  const ids = idsBy(written, (row) => row.code)
  await writeCategories(trx, goods, ids)
  await writePrices(trx, goods, ids)
  return { goods: ids, ...(await writeStock(trx, goods, ids, now)) }
}

export function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the demo shop has no ${key}`)
  return id
}

async function writeCategories(trx: Connection, goods: readonly DemoGoods[], goodsIds: ReadonlyMap<string, number>): Promise<void> {
  const categories = categoriesOf(goods)
  const ids = new Map<string, number>()
  for (const depth of [2, 3, 4]) {
    const level = categories.map((one, sort) => ({ ...one, sort })).filter((one) => one.code.split('/').length === depth)
    const rows = await trx
      .insertInto('category')
      .values(
        level.map(({ parent, ...one }: DemoCategory & { sort: number }) => ({
          ...one,
          parent_id: parent === null ? null : idOf(ids, parent),
        })),
      )
      .returning(['id', 'code'])
      .execute()
    for (const row of rows) ids.set(row.code, row.id)
  }
  const codes = codesOf(goods)
  const links = goods.flatMap((one, at) =>
    placesOf(one).map(({ tree, names }) => ({ goods_id: idOf(goodsIds, codes[at] ?? ''), category_id: idOf(ids, codeOf(tree, names)) })),
  )
  await trx.insertInto('goods_category').values(links).execute()
}

async function writePrices(trx: Connection, goods: readonly DemoGoods[], ids: ReadonlyMap<string, number>): Promise<void> {
  const codes = codesOf(goods)
  const withId = goods.map((one, at) => ({ one, code: codes[at] ?? '', goods_id: idOf(ids, codes[at] ?? '') }))
  await trx
    .insertInto('goods_rank_price')
    .values(withId.flatMap(({ one, code, goods_id }) => rankPricesOf(one, code).map((price) => ({ goods_id, ...price }))))
    .execute()
  await trx
    .insertInto('goods_ladder')
    .values(withId.flatMap(({ one, goods_id }) => ladderOf(one).map((step) => ({ goods_id, ...step }))))
    .execute()
}

async function writeStock(trx: Connection, goods: readonly DemoGoods[], ids: ReadonlyMap<string, number>, now: Date) {
  const rows = await trx
    .insertInto('warehouse')
    .values(WAREHOUSES.map(({ code, name, province }, sort) => ({ code, name, province, sort })))
    .returning(['id', 'code'])
    .execute()
  const warehouses = idsBy(rows, (row) => row.code)
  const codes = codesOf(goods)
  const batches = goods.flatMap((one, at) => batchesOf(one, codes[at] ?? '', now))
  const key = (row: { goods_id: number; warehouse_id: number; batch_no: string }) => `${row.goods_id}/${row.warehouse_id}/${row.batch_no}`
  const values = batches.map((batch) => ({
    warehouse_id: idOf(warehouses, batch.warehouse),
    goods_id: idOf(ids, batch.code),
    batch_no: batch.batchNo,
    production_date: batch.production,
    expiry_date: batch.expiry,
    available: batch.available,
    updated_at: now,
  }))
  const written = await trx.insertInto('stock_batch').values(values).returning(['id', 'goods_id', 'warehouse_id', 'batch_no']).execute()
  const batchIds = idsBy(written, key)
  await sql`
    insert into stock_movement (stock_batch_id, kind, available, reserved, at)
    select id, 'import', available, 0, ${now}::timestamptz - interval '100 days' from stock_batch where available > 0 order by id`.execute(
    trx,
  )
  return { warehouses, batches: batches.map((batch, at) => ({ ...batch, id: idOf(batchIds, key(values[at] as (typeof values)[number])) })) }
}

/** goods_stock from the batches; after the near-expiry offers and orders are written. */
export async function sumStock(trx: Connection, ids: CatalogueIds, now: Date): Promise<void> {
  await refreshGoodsStock(trx, [...ids.goods.values()], now)
}
