import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'

/** What a draft would touch: figures for whoever writes it. null as goods: every one. */
type Goods = ReadonlySet<number> | null
const among = (goods: Goods) => (goods === null ? sql`true` : sql`g.id = any(${[...goods]}::bigint[])`)

export interface ScopeFigures {
  goods: number
  off_shelf: number
  sales_30d: number
}
export async function scopeFigures(connection: Connection, goods: Goods): Promise<ScopeFigures> {
  const { rows } = await sql<ScopeFigures>`
    select count(*) filter (where g.on_shelf)::integer as goods, count(*) filter (where not g.on_shelf)::integer as off_shelf,
           coalesce(sum(g.sales_30d) filter (where g.on_shelf), 0)::integer as sales_30d
      from goods g where ${among(goods)}`.execute(connection)
  return rows[0] ?? { goods: 0, off_shelf: 0, sales_30d: 0 }
}

export interface ApartRow {
  id: number
  name: string
  kind: string
  total: number
}
/** Goods that another offer sells meanwhile which takes part in nothing else. */
export async function goodsApart(connection: Connection, goods: Goods, from: Date, until: Date, limit: number): Promise<ApartRow[]> {
  const { rows } = await sql<ApartRow>`
    select g.id, g.name || ' ' || g.spec as name, min(o.kind) as kind, count(*) over ()::integer as total
      from goods_offer o join goods g on g.id = o.goods_id
     where not o.full_reduction_ok and o.starts_at < ${until} and o.ends_at > ${from} and (o.quota is null or o.taken < o.quota)
       and g.on_shelf and ${among(goods)}
     group by g.id order by g.id limit ${limit}`.execute(connection)
  return rows
}

export interface PricedRow {
  id: number
  name: string
  /** The lowest that anybody pays without a price of his own: base, or one of these ranks'. */
  price: Fen
  cost: Fen | null
  floor: Fen | null
}
/** Also of what is off the shelf for now, and is called so: it may come on, and nobody is asked then. */
export async function pricedGoods(connection: Connection, goods: Goods, ranks: readonly string[]): Promise<PricedRow[]> {
  const rank = ranks.length === 0 ? sql`true` : sql`r.rank = any(${ranks}::text[])`
  const { rows } = await sql<PricedRow>`
    select g.id, g.name || ' ' || g.spec || case when g.on_shelf then '' else '（未上架）' end as name, k.cost, k.floor,
           least(g.base_price, (select min(r.price) from goods_rank_price r where r.goods_id = g.id and ${rank})) as price
      from goods_cost k join goods g on g.id = k.goods_id
     where g.base_price is not null and (k.cost is not null or k.floor is not null) and ${among(goods)}
     order by g.on_shelf desc, g.id`.execute(connection)
  return rows
}

/** What one of these costs the house: its cost, or its price where that is not known. */
export async function worthOf(connection: Connection, ids: readonly number[]): Promise<(PricedRow & { worth: Fen })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PricedRow & { worth: Fen }>`
    select g.id, g.name || ' ' || g.spec as name, k.cost, k.floor, coalesce(g.base_price, 0) as price, coalesce(k.cost, g.base_price, 0) as worth
      from goods g left join goods_cost k on k.goods_id = g.id where g.id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export interface CompanyGroup {
  /** 0: of all companies of this kind. */
  id: number
  type: string
  province: string
  city: string
  rank: string
  number: number
}
/** Passed companies as audiences tell them apart; those that are asked for by their number each by itself. */
export async function companyGroups(connection: Connection, ids: readonly number[]): Promise<CompanyGroup[]> {
  const { rows } = await sql<CompanyGroup>`
    select 0 as id, type, province, city, rank, count(*)::integer as number from company where review_state = 2 group by type, province, city, rank
    union all
    select id, type, province, city, rank, 1 from company where review_state = 2 and id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export async function knownRanks(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ rank: string }>`
    select rank from company where rank <> '' union select rank from goods_rank_price order by rank limit 40`.execute(connection)
  return rows.map(({ rank }) => rank)
}
