import { type RawBuilder, sql } from 'kysely'
import type { PriceListState, PriceRowKind, PriceRowState } from '#contract/price-lists.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface Coded {
  code: string
  id: number
}

/** Goods by their codes, in any letters; in its own where several have it. */
export async function goodsByCodes(connection: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Coded>`
    select distinct on (t.said) t.said as code, g.id from unnest(${codes}::text[]) as t (said) join goods g on upper(g.code) = upper(t.said)
     order by t.said, g.code = t.said desc, g.id`.execute(connection)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Goods by approval number, with their spec: several packings of a drug share a number. */
export async function goodsByApprovals(
  connection: Connection,
  numbers: readonly string[],
): Promise<readonly { approval: string; spec: string; id: number }[]> {
  const { rows } = await sql<{ approval: string; spec: string; id: number }>`
    select approval_no as approval, spec, id from goods where approval_no = any(${numbers}::text[]) order by id`.execute(connection)
  return rows
}

/** Companies that this person sees. */
export async function companiesByCodes(connection: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Coded>`
    select c.code, c.id from company c where c.code = any(${codes}::text[]) and ${companySeen('c.id')}`.execute(connection)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Ranks that have a price somewhere, though no company has them just now. */
export async function pricedRanks(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ rank: string }>`select distinct rank from goods_rank_price`.execute(connection)
  return rows.map(({ rank }) => rank)
}

export interface ListHeadRow {
  id: number
  name: string
  state: PriceListState
  startsAt: Date | null
  rows: number
  ready: number
  wrong: number
  createdBy: string
  updatedBy: string
  updatedAt: Date
  appliedAt: Date | null
}

const waits = (now: Date) => sql`
  select from approval_request q where q.kind = 'price.list' and q.subject = 'price_list:' || l.id and q.state = 'waiting' and q.expires_at > ${now}`
const stateAt = (now: Date) => sql`
  case l.state when 'draft' then case when exists (${waits(now)}) then 'waiting' else 'draft' end
               when 'applying' then 'scheduled' when 'rolling' then 'live' else l.state end`
const headOf = (now: Date) => sql`
  l.id, l.name, ${stateAt(now)} as state, l.starts_at as "startsAt", l.row_count as rows, l.ready_count as ready, l.wrong_count as wrong,
  l.created_by as "createdBy", l.updated_by as "updatedBy", l.updated_at as "updatedAt", l.applied_at as "appliedAt"`

export async function listPage(
  connection: Connection,
  { state, keywords }: { state: PriceListState | null; keywords: string },
  offset: number,
  limit: number,
  now: Date,
): Promise<{ rows: ListHeadRow[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`(l.name ilike ${`%${plainLike(keywords)}%`} or l.id::text = ${keywords})`
  const inState = state === null ? sql`true` : sql`${stateAt(now)} = ${state}`
  const from = sql`price_list l where ${named} and ${inState}`
  const { rows } = await sql<ListHeadRow>`
    select ${headOf(now)} from ${from} order by l.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${from}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export interface ListWhole extends ListHeadRow {
  stored: string
  reason: string
  version: number
  askedBy: string
  approvedBy: string
  approvedAt: Date | null
  backBy: string
  backApprovedBy: string
  backAt: Date | null
  backReason: string
  withdrawnBy: string
  withdrawnAt: Date | null
  withdrawnReason: string
  request: { id: number; kind: 'price.list' | 'price.list_back'; asked_id: number; asked_by: string; asked_at: string } | null
}

export async function findList(connection: Connection, id: number, now: Date): Promise<ListWhole | null> {
  const { rows } = await sql<ListWhole>`
    select ${headOf(now)}, l.state as stored, l.reason, l.version, l.asked_by as "askedBy", l.approved_by as "approvedBy",
           l.approved_at as "approvedAt", l.back_by as "backBy", l.back_approved_by as "backApprovedBy", l.back_at as "backAt",
           l.back_reason as "backReason", l.withdrawn_by as "withdrawnBy", l.withdrawn_at as "withdrawnAt",
           l.withdrawn_reason as "withdrawnReason",
           (select json_build_object('id', q.id, 'kind', q.kind, 'asked_id', q.asked_by, 'asked_by', a.name, 'asked_at', q.asked_at)
              from approval_request q join account a on a.id = q.asked_by
             where q.kind in ('price.list', 'price.list_back') and q.subject = 'price_list:' || l.id and q.state = 'waiting'
               and q.expires_at > ${now} limit 1) as request
      from price_list l where l.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface ListSums {
  states: { state: PriceRowState; rows: number }[]
  kinds: { kind: PriceRowKind; rows: number; up: number; down: number; fresh: number; gone: number }[]
  large: number
  below: number
  low: number
}

/** What a list comes to: of its rows that change something. */
export async function sumsOf(connection: Connection, id: number): Promise<ListSums> {
  const { rows: states } = await sql<ListSums['states'][number]>`
    select state, count(*)::integer as rows from price_list_row where list_id = ${id} group by state`.execute(connection)
  const { rows } = await sql<ListSums['kinds'][number] & Record<'large' | 'below' | 'low', number>>`
    select kind, count(*)::integer as rows, count(*) filter (where after > before)::integer as up,
           count(*) filter (where after < before)::integer as down, count(*) filter (where before is null)::integer as fresh,
           count(*) filter (where after is null)::integer as gone, count(*) filter (where large)::integer as large,
           count(*) filter (where below)::integer as below, count(*) filter (where low)::integer as low
      from price_list_row where list_id = ${id} and state not in ('wrong', 'same') group by kind order by kind`.execute(connection)
  const sum = (of: 'large' | 'below' | 'low') => rows.reduce((all, row) => all + row[of], 0)
  const kinds = rows.map(({ kind, rows: count, up, down, fresh, gone }) => ({ kind, rows: count, up, down, fresh, gone }))
  return { states, kinds, large: sum('large'), below: sum('below'), low: sum('low') }
}

export interface RowFilter {
  state: PriceRowState | null
  kind: PriceRowKind | null
  flag: 'large' | 'below' | 'low' | null
  keywords: string
}
export type RowSort = 'line' | '-line' | 'change' | '-change'

export interface ShownRow {
  line: number
  goodsId: number | null
  code: string
  name: string
  spec: string
  kind: PriceRowKind | null
  rank: string
  company: string | null
  companyCode: string | null
  before: Fen | null
  after: Fen | null
  saidGoods: string
  saidKind: string
  saidOf: string
  saidPrice: string
  state: PriceRowState
  note: string
  large: boolean
  below: boolean
  low: boolean
}

const CHANGE = sql`(p.after - p.before)::numeric / p.before`
const SORTS: Readonly<Record<RowSort, RawBuilder<unknown>>> = {
  line: sql`p.line`,
  '-line': sql`p.line desc`,
  change: sql`${CHANGE} nulls last, p.line`,
  '-change': sql`${CHANGE} desc nulls last, p.line`,
}

/** A company's row is shown to whoever sees the company. */
export async function rowPage(
  connection: Connection,
  listId: number,
  { state, kind, flag, keywords }: RowFilter,
  { sort, offset, limit }: { sort: RowSort; offset: number; limit: number },
): Promise<{ rows: ShownRow[]; total: number }> {
  const flagged = flag === null ? sql`true` : { large: sql`p.large`, below: sql`p.below`, low: sql`p.low` }[flag]
  const named =
    keywords === ''
      ? sql`true`
      : sql`(g.name ilike ${`%${plainLike(keywords)}%`} or upper(coalesce(g.code, p.said ->> 'goods')) like ${`${plainLike(keywords.toUpperCase())}%`})`
  const from = sql`price_list_row p left join goods g on g.id = p.goods_id left join company c on c.id = p.company_id
    where p.list_id = ${listId} and (${state}::text is null or p.state = ${state}) and (${kind}::text is null or p.kind = ${kind})
      and ${flagged} and ${named} and ${companySeen('p.company_id')}`
  const { rows } = await sql<ShownRow>`
    select p.line, p.goods_id as "goodsId", coalesce(g.code, '') as code, coalesce(g.name, '') as name, coalesce(g.spec, '') as spec, p.kind,
           p.rank, c.name as company, c.code as "companyCode", p.before, p.after, p.said ->> 'goods' as "saidGoods",
           p.said ->> 'kind' as "saidKind", p.said ->> 'of' as "saidOf", p.said ->> 'price' as "saidPrice", p.state, p.note, p.large,
           p.below, p.low
      from ${from} order by ${SORTS[sort]} limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${from}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
