import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'

/** What makes two lines the same line: goods, warehouse, offer, whole case. */
export interface LineKey {
  goodsId: number
  warehouseId: number
  offerId: number | null
  wholeCase: boolean
}
export interface CartRow extends LineKey {
  id: number
  number: number
  isSelected: boolean
  seenPrice: Fen | null
}

const LINES_SQL = `
  select id, goods_id as "goodsId", warehouse_id as "warehouseId", offer_id as "offerId", whole_case as "wholeCase", number,
         is_selected as "isSelected", seen_price as "seenPrice"
    from cart_line where company_id = $1 order by id desc`

/** The whole cart, the line added last first. */
export async function readCart(database: DatabaseHandle, companyId: number): Promise<CartRow[]> {
  return (await database.pool.query<CartRow>({ name: 'cart_lines', text: LINES_SQL, values: [companyId] })).rows
}

const columns = sql`id, goods_id as "goodsId", warehouse_id as "warehouseId", offer_id as "offerId", whole_case as "wholeCase", number,
  is_selected as "isSelected", seen_price as "seenPrice"`

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
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
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
                           ${lines.map((one) => one.number)}::integer[], ${lines.map((one) => one.seenPrice)}::bigint[])
                    with ordinality as w(goods_id, warehouse_id, offer_id, whole_case, number, seen_price, ord)
    ), put as (
      insert into cart_line (company_id, goods_id, warehouse_id, offer_id, whole_case, number, seen_price, created_at)
      select ${companyId}, goods_id, warehouse_id, offer_id, whole_case, number, seen_price, ${now} from wanted order by ord
      on conflict on constraint cart_line_same
      do update set number = excluded.number, seen_price = excluded.seen_price, is_selected = true
      returning id, goods_id, warehouse_id, offer_id, whole_case
    )
    select put.id from wanted w
      join put on put.goods_id = w.goods_id and put.warehouse_id = w.warehouse_id and put.whole_case = w.whole_case
              and put.offer_id is not distinct from w.offer_id
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

export async function readSettings(connection: Connection, keys: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await connection.selectFrom('setting').select(['key', 'value']).where('key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.key, row.value]))
}
