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

const PRICES = sql`
  g.id, g.code, g.name, g.spec, g.unit, g.base_price as base, g.retail_price as retail, g.ladder_type as "ladderType",
  g.on_shelf as "onShelf", g.price_version as version,
  coalesce((select json_agg(json_build_object('rank', r.rank, 'price', r.price) order by r.rank)
              from goods_rank_price r where r.goods_id = g.id), '[]') as ranks,
  coalesce((select json_agg(json_build_object('number', l.number, 'price', l.price) order by l.number)
              from goods_ladder l where l.goods_id = g.id), '[]') as ladder`

/** All prices of a goods but those of companies; locked: nobody else changes one of them until the transaction ends. */
export async function readPrices(connection: Connection, goodsId: number, lock = false): Promise<PricesRow | null> {
  const { rows } = await sql<PricesRow>`
    select ${PRICES} from goods g where g.id = ${goodsId} ${lock ? sql`for no key update of g` : sql``}`.execute(connection)
  return rows[0] ?? null
}

/** Of many at once, all locked, in the order in which everybody locks goods. */
export async function lockPrices(connection: Connection, goodsIds: readonly number[]): Promise<ReadonlyMap<number, PricesRow>> {
  await sql`select from goods where id = any(${goodsIds}::bigint[]) order by id for no key update`.execute(connection)
  return pricesOfMany(connection, goodsIds)
}

