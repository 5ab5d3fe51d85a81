import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen, warehouseSeen } from '../../../platform/narrowing.ts'

/** Whom a clerk means who is rung up. */

export interface CompanyFound {
  id: number
  name: string
  code: string
  place: string
  phone: string
}

const COLUMNS = sql`c.id, c.name, coalesce(c.code, '') as code, c.province || c.city as place, c.phone`

/** Latin signs are initials, a phone, a code; everything else is a part of the name. Whose letters begin so come first. */
export async function companiesCalled(connection: Connection, keywords: string, limit: number): Promise<CompanyFound[]> {
  const isName = !/^[\w-]+$/.test(keywords)
  const letters = keywords.toLowerCase()
  const lower = plainLike(letters)
  const found = isName
    ? sql`select id, 0 as rank from company where ${isNamed('company', keywords)} limit 200`
    : sql`(select id, 0 as rank from company where code = ${keywords} or code = ${keywords.toUpperCase()} limit 20)
          union all (select id, 1 from company where phone like ${`${plainLike(keywords)}%`} limit 50)
          union all (select id, case when initials like ${`${lower}%`} then 1 else 2 end from company
                      where initials is not null and pairs_of(initials) @> pairs_of(${letters}) and initials like ${`%${lower}%`} limit 200)
          union all (select id, 3 from company where credit_code like ${`${plainLike(keywords.toUpperCase())}%`} limit 50)`
  const { rows } = await sql<CompanyFound>`
    select ${COLUMNS} from (select id, min(rank) as rank from (${found}) f group by id) x join company c using (id) where ${companySeen('c.id')}
     order by x.rank, length(c.name), c.id limit ${limit}`.execute(connection)
  return rows
}

export async function companyCalled(connection: Connection, id: number): Promise<CompanyFound | null> {
  const { rows } = await sql<CompanyFound>`select ${COLUMNS} from company c where c.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface RecentOrder {
  id: number
  no: string
  at: Date
  goods: string
  total: Fen
  status: OrderStatus
}

export async function recentOrders(connection: Connection, companyId: number, limit: number): Promise<RecentOrder[]> {
  const { rows } = await sql<RecentOrder>`
    select o.id, o.no, o.created_at as at, o.goods_amount + o.shipping_amount - o.reduction_amount as total, o.status,
           coalesce((select array_to_string((array_agg(name order by id))[1:3], '、') from order_line where order_id = o.id), '') as goods
      from orders o where o.company_id = ${companyId} and ${warehouseSeen('o.warehouse_id')}
     order by o.created_at desc, o.id desc limit ${limit}`.execute(connection)
  return rows
}
