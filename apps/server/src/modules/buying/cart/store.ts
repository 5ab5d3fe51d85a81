import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { GENERIC_PLANS } from '../../../platform/generic-plans.ts'

/** What makes two lines the same line: goods, warehouse, offer, whole case, bundle, exchange offer. */
export interface LineKey {
  /** Of a bundle: its first goods. */
  goodsId: number
  warehouseId: number
  offerId: number | null
  wholeCase: boolean
  bundleId: number | null
  exchangeId: number | null
}
export interface CartRow extends LineKey {
  id: number
  number: number
  isSelected: boolean
  seenPrice: Fen | null
  /** The full reduction that the buyer chose: null = the best, 0 = none. */
  fullReductionId: number | null
}

const COLUMNS = `
  id, goods_id as "goodsId", warehouse_id as "warehouseId", offer_id as "offerId", whole_case as "wholeCase", bundle_id as "bundleId",
  exchange_id as "exchangeId", full_reduction_id as "fullReductionId", number, is_selected as "isSelected", seen_price as "seenPrice"`
const LINES_SQL = `select ${COLUMNS} from cart_line where company_id = $1 order by id desc`
const columns = sql.raw(COLUMNS)

/** The whole cart, the line added last first. */
export async function readCart(database: DatabaseHandle, companyId: number): Promise<CartRow[]> {
  return (await database.pool.query<CartRow>({ name: 'cart_lines', text: LINES_SQL, values: [companyId] })).rows
}

export async function cartLines(connection: Connection, companyId: number): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`select ${columns} from cart_line where company_id = ${companyId} order by id desc`.execute(connection)
  return rows
}

export async function cartLinesById(connection: Connection, companyId: number, ids: readonly number[]): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
    select ${columns} from cart_line where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id desc`.execute(connection)
  return rows
}

/**
 * One at a time for what a company puts in its cart or orders: limits per buyer and sums over lines are read and taken
 * under this lock. Weak enough not to stand in the way of rows that only refer to the company.
 */
export async function lockCompany(connection: Connection, companyId: number): Promise<void> {
  await sql`select ${GENERIC_PLANS} from company where id = ${companyId} for no key update`.execute(connection)
}

export interface LineChange extends LineKey {
  number: number
  seenPrice: Fen | null
}

/** Sets the lines to these numbers and selects them; answers their ids in the order given. */
export async function putLines(connection: Connection, companyId: number, lines: readonly LineChange[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from unnest(${lines.map((one) => one.goodsId)}::bigint[], ${lines.map((one) => one.warehouseId)}::bigint[],
                           ${lines.map((one) => one.offerId)}::bigint[], ${lines.map((one) => one.wholeCase)}::boolean[],
                           ${lines.map((one) => one.bundleId)}::bigint[], ${lines.map((one) => one.exchangeId)}::bigint[],
                           ${lines.map((one) => one.number)}::integer[], ${lines.map((one) => one.seenPrice)}::bigint[])
                    with ordinality as w(goods_id, warehouse_id, offer_id, whole_case, bundle_id, exchange_id, number, seen_price, ord)
    ), put as (
      insert into cart_line (company_id, goods_id, warehouse_id, offer_id, whole_case, bundle_id, exchange_id, number, seen_price, created_at)
      select ${companyId}, goods_id, warehouse_id, offer_id, whole_case, bundle_id, exchange_id, number, seen_price, ${now}
        from wanted order by ord
      on conflict on constraint cart_line_same
      do update set number = excluded.number, seen_price = excluded.seen_price, is_selected = true
      returning id, goods_id, warehouse_id, offer_id, whole_case, bundle_id, exchange_id
    )
    select put.id from wanted w
      join put on put.goods_id = w.goods_id and put.warehouse_id = w.warehouse_id and put.whole_case = w.whole_case
              and put.offer_id is not distinct from w.offer_id and put.bundle_id is not distinct from w.bundle_id
              and put.exchange_id is not distinct from w.exchange_id
     order by w.ord`.execute(connection)
  return rows.map((row) => row.id)
}

export async function setNumber(
  connection: Connection,
  companyId: number,
  id: number,
  number: number,
  seenPrice: Fen | null,
): Promise<void> {
  await sql`
    update cart_line set number = ${number}, seen_price = ${seenPrice}, is_selected = true
     where company_id = ${companyId} and id = ${id}`.execute(connection)
}

/** null: the best one; 0: none. */
export async function setFullReduction(connection: Connection, companyId: number, id: number, choice: number | null): Promise<void> {
  await sql`update cart_line set full_reduction_id = ${choice} where company_id = ${companyId} and id = ${id}`.execute(connection)
}

/** Own lines, locked in one order, so that two changes of the same lines never wait for each other in a circle. */
const lockedLines = (companyId: number, ids: readonly number[]) => sql`
  locked as materialized (
    select id from cart_line where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id for update
  )`

export async function setSelected(connection: Connection, companyId: number, ids: readonly number[], selected: boolean): Promise<void> {
  await sql`
    with ${lockedLines(companyId, ids)}
    update cart_line c set is_selected = ${selected} from locked where c.id = locked.id and c.is_selected <> ${selected}`.execute(
    connection,
  )
}

/** Answers the ids that were there. */
export async function deleteLines(connection: Connection, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with ${lockedLines(companyId, ids)}
    delete from cart_line c using locked where c.id = locked.id returning c.id`.execute(connection)
  return rows.map((row) => row.id)
}

/** The settings beside the province of an address of the company: the one named, else the default one. */
export async function readTermRows(
  connection: Connection,
  keys: readonly string[],
  companyId: number,
  addressId: number | null,
): Promise<{ settings: Map<string, unknown>; place: DeliveryPlace | null }> {
  const { rows } = await sql<{ settings: Record<string, unknown> | null; place: DeliveryPlace | null }>`
    select (select json_object_agg(key, value) from setting where key = any(${keys}::text[])) as settings,
           (select json_build_object('province', province, 'city', city, 'isReviewed', is_licence or review = 'passed')
              from address where company_id = ${companyId} and (${addressId}::bigint is null or id = ${addressId})
             order by is_default desc, id limit 1) as place`.execute(connection)
  return { settings: new Map(Object.entries(rows[0]?.settings ?? {})), place: rows[0]?.place ?? null }
}
