import { sql } from 'kysely'
import type { OfferState } from '#contract/offer-desk.ts'
import type { Connection } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen } from '../../../../platform/narrowing.ts'
import type { Plan, PlanTerms } from './plan.ts'
import type { PlanRow } from './plan-store.ts'

/** What the house reads of its offers. */

export interface PlanHead extends PlanRow {
  state: OfferState
  waiting: boolean
  /** Of what was approved; null: nothing was. */
  startsAt: Date | null
  endsAt: Date | null
  withdrawnReason: string
  updatedBy: string
  updatedAt: Date
  request: { id: number; asked_by: string; asked_at: string; asker: number } | null
}

const waits = (now: Date) => sql`
  select q.id, q.asked_by, q.asked_at from approval_request q
   where q.kind = 'offer.publish' and q.subject = 'offer:' || l.id and q.state = 'waiting' and q.expires_at > ${now}`

const stateAt = (now: Date) => sql`
  case when l.withdrawn_at is not null then 'withdrawn'
       when p.id is null then case when exists (${waits(now)}) then 'waiting' else 'draft' end
       when p.starts_at > ${now} then 'coming' when p.ends_at > ${now} then 'live' else 'ended' end`

const columns = (now: Date) => sql`
  l.id, l.kind, l.name, l.terms, l.version, l.approved, l.promotion_id as "promotionId", l.withdrawn_at as "withdrawnAt",
  l.withdrawn_reason as "withdrawnReason", l.updated_by as "updatedBy", l.updated_at as "updatedAt",
  p.starts_at as "startsAt", p.ends_at as "endsAt", ${stateAt(now)} as state, exists (${waits(now)}) as waiting,
  (select json_build_object('id', w.id, 'asked_by', a.name, 'asked_at', w.asked_at, 'asker', a.id)
     from (${waits(now)}) w join account a on a.id = w.asked_by) as request`
const FROM = sql`promotion_plan l left join promotion p on p.id = l.promotion_id`

export interface PlanFilter {
  keywords: string
  kind: string | null
  state: OfferState | null
}

/** Of what waits also versions of an offer that runs. */
const inState = (state: OfferState | null, now: Date) =>
  state === null ? sql`true` : state === 'waiting' ? sql`exists (${waits(now)})` : sql`${stateAt(now)} = ${state}`

export async function planPage(
  connection: Connection,
  { keywords, kind, state }: PlanFilter,
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: PlanHead[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`l.name ilike ${`%${plainLike(keywords)}%`}`
  const ofKind = kind === null ? sql`true` : sql`l.kind = ${kind}`
  const where = sql`${named} and ${ofKind} and ${inState(state, now)}`
  const { rows } = await sql<PlanHead>`
    select ${columns(now)} from ${FROM} where ${where} order by l.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    connection,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${FROM} where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function planById(connection: Connection, id: number, now: Date): Promise<PlanHead | null> {
  const { rows } = await sql<PlanHead>`select ${columns(now)} from ${FROM} where l.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface VersionRow {
  number: number
  promotionId: number
  name: string
  terms: PlanTerms
  askedBy: string
  approvedBy: string
  at: Date
  startsAt: Date
  endsAt: Date
  isOpen: boolean
}

/** The latest first, each with when it really ran. */
export async function versionsOf(connection: Connection, id: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.number, v.promotion_id as "promotionId", v.name, v.terms, v.asked_by as "askedBy", v.approved_by as "approvedBy", v.at,
           p.starts_at as "startsAt", p.ends_at as "endsAt", p.is_open as "isOpen"
      from promotion_plan_version v join promotion p on p.id = v.promotion_id
     where v.plan_id = ${id} order by v.number desc`.execute(connection)
  return rows
}

/** Offers that run, or will, as they were approved. */
export async function plansAhead(connection: Connection, now: Date): Promise<(Plan & { id: number })[]> {
  const { rows } = await sql<Plan & { id: number }>`
    select l.id, l.kind, v.name, v.terms
      from promotion_plan l join promotion p on p.id = l.promotion_id
      join promotion_plan_version v on v.plan_id = l.id and v.promotion_id = l.promotion_id
     where p.is_open and p.ends_at > ${now} order by l.id`.execute(connection)
  return rows
}

export interface GoodsRow {
  id: number
  name: string
  spec: string
  unit: string
  onShelf: boolean
  /** Why nobody may give it away, and why nobody may exchange it; empty: one may. */
  notGiven: string
  notExchanged: string
  /** Units there are: of the warehouse that has most, or what each of those asked about has. */
  stock: number
}

/** Gifts are neither prescription drugs nor class-A OTC drugs, as readOffered has it, and nothing with ephedrine is given or exchanged. */
export async function goodsNamed(
  connection: Connection,
  ids: readonly number[],
  warehouseIds: readonly number[] | null = null,
): Promise<GoodsRow[]> {
  if (ids.length === 0) return []
  const stock =
    warehouseIds === null
      ? sql`(select max(s.available) from goods_stock s where s.goods_id = g.id)`
      : sql`(select min(coalesce(s.available, 0)) from unnest(${warehouseIds}::bigint[]) as w(id)
               left join goods_stock s on s.goods_id = g.id and s.warehouse_id = w.id)`
  const { rows } = await sql<GoodsRow>`
    select g.id, g.name, g.spec, g.unit, g.on_shelf as "onShelf",
           case when g.is_ephedrine then '含特殊药品复方制剂' when g.drug_class = 'rx' then '处方药'
                when g.drug_class = 'otc_a' then '甲类非处方药' else '' end as "notGiven",
           case when g.is_ephedrine then '含特殊药品复方制剂' else '' end as "notExchanged",
           coalesce(${stock}, 0) as stock
      from goods g where g.id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export interface Named {
  id: number
  name: string
}
export async function namesOfScope(
  connection: Connection,
  { categories, manufacturers }: { categories: readonly number[]; manufacturers: readonly number[] },
): Promise<{ categories: Named[]; manufacturers: Named[] }> {
  const { rows } = await sql<Named & { kind: 'category' | 'manufacturer' }>`
    select 'category' as kind, id, name from category where id = any(${categories}::bigint[])
    union all
    select 'manufacturer', id, coalesce(nullif(short_name, ''), name) from manufacturer where id = any(${manufacturers}::bigint[])`.execute(
    connection,
  )
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id, name }) => ({ id, name }))
  return { categories: of('category'), manufacturers: of('manufacturer') }
}

/** Those that the caller sees. */
export async function companiesNamed(connection: Connection, ids: readonly number[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Named>`
    select c.id, c.name from company c where c.id = any(${ids}::bigint[]) and ${companySeen('c.id')} order by c.id`.execute(connection)
  return rows
}
