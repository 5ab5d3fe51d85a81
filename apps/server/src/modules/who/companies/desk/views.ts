import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen, warehouseSeen } from '../../../../platform/narrowing.ts'

export interface StoreRow {
  id: number
  name: string
  type: string
  region: string
  review_state: number
  in_group: boolean
  shares_account: boolean
}

const STORES_MAX = 200

/** Companies of the same group, and those that the same accounts shop for. */
export async function storesBeside(connection: Connection, companyId: number): Promise<{ group: string; rows: StoreRow[] }> {
  const { rows } = await sql<StoreRow>`
    select c.id, c.name, c.type, c.province || c.city || c.district as region, c.review_state,
           c.store_group_id is not null and c.store_group_id is not distinct from own.store_group_id as in_group,
           c.id in (select other.company_id from account_company mine join account_company other on other.account_id = mine.account_id
                     where mine.company_id = ${companyId}) as shares_account
      from company own
     cross join lateral (select g.id from company g where g.store_group_id = own.store_group_id
                         union select other.company_id from account_company mine
                                 join account_company other on other.account_id = mine.account_id where mine.company_id = own.id) b
      join company c on c.id = b.id and c.id <> own.id
     where own.id = ${companyId} and ${companySeen('c.id')} order by c.id limit ${STORES_MAX}`.execute(connection)
  const { rows: groups } = await sql<{ name: string }>`
    select g.name from company c join store_group g on g.id = c.store_group_id where c.id = ${companyId}`.execute(connection)
  return { group: groups[0]?.name ?? '', rows }
}

export interface LastOrderRow {
  id: number
  no: string
  status: OrderStatus
  created_at: Date | string
  total: Fen
  held: boolean
}

export async function lastOrders(connection: Connection, companyId: number): Promise<LastOrderRow[]> {
  const { rows } = await sql<LastOrderRow>`
    select id, no, status, created_at, payable_amount as total, held_at is not null as held
      from orders where company_id = ${companyId} and ${warehouseSeen('orders.warehouse_id')} order by created_at desc, id desc limit 10`.execute(
    connection,
  )
  return rows
}

/** What was ordered since each of these moments and not cancelled. */
export async function orderSums(connection: Connection, companyId: number, since: readonly Date[]) {
  const { rows } = await sql<{ orders: number; total: Fen }>`
    select (count(o.id))::int as orders, coalesce(sum(o.payable_amount), 0)::bigint as total
      from unnest(${since}::timestamptz[]) with ordinality as s (since, place)
      left join orders o on o.company_id = ${companyId} and o.created_at >= s.since and o.status <> 'cancelled'
     group by s.place order by s.place`.execute(connection)
  return rows
}

export interface GoodsNameRow {
  id: number
  code: string
  name: string
  spec: string
  manufacturer: string
  on_shelf: boolean
}

/** By a part of the name, the letters of it or the beginning of the code; what begins so and what is on sale first. */
export async function findGoodsNames(connection: Connection, keywords: string, limit: number): Promise<GoodsNameRow[]> {
  const text = plainLike(keywords)
  const { rows } = await sql<GoodsNameRow>`
    select g.id, g.code, g.name, g.spec, coalesce(m.name, '') as manufacturer, g.on_shelf
      from goods g left join manufacturer m on m.id = g.manufacturer_id
     where g.name like ${`%${text}%`} or g.generic_name like ${`%${text}%`} or g.mnemonic ilike ${`${text}%`} or g.code ilike ${`${text}%`}
        or g.id in (select goods_id from goods_letters where initials like ${`${text.toLowerCase()}%`})
     order by g.code = ${keywords} desc, g.on_shelf desc, g.name like ${`${text}%`} or g.mnemonic ilike ${`${text}%`} desc,
              g.sales_30d desc, g.id limit ${limit}`.execute(connection)
  return rows
}

/** How many goods are on sale of each scope. */
export async function goodsOfScopes(connection: Connection): Promise<{ code: string; name: string; goods: number }[]> {
  const { rows } = await sql<{ code: string; name: string; goods: number }>`
    select s.code, s.name, count(g.id)::int as goods
      from business_scope s left join goods g on g.scope_code = s.code and g.on_shelf
     group by s.code, s.name, s.sort order by s.sort, s.code`.execute(connection)
  return rows
}

/** Whoever's they are: that two are one concerns everybody who reviews either. Names of other companies that stand under the same code, or are reached by the same phone. */
export async function twinsOf(
  connection: Connection,
  { id, creditCode, phone }: { id: number; creditCode: string; phone: string },
): Promise<{ byCode: string[]; byPhone: string[] }> {
  const { rows } = await sql<{ name: string; same: 'code' | 'phone' }>`
    (select name, 'code' as same from company where credit_code = ${creditCode} and ${creditCode} <> '' and id <> ${id} order by id limit 3)
    union all
    (select name, 'phone' as same from company where phone = ${phone} and ${phone} <> '' and id <> ${id} order by id limit 3)`.execute(
    connection,
  )
  const of = (same: 'code' | 'phone') => rows.filter((row) => row.same === same).map((row) => row.name)
  return { byCode: of('code'), byPhone: of('phone') }
}

export interface TermsRow {
  rank: string
  manager_name: string
  manager_phone: string
  manager_default: boolean
  terms_version: number
}

export async function readTerms(connection: Connection, companyId: number, lock = false): Promise<TermsRow | null> {
  const row = await connection
    .selectFrom('company')
    .select(['rank', 'manager_name', 'manager_phone', 'manager_default', 'terms_version'])
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row ?? null
}

export async function writeTerms(
  connection: Connection,
  companyId: number,
  terms: Pick<TermsRow, 'rank' | 'manager_name' | 'manager_phone' | 'manager_default'>,
  now: Date,
): Promise<void> {
  await connection
    .updateTable('company')
    .set(({ eb }) => ({ ...terms, terms_version: eb('terms_version', '+', 1), updated_at: now }))
    .where('id', '=', companyId)
    .execute()
}
