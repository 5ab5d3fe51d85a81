import { sql } from 'kysely'
import type { PriceKind } from '#contract/prices-desk.ts'
import type { Fen } from '#domain/money.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection } from '../../../platform/database.ts'

export interface PricesRow {
  id: number
  code: string
  name: string
  spec: string
  unit: string
  base: Fen | null
  retail: Fen | null
  ladderType: number
  onShelf: boolean
  version: number
  ranks: { rank: string; price: Fen }[]
  ladder: { number: number; price: Fen }[]
}

/** All prices of a goods but those of companies; locked: nobody else changes one of them until the transaction ends. */
export async function readPrices(connection: Connection, goodsId: number, lock = false): Promise<PricesRow | null> {
  const { rows } = await sql<PricesRow>`
    select g.id, g.code, g.name, g.spec, g.unit, g.base_price as base, g.retail_price as retail, g.ladder_type as "ladderType",
           g.on_shelf as "onShelf", g.price_version as version,
           coalesce((select json_agg(json_build_object('rank', r.rank, 'price', r.price) order by r.rank)
                       from goods_rank_price r where r.goods_id = g.id), '[]') as ranks,
           coalesce((select json_agg(json_build_object('number', l.number, 'price', l.price) order by l.number)
                       from goods_ladder l where l.goods_id = g.id), '[]') as ladder
      from goods g where g.id = ${goodsId} ${lock ? sql`for no key update of g` : sql``}`.execute(connection)
  return rows[0] ?? null
}

export interface OwnPrices {
  base: Fen | null
  retail: Fen | null
  ladderType: number
}

/** The version moves on whatever of its prices changed. */
export async function writeOwn(connection: Connection, goodsId: number, prices: OwnPrices, now: Date): Promise<void> {
  await sql`
    update goods set base_price = ${prices.base}, retail_price = ${prices.retail}, ladder_type = ${prices.ladderType},
                     price_version = price_version + 1, updated_at = ${now} where id = ${goodsId}`.execute(connection)
}

