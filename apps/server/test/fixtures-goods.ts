import type { Insertable } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import { lawVersionOn } from '../src/modules/goods/law/public.ts'
import type { Database } from '../src/platform/database.ts'
import type { Goods, GoodsOffer, Supplier } from '../src/platform/database-types.ts'
import { DEFAULT_SCOPE, fenOf, makeScope, next } from './fixtures-base.ts'

export async function makeWarehouse(
  db: Database,
  values: { code?: string; name?: string; province?: string; sort?: number } = {},
): Promise<number> {
  const { code = 'CK1', name = '测试一仓', province = '', sort = 0 } = values
  const made = await db
    .insertInto('warehouse')
    .values({ code, name, province, sort })
    .onConflict((on) => on.column('code').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface Batch {
  available: number
  expiry?: string
  batchNo?: string
  production?: string | null
}

/** Adds batches and brings goods_stock in line. Batches of a near-expiry offer are left out of goods_stock, as the shop does. */
export async function makeStock(
  db: Database,
  goodsId: number,
  batches: readonly Batch[],
  warehouseId?: number,
  today = '2000-01-01',
): Promise<number[]> {
  const warehouse = warehouseId ?? (await makeWarehouse(db))
  const ids: number[] = []
  for (const { available, expiry = '2099-12-31', batchNo = `B${next()}`, production = null } of batches) {
    const made = await db
      .insertInto('stock_batch')
      .values({
        goods_id: goodsId,
        warehouse_id: warehouse,
        batch_no: batchNo,
        expiry_date: expiry,
        production_date: production,
        available,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(made.id)
  }
  await sumStock(db, goodsId, warehouse, today)
  return ids
}

async function sumStock(db: Database, goodsId: number, warehouseId: number, today: string): Promise<void> {
  const sum = await db
    .selectFrom('stock_batch')
    .where('goods_id', '=', goodsId)
    .where('warehouse_id', '=', warehouseId)
    .where('expiry_date', '>=', today)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('goods_offer').where('kind', '=', 'near_expiry').whereRef('stock_batch_id', '=', 'stock_batch.id').select('id')),
      ),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('available').as('available'),
      fn.min('expiry_date').as('first_expiry'),
      fn.max('expiry_date').as('last_expiry'),
    ])
    .executeTakeFirstOrThrow()
  const figures = { available: Number(sum.available ?? 0), first_expiry: sum.first_expiry, last_expiry: sum.last_expiry }
  await db
    .insertInto('goods_stock')
    .values({ goods_id: goodsId, warehouse_id: warehouseId, ...figures })
    .onConflict((on) => on.columns(['goods_id', 'warehouse_id']).doUpdateSet(figures))
    .execute()
}

export interface GoodsOptions extends Omit<Partial<Insertable<Goods>>, 'base_price' | 'retail_price' | 'manufacturer_id'> {
  price?: string | null
  retail?: string | null
  manufacturer?: string
  /** Units in the default warehouse (100), one batch that does not expire; 0 = no batch. */
  stock?: number
  ladder?: readonly { number: number; price: string }[]
  rankPrices?: Record<string, string>
  categories?: readonly number[]
}

