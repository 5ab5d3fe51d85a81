import { sql } from 'kysely'
import type { DealTermsWire } from '#contract/deal-desk.ts'
import type { OfferState } from '#contract/offer-desk.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import type { PlanRow } from './plan-store.ts'

/** What the desk reads of its plans. */

export interface DealHead extends PlanRow {
  state: OfferState
  waiting: boolean
  withdrawnReason: string
  updatedBy: string
  updatedAt: Date
  request: { id: number; asked_by: string; asked_at: string; asker: number } | null
}

const waits = (now: Date) => sql`
  select q.id, q.asked_by, q.asked_at from approval_request q
   where q.kind = 'deal.publish' and q.subject = 'deal:' || l.id and q.state = 'waiting' and q.expires_at > ${now}`

const stateAt = (now: Date) => sql`
  case when l.withdrawn_at is not null then 'withdrawn'
       when l.approved = 0 then case when exists (${waits(now)}) then 'waiting' else 'draft' end
       when l.starts_at > ${now} then 'coming' when l.ends_at > ${now} then 'live' else 'ended' end`

const columns = (now: Date) => sql`
  l.id, l.kind, l.name, l.terms, l.version, l.approved, l.withdrawn_at as "withdrawnAt", l.withdrawn_reason as "withdrawnReason",
  l.updated_by as "updatedBy", l.updated_at as "updatedAt", ${stateAt(now)} as state, exists (${waits(now)}) as waiting,
  (select json_build_object('id', w.id, 'asked_by', a.name, 'asked_at', w.asked_at, 'asker', a.id)
     from (${waits(now)}) w join account a on a.id = w.asked_by) as request`