export async function pricesOfMany(connection: Connection, goodsIds: readonly number[]): Promise<ReadonlyMap<number, PricesRow>> {
  const { rows } = await sql<PricesRow>`select ${PRICES} from goods g where g.id = any(${goodsIds}::bigint[])`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface OwnPrices {
  base: Fen | null
  retail: Fen | null
  ladderType: number
}

/** Of many at once. The version moves on whatever of its prices changed. */
export async function writeOwn(connection: Connection, list: readonly (OwnPrices & { id: number })[], now: Date): Promise<void> {
  const json = JSON.stringify(list.map(({ id, base, retail, ladderType }) => ({ id, base, retail, ladder_type: ladderType })))
  await sql`
    update goods g set base_price = w.base, retail_price = w.retail, ladder_type = w.ladder_type,
                       price_version = g.price_version + 1, updated_at = ${now}
      from jsonb_to_recordset(${json}::jsonb) as w (id bigint, base bigint, retail bigint, ladder_type integer)
     where g.id = w.id`.execute(connection)
}

export async function moveOn(connection: Connection, goodsId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update goods set price_version = price_version + 1 where id = ${goodsId} returning price_version as version`.execute(connection)
  return rows[0]?.version ?? 0
}

type RanksOf = { id: number } & Pick<PricesRow, 'ranks'>

export async function writeRanks(connection: Connection, list: readonly RanksOf[]): Promise<void> {
  const json = JSON.stringify(list.flatMap(({ id, ranks }) => ranks.map(({ rank, price }) => ({ id, rank, price }))))
  await sql`
    delete from goods_rank_price p where p.goods_id = any(${list.map(({ id }) => id)}::bigint[])
       and not exists (select from jsonb_to_recordset(${json}::jsonb) as r (id bigint, rank text)
                        where r.id = p.goods_id and r.rank = p.rank)`.execute(connection)
  await sql`
    insert into goods_rank_price (goods_id, rank, price)
    select id, rank, price from jsonb_to_recordset(${json}::jsonb) as r (id bigint, rank text, price bigint)
    on conflict (goods_id, rank) do update set price = excluded.price where goods_rank_price.price <> excluded.price`.execute(connection)
}

type LadderOf = { id: number } & Pick<PricesRow, 'ladder'>

export async function writeLadder(connection: Connection, list: readonly LadderOf[]): Promise<void> {
  const json = JSON.stringify(list.flatMap(({ id, ladder }) => ladder.map(({ number, price }) => ({ id, number, price }))))
  await sql`
    delete from goods_ladder p where p.goods_id = any(${list.map(({ id }) => id)}::bigint[])
       and not exists (select from jsonb_to_recordset(${json}::jsonb) as r (id bigint, number integer)
                        where r.id = p.goods_id and r.number = p.number)`.execute(connection)
  await sql`
    insert into goods_ladder (goods_id, number, price)
    select id, number, price from jsonb_to_recordset(${json}::jsonb) as r (id bigint, number integer, price bigint)
    on conflict (goods_id, number) do update set price = excluded.price where goods_ladder.price <> excluded.price`.execute(connection)
}

export interface CompanyFacts {
  name: string
  rank: string
  price: Fen | null
}

export interface OfCompany {
  goodsId: number
  companyId: number
}
export const pairOf = ({ goodsId, companyId }: OfCompany): string => `${goodsId} ${companyId}`

/** The companies, and what each goods costs it alone, by their pair; a company that there is not is left out. */
export async function readCompanyPrices(connection: Connection, pairs: readonly OfCompany[]): Promise<ReadonlyMap<string, CompanyFacts>> {
  const { rows } = await sql<CompanyFacts & OfCompany>`
    select t.goods_id as "goodsId", c.id as "companyId", c.name, c.rank, p.price
      from unnest(${pairs.map(({ goodsId }) => goodsId)}::bigint[], ${pairs.map(({ companyId }) => companyId)}::bigint[]) as t (goods_id, company_id)
      join company c on c.id = t.company_id
      left join goods_company_price p on p.company_id = c.id and p.goods_id = t.goods_id`.execute(connection)
  return new Map(rows.map((row) => [pairOf(row), row]))
}

/** null: the company pays what its rank does again. */
export async function writeCompanyPrices(connection: Connection, list: readonly (OfCompany & { price: Fen | null })[]): Promise<void> {
  const json = JSON.stringify(list)
  const said = sql`jsonb_to_recordset(${json}::jsonb) as w ("goodsId" bigint, "companyId" bigint, price bigint)`
  await sql`
    delete from goods_company_price p using ${said}
     where w.price is null and p.goods_id = w."goodsId" and p.company_id = w."companyId"`.execute(connection)
  await sql`
    insert into goods_company_price (goods_id, company_id, price)
    select "goodsId", "companyId", price from ${said} where price is not null
    on conflict (company_id, goods_id) do update set price = excluded.price`.execute(connection)
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

export async function readGuards(
  connection: Connection,
  goodsIds: readonly number[],
): Promise<{ goodsId: number; cost: Fen | null; floor: Fen | null }[]> {
  const { rows } = await sql<{ goodsId: number; cost: Fen | null; floor: Fen | null }>`
    select goods_id as "goodsId", cost, floor from goods_cost where goods_id = any(${goodsIds}::bigint[])`.execute(connection)
  return rows
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
  {
    accountId,
    name,
    reason,
    now,
    listId = null,
  }: { accountId: number | null; name: string; reason: string; now: Date; listId?: number | null },
): Promise<void> {
  await sql`
    insert into price_change (goods_id, kind, rank, company_id, number, before, after, reason, account_id, changed_by, at, agreed, list_id)
    select goods_id, kind, rank, company_id, number, before, after, ${reason}, ${accountId}::bigint, ${name}, ${now},
           ${auditCall()?.approval !== undefined}, ${listId}::bigint
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
           as c (goods_id bigint, kind text, rank text, company_id bigint, number integer, before bigint, after bigint)`.execute(connection)
}

export interface LatePrice {
  goodsId: number
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
const lateOf = (goodsIds: readonly number[], since: Date, kinds: readonly PriceKind[], all: boolean) => sql<LatePrice>`
  select goods_id as "goodsId", kind, rank, company_id as "companyId", number, max(before) as most, bool_or(before is null) as "isNew"
    from (select c.*, row_number() over (partition by goods_id, kind, rank, company_id, number order by id desc) = 1 as newest
            from price_change c where goods_id = any(${goodsIds}::bigint[]) and kind = any (${kinds}::text[])) c
   where at > ${since} and (account_id is not null or ${all}::boolean) or newest and after is null
   group by goods_id, kind, rank, company_id, number`

export const latePrices = async (connection: Connection, goodsIds: readonly number[], since: Date, all: boolean): Promise<LatePrice[]> =>
  (await lateOf(goodsIds, since, ['base', 'rank', 'company', 'ladder'], all).execute(connection)).rows

/** The same of what holds them up. */
export const lateGuards = async (connection: Connection, goodsId: number, since: Date): Promise<LatePrice[]> =>
  (await lateOf([goodsId], since, ['cost', 'floor'], false).execute(connection)).rows

/** The highest that each of them was before one person alone changed it, since then; what two agreed to, or a file said, begins anew. */
export async function guardsBefore(
  connection: Connection,
  goodsIds: readonly number[],
  since: Date,
): Promise<{ goodsId: number; kind: PriceKind; most: Fen }[]> {
  const { rows } = await sql<{ goodsId: number; kind: PriceKind; most: Fen }>`
    select goods_id as "goodsId", kind, max(before) as most from price_change c
     where goods_id = any(${goodsIds}::bigint[]) and kind in ('cost', 'floor') and at > ${since} and before is not null
       and account_id is not null and not agreed
       and not exists (select from price_change a where a.goods_id = c.goods_id and a.kind = c.kind and a.id > c.id
                                                    and (a.agreed or a.account_id is null))
     group by goods_id, kind`.execute(connection)
  return rows
}