export async function makeManufacturer(
  db: Database,
  name: string,
  values: { is_brand?: boolean; short_name?: string } = {},
): Promise<number> {
  const made = await db
    .insertInto('manufacturer')
    .values({ name, ...values })
    .onConflict((on) => on.column('name').doUpdateSet({ name, ...values }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Of whom goods may be received: its first trade has passed, unless the test says otherwise. */
export async function makeSupplier(db: Database, values: Partial<Insertable<Supplier>> = {}): Promise<number> {
  const number = next()
  const made = await db
    .insertInto('supplier')
    .values({
      name: `测试供货${number}有限公司`,
      credit_code: `TEST${number}`,
      kind: 'maker',
      scopes: [DEFAULT_SCOPE],
      passed_until: '2099-12-31',
      created_at: new Date(),
      created_by: '测试',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** A clerk's new goods as if both steps had passed. */
export const passFirstGoods = (db: Database, goodsId: number) =>
  db.updateTable('goods_first_trade').set({ passed_at: new Date(), passed_until: '2099-12-31' }).where('goods_id', '=', goodsId).execute()

/** Lawful by the running rules, unless the test says what the stop list found of it. */
export async function makeGoods(db: Database, options: GoodsOptions = {}): Promise<number> {
  const {
    price = '10.00',
    retail = null,
    manufacturer = '测试药业有限公司',
    stock = 100,
    ladder = [],
    rankPrices = {},
    categories = [],
    ...values
  } = options
  const number = next()
  const name = values.name ?? `测试片${number}`
  const scope = await makeScope(db, values.scope_code ?? DEFAULT_SCOPE)
  const made = await db
    .insertInto('goods')
    .values({
      code: `G${number}`,
      generic_name: name,
      spec: '0.25g*24粒',
      unit: '盒',
      dosage_form: '片剂',
      drug_class: 'otc_a',
      law_verdict: 'lawful',
      law_version: lawVersionOn(beijingDate(new Date())),
      special_substances: values.is_ephedrine ? ['ephedrine'] : [],
      ...values,
      name,
      scope_code: scope,
      manufacturer_id: await makeManufacturer(db, manufacturer),
      base_price: price === null ? null : fenOf(price),
      retail_price: retail === null ? null : fenOf(retail),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const goods_id = made.id
  for (const step of ladder)
    await db
      .insertInto('goods_ladder')
      .values({ goods_id, number: step.number, price: fenOf(step.price) })
      .execute()
  for (const [rank, amount] of Object.entries(rankPrices)) {
    await db
      .insertInto('goods_rank_price')
      .values({ goods_id, rank, price: fenOf(amount) })
      .execute()
  }
  for (const category_id of categories) await db.insertInto('goods_category').values({ goods_id, category_id }).execute()
  if (stock > 0) await makeStock(db, goods_id, [{ available: stock }])
  return goods_id
}

export async function makeCompanyPrice(db: Database, companyId: number, goodsId: number, price: string): Promise<void> {
  await db
    .insertInto('goods_company_price')
    .values({ company_id: companyId, goods_id: goodsId, price: fenOf(price) })
    .execute()
}

export async function makeCategory(
  db: Database,
  name: string,
  values: { tree?: string; parent_id?: number | null; sort?: number } = {},
): Promise<number> {
  const { tree = 'drug', parent_id = null, sort = 0 } = values
  const made = await db
    .insertInto('category')
    .values({ code: `C${next()}`, name, tree, parent_id, sort })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface OfferOptions extends Omit<Partial<Insertable<GoodsOffer>>, 'price' | 'goods_id'> {
  price?: string
}

/** A daily special without limits unless said otherwise. A near-expiry offer takes its batch out of goods_stock. */
export async function makeOffer(db: Database, goodsId: number, options: OfferOptions = {}): Promise<number> {
  const { price = '8.00', kind = 'daily', ...values } = options
  const made = await db
    .insertInto('goods_offer')
    .values({ ...values, goods_id: goodsId, kind, price: fenOf(price) })
    .returning(['id', 'stock_batch_id'])
    .executeTakeFirstOrThrow()
  if (made.stock_batch_id !== null) {
    const batch = await db.selectFrom('stock_batch').where('id', '=', made.stock_batch_id).select('warehouse_id').executeTakeFirstOrThrow()
    await sumStock(db, goodsId, batch.warehouse_id, '2000-01-01')
  }
  return made.id
}

export async function makeFlashSession(db: Database, startsAt: Date, endsAt: Date, name = '秒杀场'): Promise<number> {
  const made = await db
    .insertInto('flash_session')
    .values({ name, starts_at: startsAt, ends_at: endsAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface AdmittedEntry {
  province?: string
  city?: string
  company_type?: string
  company_id?: number
}

export async function makeAvailability(db: Database, entries: readonly AdmittedEntry[], controlled = false): Promise<number> {
  const { id } = await db
    .insertInto('availability')
    .values({ name: controlled ? '控销' : '限区域', controlled })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const entry of entries)
    await db
      .insertInto('availability_entry')
      .values({ ...entry, availability_id: id })
      .execute()
  return id
}
