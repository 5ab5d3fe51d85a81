import { sql } from 'kysely'
import type { FastBuyOrder } from '#contract/selfservice.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What one company bought of one goods, over all orders that were not cancelled; gifts are not bought. */
export interface BoughtRow {
  goodsId: number
  times: number
  firstAt: Date
  lastAt: Date
  /** Null where it was only bought in bundles or exchanged for. */
  lastPrice: Fen | null
  /** Units of the last orders, the last first, at most three. */
  lastNumbers: number[]
}

const bought = (companyId: number) => sql`
  select goods_id, count(*)::integer as times, min(created_at) as first_at, max(created_at) as last_at,
         (array_agg(price order by order_id desc) filter (where price is not null))[1] as last_price,
         (array_agg(number order by order_id desc))[1:3] as last_numbers
    from (select l.goods_id, l.order_id, o.created_at, sum(l.number)::integer as number,
                 max(l.unit_price) filter (where l.bundle_id is null and l.exchange_id is null) as price
            from order_line l join orders o on o.id = l.order_id
           where l.company_id = ${companyId} and l.gift_id is null and o.status <> 'cancelled'
           group by l.goods_id, l.order_id, o.created_at) each_order
   group by goods_id`

const COLUMNS = sql`
  b.goods_id as "goodsId", b.times, b.first_at as "firstAt", b.last_at as "lastAt", b.last_price as "lastPrice",
  b.last_numbers as "lastNumbers"`

/** Everything that the company ever bought. */
export async function allBought(connection: Connection, companyId: number): Promise<BoughtRow[]> {
  const { rows } = await sql<BoughtRow>`select ${COLUMNS} from (${bought(companyId)}) b`.execute(connection)
  return rows
}

/** How much of the usual time between two orders has passed; goods that were given up come last. */
const dueOrder = (now: Date) => sql`
  case when b.times > 1 then
    (select case when part <= 4 then part else 0 end
       from (select extract(epoch from ${now}::timestamptz - b.last_at)
                    / greatest(86400, extract(epoch from b.last_at - b.first_at) / (b.times - 1)) as part) passed)
  else 0 end desc, b.last_at desc, b.goods_id`

function orderOf(order: FastBuyOrder, now: Date) {
  if (order === 'times') return sql`b.times desc, b.last_at desc, b.goods_id`
  if (order === 'name') return sql`g.name, g.spec, b.goods_id`
  if (order === 'due') return dueOrder(now)
  return sql`b.last_at desc, b.goods_id`
}

/** keywords: the name of the goods, its code or its maker; % _ and \ mean themselves. */
export async function boughtPage(
  connection: Connection,
  {
    companyId,
    keywords,
    order,
    offset,
    limit,
    now,
  }: { companyId: number; keywords: string; order: FastBuyOrder; offset: number; limit: number; now: Date },
): Promise<{ rows: BoughtRow[]; total: number }> {
  const like = `%${keywords.replaceAll(/[\\%_]/g, '\\$&')}%`
  const from = sql`
    from (${bought(companyId)}) b join goods g on g.id = b.goods_id left join manufacturer m on m.id = g.manufacturer_id
   where ${keywords} = '' or g.name ilike ${like} or g.mnemonic ilike ${like} or g.code ilike ${like} or m.name ilike ${like}`
  const { rows } = await sql<BoughtRow & { total: number }>`
    select ${COLUMNS}, count(*) over () as total ${from} order by ${orderOf(order, now)} offset ${offset} limit ${limit}`.execute(
    connection,
  )
  if (rows[0] || offset === 0) return { rows, total: rows[0]?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Goods that are off the shelf, with what a line may name them by. */
export interface OffShelfRow {
  goodsId: number
  code: string
  barcode: string
  approvalNo: string
  name: string
  spec: string
  maker: string
}

/** words: in lower case. What the stop list keeps off is not shown even so. */
export async function offShelfGoods(connection: Connection, words: readonly string[]): Promise<OffShelfRow[]> {
  const { rows } = await sql<OffShelfRow>`
    select g.id as "goodsId", g.code, g.barcode, g.approval_no as "approvalNo", g.name, g.spec, coalesce(m.name, '') as maker
      from goods g left join manufacturer m on m.id = g.manufacturer_id
     where not g.on_shelf and g.law_verdict = 'lawful' and (lower(g.name) = any (${words}::text[]) or lower(g.code) = any (${words}::text[])
        or g.barcode = any (${words}::text[]) or lower(g.approval_no) = any (${words}::text[]))
     limit 2000`.execute(connection)
  return rows
}