export async function dealPage(
  connection: Connection,
  { keywords, kind, state }: { keywords: string; kind: string | null; state: OfferState | null },
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: DealHead[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`l.name ilike ${`%${plainLike(keywords)}%`}`
  const ofKind = kind === null ? sql`true` : sql`l.kind = ${kind}`
  const inState = state === null ? sql`true` : state === 'waiting' ? sql`exists (${waits(now)})` : sql`${stateAt(now)} = ${state}`
  const where = sql`${named} and ${ofKind} and ${inState}`
  const { rows } = await sql<DealHead>`
    select ${columns(now)} from deal_plan l where ${where} order by l.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    connection,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from deal_plan l where ${where}`.execute(
    connection,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function dealById(connection: Connection, id: number, now: Date): Promise<DealHead | null> {
  const { rows } = await sql<DealHead>`select ${columns(now)} from deal_plan l where l.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface DealVersion {
  number: number
  name: string
  terms: DealTermsWire
  askedBy: string
  approvedBy: string
  at: Date
}
/** The latest first. */
export async function dealVersions(connection: Connection, id: number): Promise<DealVersion[]> {
  const { rows } = await sql<DealVersion>`
    select number, name, terms, asked_by as "askedBy", approved_by as "approvedBy", at
      from deal_plan_version where plan_id = ${id} order by number desc`.execute(connection)
  return rows
}

export interface SessionRow {
  planId: number
  name: string
  state: OfferState
  startsAt: Date
  endsAt: Date
  goods: number
  taken: number
  quota: number
}
/** What stands before buyers, and beside it what is only drafted. */
export async function sessionsBetween(connection: Connection, from: Date, until: Date, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select coalesce(s.plan_id, 0) as "planId", s.name, s.starts_at as "startsAt", s.ends_at as "endsAt",
           case when s.starts_at > ${now} then 'coming' when s.ends_at > ${now} then 'live' else 'ended' end as state,
           count(o.id)::integer as goods, coalesce(sum(o.taken), 0)::integer as taken, coalesce(sum(o.quota), 0)::integer as quota
      from flash_session s left join goods_offer o on o.flash_session_id = s.id
     where s.starts_at < ${until} and s.ends_at > ${from} group by s.id
    union all
    select l.id, l.name, (l.terms ->> 'starts_at')::timestamptz, (l.terms ->> 'ends_at')::timestamptz,
           case when exists (${waits(now)}) then 'waiting' else 'draft' end,
           jsonb_array_length(l.terms -> 'lines'), 0, (select coalesce(sum((n ->> 'quota')::integer), 0)::integer from jsonb_array_elements(l.terms -> 'lines') n)
      from deal_plan l
     where l.kind = 'flash' and l.approved = 0 and l.withdrawn_at is null
       and (l.terms ->> 'starts_at')::timestamptz < ${until} and (l.terms ->> 'ends_at')::timestamptz > ${from}
     order by 3, 1`.execute(connection)
  return rows
}

export interface BatchRow {
  id: number
  goodsId: number
  batchNo: string
  expiryDate: TradeDate
  warehouse: string
  available: number
  isLocked: boolean
}
const BATCH = sql`
  b.id, b.goods_id as "goodsId", b.batch_no as "batchNo", b.expiry_date as "expiryDate", w.name as warehouse, b.available,
  b.locked_at is not null as "isLocked"`

export async function batchesNamed(connection: Connection, ids: readonly number[]): Promise<BatchRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<BatchRow>`
    select ${BATCH} from stock_batch b join warehouse w on w.id = b.warehouse_id where b.id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

/** That can still be sold, the first to expire before the others. */
export async function batchesOf(connection: Connection, goodsId: number, today: TradeDate): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${BATCH} from stock_batch b join warehouse w on w.id = b.warehouse_id
     where b.goods_id = ${goodsId} and b.available > 0 and b.locked_at is null and b.expiry_date >= ${today}::date
     order by b.expiry_date, b.id limit 50`.execute(connection)
  return rows
}

export interface NamedRow {
  id: number
  name: string
}
export async function warehousesNamed(connection: Connection): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`select id, name from warehouse order by id`.execute(connection)
  return rows
}
/** Coupons that can still be handed out. */
export async function couponsNamed(connection: Connection, now: Date): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id, name from coupon_template where valid_until is null or valid_until > ${now} order by id desc limit 200`.execute(connection)
  return rows
}

export interface Clash {
  goodsId: number
  name: string
}
/** The same goods at another price of this kind meanwhile; of a near-expiry price the same batch. */
export async function clashesOf(
  connection: Connection,
  {
    kind,
    goodsIds,
    batchIds,
    from,
    until,
    selfId,
  }: { kind: string; goodsIds: readonly number[]; batchIds: readonly number[]; from: Date; until: Date | null; selfId: number | null },
): Promise<Clash[]> {
  const { rows } = await sql<Clash>`
    select distinct on (o.goods_id) o.goods_id as "goodsId", coalesce(s.name, l.name, '') as name
      from goods_offer o left join flash_session s on s.id = o.flash_session_id left join deal_plan l on l.id = o.plan_id
     where o.kind = ${kind} and o.goods_id = any(${goodsIds}::bigint[]) and o.plan_id is distinct from ${selfId}::bigint
       and (o.stock_batch_id is null or o.stock_batch_id = any(${batchIds}::bigint[]))
       and o.starts_at < coalesce(${until}::timestamptz, 'infinity') and o.ends_at > ${from}
     order by o.goods_id, o.id`.execute(connection)
  return rows
}

export interface DealResult {
  orders: number
  companies: number
  amount: Fen
}
/** Orders that were cancelled count for nothing. */
export async function dealResult(connection: Connection, planId: number): Promise<DealResult> {
  const { rows } = await sql<DealResult>`
    with own as materialized (
      select l.order_id, l.company_id, l.amount - l.reduction as amount from goods_offer f join order_line l on l.offer_id = f.id where f.plan_id = ${planId}
      union all
      select l.order_id, l.company_id, l.amount - l.reduction from bundle f join order_line l on l.bundle_id = f.id where f.plan_id = ${planId}
    )
    select count(distinct w.order_id)::integer as orders, count(distinct w.company_id)::integer as companies, coalesce(sum(w.amount), 0)::bigint as amount
      from own w join orders o on o.id = w.order_id where o.status <> 'cancelled'`.execute(connection)
  return rows[0] ?? { orders: 0, companies: 0, amount: 0 as Fen }
}

export interface TakenRow {
  name: string
  taken: number
  quota: number
}
export async function takenOf(connection: Connection, planId: number): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select g.name || ' ' || g.spec as name, o.taken, coalesce(o.quota, 0) as quota
      from goods_offer o join goods g on g.id = o.goods_id where o.plan_id = ${planId}
    union all
    select name, taken, coalesce(quota, 0) from bundle where plan_id = ${planId}
    union all
    select name, taken, coalesce(stock, 0) from points_goods where plan_id = ${planId}
    union all
    select p.name, case when p.stock is null then (select count(*)::integer from draw_record r where r.prize_id = p.id) else p.taken end, coalesce(p.stock, 0)
      from draw d join draw_prize p on p.draw_id = d.id where d.plan_id = ${planId}`.execute(connection)
  return rows
}

/** Base prices; goods without one are not in it. */
export async function pricesOf(connection: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, Fen>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; price: Fen }>`
    select id, base_price as price from goods where id = any(${ids}::bigint[]) and base_price is not null`.execute(connection)
  return new Map(rows.map(({ id, price }) => [id, price]))
}
