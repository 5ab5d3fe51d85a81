import { sql } from 'kysely'
import type { PriceKind } from '#contract/prices-desk.ts'
import type { Fen } from '#domain/money.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

/** Latin signs are a code or letters of the name, everything else a part of the name. */
const companyHolds = (keywords: string) =>
  keywords === ''
    ? sql`true`
    : /^[\w-]+$/.test(keywords)
      ? sql`c.id in (select id from company where upper(code) like ${`${plainLike(keywords.toUpperCase())}%`}
                     union all select id from company where initials is not null and pairs_of(initials) @> pairs_of(${keywords.toLowerCase()})
                                                        and initials like ${`%${plainLike(keywords.toLowerCase())}%`})`
      : isNamed('c', keywords)

export async function ranksOf(connection: Connection): Promise<{ rank: string; companies: number }[]> {
  const { rows } = await sql<{ rank: string; companies: number }>`
    select rank, count(*)::integer as companies from company where rank <> '' group by rank order by rank limit 100`.execute(connection)
  return rows
}

export async function countCompanyPrices(connection: Connection, goodsId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from goods_company_price p
     where p.goods_id = ${goodsId} and ${companySeen('p.company_id')}`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface CompanyPriceRow {
  company_id: number
  code: string
  company: string
  rank: string
  price: Fen
  usual: Fen | null
}

/** usual: what it would pay without a price of its own. */
export async function companyPrices(
  connection: Connection,
  goodsId: number,
  keywords: string,
  offset: number,
  limit: number,
): Promise<{ rows: CompanyPriceRow[]; total: number }> {
  const from = sql`goods_company_price p join company c on c.id = p.company_id where p.goods_id = ${goodsId} and ${companySeen('c.id')} and ${companyHolds(keywords)}`
  const { rows } = await sql<CompanyPriceRow>`
    select p.company_id, coalesce(c.code, '') as code, c.name as company, c.rank, p.price,
           coalesce((select r.price from goods_rank_price r where r.goods_id = p.goods_id and r.rank = c.rank),
                    (select g.base_price from goods g where g.id = p.goods_id)) as usual
      from ${from} order by p.company_id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${from}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export interface CompanyChoice {
  id: number
  code: string
  name: string
  rank: string
}

export async function findCompanies(connection: Connection, keywords: string, limit: number): Promise<CompanyChoice[]> {
  const { rows } = await sql<CompanyChoice>`
    select c.id, coalesce(c.code, '') as code, c.name, c.rank from company c
     where c.review_state <> 0 and ${companySeen('c.id')} and ${companyHolds(keywords)} order by c.id limit ${limit}`.execute(connection)
  return rows
}

export interface PriceChangeRow {
  id: number
  at: Date
  by: string
  kind: PriceKind
  rank: string
  company: string | null
  number: number | null
  before: Fen | null
  after: Fen | null
  reason: string
  listId: number | null
}

/** The latest first. */
export async function priceChanges(
  connection: Connection,
  goodsId: number,
  { seesCost, before, limit }: { seesCost: boolean; before: number | null; limit: number },
): Promise<PriceChangeRow[]> {
  const { rows } = await sql<PriceChangeRow>`
    select p.id, p.at, p.changed_by as by, p.kind, p.rank, c.name as company, p.number, p.before, p.after, p.reason, p.list_id as "listId"
      from price_change p left join company c on c.id = p.company_id
     where p.goods_id = ${goodsId} and (${before}::bigint is null or p.id < ${before})
       and (${seesCost} or p.kind not in ('cost', 'floor')) and ${companySeen('p.company_id')}
     order by p.id desc limit ${limit}`.execute(connection)
  return rows
}

interface RankCuts {
  goods: number
  name: string
  before: Fen
  after: Fen
}

/**
 * Goods that cost a company of another rank more than the set share less than the dearest of its ranks that are named, or less than cost or floor; the
 * deepest by name. Null: none.
 */
export async function deepestCut(
  connection: Connection,
  { companyId, from, to, lately, mostCut }: { companyId: number; from: string; to: string; lately: readonly string[]; mostCut: number },
): Promise<RankCuts | null> {
  const { rows } = await sql<RankCuts>`
    select count(*) over ()::integer as goods, x.name, x.before, x.after
      from (select g.name, coalesce(own.price, old.price, g.base_price) as now, coalesce(own.price, new.price, g.base_price) as after,
                   coalesce(own.price, (select max(coalesce(o.price, g.base_price))
                                          from unnest(${[from, ...lately]}::text[]) as l (rank)
                                          left join goods_rank_price o on o.goods_id = g.id and o.rank = l.rank)) as before,
                   k.cost, k.floor
              from (select distinct goods_id from goods_rank_price where rank in (${from}, ${to})) r join goods g on g.id = r.goods_id
              left join goods_rank_price old on old.goods_id = g.id and old.rank = ${from}
              left join goods_rank_price new on new.goods_id = g.id and new.rank = ${to}
              left join goods_company_price own on own.goods_id = g.id and own.company_id = ${companyId}
              left join goods_cost k on k.goods_id = g.id) x
     where x.after < x.now and ((x.before - x.after) * 100 > x.before * ${mostCut}::numeric or x.after < x.cost or x.after < x.floor)
     order by (x.before - x.after)::numeric / x.before desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export interface PricesByCode {
  said: string
  id: number
  name: string
  base: Fen | null
  retail: Fen | null
  ladderType: number
  ranks: { rank: string; price: Fen }[]
  ladder: { number: number; price: Fen }[]
}

/** What goods cost, by the codes by which another system knows them: in its own letters, where the shop has no such one in just these. */
export async function pricesByCode(connection: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, PricesByCode>> {
  const { rows } = await sql<PricesByCode>`
    select distinct on (t.said) t.said, g.id, g.name, g.base_price as base, g.retail_price as retail, g.ladder_type as "ladderType",
           coalesce((select json_agg(json_build_object('rank', r.rank, 'price', r.price) order by r.rank)
                       from goods_rank_price r where r.goods_id = g.id), '[]') as ranks,
           coalesce((select json_agg(json_build_object('number', l.number, 'price', l.price) order by l.number)
                       from goods_ladder l where l.goods_id = g.id), '[]') as ladder
      from unnest(${codes}::text[]) as t (said) join goods g on upper(g.code) = upper(t.said)
     order by t.said, g.code = t.said desc, g.id`.execute(connection)
  return new Map(rows.map((row) => [row.said, row]))
}