export async function moveOn(connection: Connection, goodsId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update goods set price_version = price_version + 1 where id = ${goodsId} returning price_version as version`.execute(connection)
  return rows[0]?.version ?? 0
}

export async function writeRanks(connection: Connection, goodsId: number, ranks: readonly { rank: string; price: Fen }[]): Promise<void> {
  const json = JSON.stringify(ranks)
  await sql`
    delete from goods_rank_price p where p.goods_id = ${goodsId}
       and not exists (select from jsonb_to_recordset(${json}::jsonb) as r (rank text) where r.rank = p.rank)`.execute(connection)
  await sql`
    insert into goods_rank_price (goods_id, rank, price)
    select ${goodsId}, rank, price from jsonb_to_recordset(${json}::jsonb) as r (rank text, price bigint)
    on conflict (goods_id, rank) do update set price = excluded.price where goods_rank_price.price <> excluded.price`.execute(connection)
}

export async function writeLadder(
  connection: Connection,
  goodsId: number,
  ladder: readonly { number: number; price: Fen }[],
): Promise<void> {
  const json = JSON.stringify(ladder)
  await sql`
    delete from goods_ladder p where p.goods_id = ${goodsId}
       and not exists (select from jsonb_to_recordset(${json}::jsonb) as r (number integer) where r.number = p.number)`.execute(connection)
  await sql`
    insert into goods_ladder (goods_id, number, price)
    select ${goodsId}, number, price from jsonb_to_recordset(${json}::jsonb) as r (number integer, price bigint)
    on conflict (goods_id, number) do update set price = excluded.price where goods_ladder.price <> excluded.price`.execute(connection)
}

export interface CompanyFacts {
  name: string
  rank: string
  price: Fen | null
}

/** The company, and what this goods costs it alone; null: there is no such company. */
export async function readCompanyPrice(connection: Connection, goodsId: number, companyId: number): Promise<CompanyFacts | null> {
  const { rows } = await sql<CompanyFacts>`
    select c.name, c.rank, p.price from company c
      left join goods_company_price p on p.company_id = c.id and p.goods_id = ${goodsId} where c.id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

export async function writeCompanyPrice(connection: Connection, goodsId: number, companyId: number, price: Fen | null): Promise<void> {
  if (price === null)
    await connection.deleteFrom('goods_company_price').where('goods_id', '=', goodsId).where('company_id', '=', companyId).execute()
  else
    await connection
      .insertInto('goods_company_price')
      .values({ goods_id: goodsId, company_id: companyId, price })
      .onConflict((on) => on.columns(['company_id', 'goods_id']).doUpdateSet({ price }))
      .execute()
}

export interface CostRow {
  cost: Fen | null
  floor: Fen | null
  version: number
  updatedAt: Date | null
  updatedBy: string
}

/** null: there is no such goods. */
export async function readCost(connection: Connection, goodsId: number): Promise<CostRow | null> {
  const { rows } = await sql<CostRow>`
    select c.cost, c.floor, coalesce(c.version, 0) as version, c.updated_at as "updatedAt", coalesce(c.updated_by, '') as "updatedBy"
      from goods g left join goods_cost c on c.goods_id = g.id where g.id = ${goodsId}`.execute(connection)
  return rows[0] ?? null
}

export async function writeCost(
  connection: Connection,
  goodsId: number,
  { cost, floor }: { cost: Fen | null; floor: Fen | null },
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into goods_cost (goods_id, cost, floor, version, updated_at, updated_by) values (${goodsId}, ${cost}, ${floor}, 1, ${now}, ${by})
    on conflict (goods_id) do update set cost = excluded.cost, floor = excluded.floor, version = goods_cost.version + 1,
                                         updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(connection)
}

export interface NewPriceChange {
  goods_id: number
  kind: PriceKind
  rank: string
  company_id: number | null
  number: number | null
  before: number | null
  after: number | null
}

/** Of the goods alone: no rank, company or number. */
export const ofGoods = (goodsId: number, kind: PriceKind) => ({ goods_id: goodsId, kind, rank: '', company_id: null, number: null })

export async function insertChanges(
  connection: Connection,
  changes: readonly NewPriceChange[],
  { accountId, name, reason, now }: { accountId: number | null; name: string; reason: string; now: Date },
): Promise<void> {
  await sql`
    insert into price_change (goods_id, kind, rank, company_id, number, before, after, reason, account_id, changed_by, at, agreed)
    select goods_id, kind, rank, company_id, number, before, after, ${reason}, ${accountId}::bigint, ${name}, ${now},
           ${auditCall()?.approval !== undefined}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
           as c (goods_id bigint, kind text, rank text, company_id bigint, number integer, before bigint, after bigint)`.execute(connection)
}

export interface LatePrice {
  kind: PriceKind
  rank: string
  companyId: number | null
  number: number | null
  most: Fen | null
  /** There was none before that day: what everybody paid stood for it. */
  isNew: boolean
}

/** What clerks changed since then, each price with the highest that it was; and what was taken away, whenever it was. A file is an order of the house;
 * of a system that changes prices by itself (all) whatever changed counts, its own steps before all. */
const lateOf = (goodsId: number, since: Date, kinds: readonly PriceKind[], all: boolean) => sql<LatePrice>`
  select kind, rank, company_id as "companyId", number, max(before) as most, bool_or(before is null) as "isNew"
    from (select c.*, row_number() over (partition by kind, rank, company_id, number order by id desc) = 1 as newest
            from price_change c where goods_id = ${goodsId} and kind = any (${kinds}::text[])) c
   where at > ${since} and (account_id is not null or ${all}::boolean) or newest and after is null
   group by kind, rank, company_id, number`

export const latePrices = async (connection: Connection, goodsId: number, since: Date, all: boolean): Promise<LatePrice[]> =>
  (await lateOf(goodsId, since, ['base', 'rank', 'company', 'ladder'], all).execute(connection)).rows

/** The same of what holds them up. */
export const lateGuards = async (connection: Connection, goodsId: number, since: Date): Promise<LatePrice[]> =>
  (await lateOf(goodsId, since, ['cost', 'floor'], false).execute(connection)).rows

/** The highest that each of them was before one person alone changed it, since then; what two agreed to, or a file said, begins anew. */
export async function guardsBefore(connection: Connection, goodsId: number, since: Date): Promise<{ kind: PriceKind; most: Fen }[]> {
  const { rows } = await sql<{ kind: PriceKind; most: Fen }>`
    select kind, max(before) as most from price_change c
     where goods_id = ${goodsId} and kind in ('cost', 'floor') and at > ${since} and before is not null and account_id is not null and not agreed
       and not exists (select from price_change a where a.goods_id = c.goods_id and a.kind = c.kind and a.id > c.id
                                                    and (a.agreed or a.account_id is null))
     group by kind`.execute(connection)
  return rows
}
