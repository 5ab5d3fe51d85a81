import { type RawBuilder, sql } from 'kysely'
import type { CountKind, CountState } from '#contract/counts.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** Counts and single corrections (盘点单、调整单). */

export interface CountHead {
  id: number
  no: string
  kind: CountKind
  title: string
  warehouseId: number
  warehouse: string
  state: CountState
  startedBy: number
  starter: string
  startedAt: Date
  submittedBy: number | null
  submitter: string
  submittedAt: Date | null
  decider: string
  decidedAt: Date | null
  reason: string
  lines: number
  counted: number
  differing: number
  more: number
  less: number
}

const HEAD = sql`
  c.id, c.no, c.kind, c.title, c.warehouse_id as "warehouseId", w.name as warehouse, c.state, c.started_by as "startedBy", c.starter,
  c.started_at as "startedAt", c.submitted_by as "submittedBy", c.submitter, c.submitted_at as "submittedAt", c.decider,
  c.decided_at as "decidedAt", c.reason, l.lines, l.counted, l.differing, l.more, l.less`
const JOINS = sql`
  join warehouse w on w.id = c.warehouse_id
  cross join lateral (
    select count(*)::integer as lines, count(counted)::integer as counted, count(*) filter (where counted <> book)::integer as differing,
           coalesce(sum(greatest(0, counted - book)), 0)::bigint as more, coalesce(sum(greatest(0, book - counted)), 0)::bigint as less
      from stock_count_line where count_id = c.id) l`

export interface CountFilter {
  state: CountState | null
  kind: CountKind | null
  warehouseId: number | null
}
function conditions({ state, kind, warehouseId }: CountFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('c.warehouse_id')]
  if (state !== null) parts.push(sql`c.state = ${state}`)
  if (kind !== null) parts.push(sql`c.kind = ${kind}`)
  if (warehouseId !== null) parts.push(sql`c.warehouse_id = ${warehouseId}`)
  return sql.join(parts, sql` and `)
}

export async function countPage(connection: Connection, filter: CountFilter, offset: number, limit: number): Promise<CountHead[]> {
  const { rows } = await sql<CountHead>`
    select ${HEAD} from (select * from stock_count c where ${conditions(filter)} order by c.id desc limit ${limit} offset ${offset}) c ${JOINS}
     order by c.id desc`.execute(connection)
  return rows
}

/** Not more than the cap. */
export async function countTotal(connection: Connection, filter: CountFilter, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from stock_count c where ${conditions(filter)} limit ${cap}) found`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function findCount(connection: Connection, id: number): Promise<CountHead | null> {
  const { rows } = await sql<CountHead>`select ${HEAD} from stock_count c ${JOINS} where c.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** alone: nobody enters a number meanwhile. */
export async function lockCount(connection: Connection, id: number, alone: boolean): Promise<boolean> {
  const { rows } = await sql`select from stock_count where id = ${id} ${alone ? sql`for update` : sql`for share`}`.execute(connection)
  return rows.length > 0
}

interface Begun {
  kind: CountKind
  warehouseId: number
  title: string
  reason: string
}
export async function insertCount(
  connection: Connection,
  { kind, warehouseId, title, reason }: Begun,
  by: { accountId: number; name: string },
  day: string,
  now: Date,
): Promise<{ id: number; no: string }> {
  const prefix = kind === 'count' ? 'PD' : 'TZ'
  const { rows } = await sql<{ id: number; no: string }>`
    with numbered as (select nextval(pg_get_serial_sequence('stock_count', 'id')) as id)
    insert into stock_count (id, no, kind, warehouse_id, title, reason, state, started_by, starter, started_at)
    overriding system value
    select id, ${prefix} || ${day}::text || '-' || lpad(id::text, 5, '0'), ${kind}, ${warehouseId}::bigint, ${title}, ${reason}, 'open',
           ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz
      from numbered returning id, no`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('no count was made')
  return made
}

export interface Scope {
  warehouseId: number
  words: string
  kind: string | null
  cold: boolean
  /** Batches that end by this day. */
  endsBy: TradeDate | null
  withEmpty: boolean
}

function scopeOf({ warehouseId, words, kind, cold, endsBy, withEmpty }: Scope): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`b.warehouse_id = ${warehouseId}`]
  if (!withEmpty) parts.push(sql`b.available + b.reserved > 0`)
  if (kind !== null) parts.push(sql`g.kind = ${kind}`)
  if (cold) parts.push(sql`g.cold_chain`)
  if (endsBy !== null) parts.push(sql`b.expiry_date <= ${endsBy}::date`)
  if (words) {
    const [start, inside] = [`${plainLike(words)}%`, `%${plainLike(words)}%`]
    parts.push(sql`(g.code ilike ${start} or g.mnemonic ilike ${start} or g.name ilike ${inside}
      or g.id in (select goods_id from goods_letters where initials like ${start.toLowerCase()})
      or exists (select from shelf_place p where p.warehouse_id = b.warehouse_id and p.goods_id = b.goods_id and p.place ilike ${start}))`)
  }
  return sql.join(parts, sql` and `)
}

const isElsewhere = sql`exists (select from stock_count_line o where o.stock_batch_id = b.id and o.is_open)`

/** How many batches a count would have, and how many of them another one has; not more than cap. */
export async function scopeSize(connection: Connection, scope: Scope, cap: number): Promise<{ batches: number; elsewhere: number }> {
  const { rows } = await sql<{ batches: number; elsewhere: number }>`
    select count(*)::integer as batches, count(*) filter (where other)::integer as elsewhere
      from (select ${isElsewhere} as other from stock_batch b join goods g on g.id = b.goods_id where ${scopeOf(scope)} limit ${cap}) found`.execute(
    connection,
  )
  return rows[0] ?? { batches: 0, elsewhere: 0 }
}

export async function insertScope(connection: Connection, countId: number, scope: Scope): Promise<number> {
  const { rows } = await sql`
    insert into stock_count_line (count_id, stock_batch_id, book)
    select ${countId}::bigint, b.id, b.available + b.reserved from stock_batch b join goods g on g.id = b.goods_id
     where ${scopeOf(scope)} and not ${isElsewhere} order by b.id
    on conflict do nothing returning id`.execute(connection)
  return rows.length
}

export interface CountLine {
  id: number
  batchId: number
  goodsId: number
  code: string
  barcode: string
  name: string
  spec: string
  unit: string
  maker: string
  place: string
  batchNo: string
  expiryDate: TradeDate
  book: number
  available: number
  reserved: number
  counted: number | null
  countedBy: number | null
  counter: string
  note: string
  /** A file of stock has set the batch since it was counted: the difference is in it already, or is another one. */
  isOvertaken: boolean
}

const LINE = sql`
  l.id, l.stock_batch_id as "batchId", b.goods_id as "goodsId", g.code, g.barcode, g.name, g.spec, g.unit, coalesce(m.name, '') as maker,
  coalesce(p.place, '') as place, b.batch_no as "batchNo", b.expiry_date as "expiryDate",
  case when l.counted is null and l.is_open then b.available + b.reserved else l.book end as book, b.available, b.reserved, l.counted,
  l.counted_by as "countedBy", l.counter, l.note,
  l.is_open and l.counted is not null and exists (
    select from stock_movement v where v.stock_batch_id = l.stock_batch_id and v.kind = 'import' and v.at > l.counted_at) as "isOvertaken"`
const LINE_JOINS = sql`
  join stock_batch b on b.id = l.stock_batch_id join goods g on g.id = b.goods_id left join manufacturer m on m.id = g.manufacturer_id
  left join shelf_place p on p.warehouse_id = b.warehouse_id and p.goods_id = b.goods_id`
const SHELVES = sql`order by coalesce(p.place, '') = '', p.place, g.name, g.id, b.expiry_date, b.id`

export type Only = 'open' | 'differing' | null
const ONLY = { open: sql`and l.counted is null`, differing: sql`and l.counted <> l.book` }

export async function countLines(connection: Connection, countId: number, only: Only, offset: number, limit: number): Promise<CountLine[]> {
  const { rows } = await sql<CountLine>`
    select ${LINE} from stock_count_line l ${LINE_JOINS} where l.count_id = ${countId} ${only === null ? sql`` : ONLY[only]}
     ${SHELVES} limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function countLineOf(connection: Connection, countId: number, batchId: number): Promise<CountLine | null> {
  const { rows } = await sql<CountLine>`
    select ${LINE} from stock_count_line l ${LINE_JOINS} where l.count_id = ${countId} and l.stock_batch_id = ${batchId}`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** In which other count a batch stands; ''. */
export async function otherCountOf(connection: Connection, batchId: number, countId: number | null): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select c.no from stock_count_line l join stock_count c on c.id = l.count_id
     where l.stock_batch_id = ${batchId} and l.is_open and l.count_id is distinct from ${countId} limit 1`.execute(connection)
  return rows[0]?.no ?? ''
}

export interface CountedBatch {
  id: number
  goodsId: number
  warehouseId: number
  name: string
  batchNo: string
  available: number
  reserved: number
  isLocked: boolean
}
export async function batchesById(connection: Connection, ids: readonly number[]): Promise<CountedBatch[]> {
  const { rows } = await sql<CountedBatch>`
    select b.id, b.goods_id as "goodsId", b.warehouse_id as "warehouseId", g.name, b.batch_no as "batchNo", b.available, b.reserved,
           b.locked_at is not null as "isLocked"
      from stock_batch b join goods g on g.id = b.goods_id where b.id = any(${ids}::bigint[]) order by b.id`.execute(connection)
  return rows
}

/** Enters a number beside what the books say at this moment; a batch that the sheet lacks gets a line. False: another count has it. */
export async function enterCounted(
  connection: Connection,
  countId: number,
  { batchId, counted, note }: { batchId: number; counted: number | null; note: string },
  by: { accountId: number; name: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into stock_count_line (count_id, stock_batch_id, book, counted, counted_by, counter, counted_at, note)
    select ${countId}::bigint, b.id, b.available + b.reserved, ${counted}::integer, ${by.accountId}::bigint, ${by.name}, ${now}::timestamptz, ${note}
      from stock_batch b where b.id = ${batchId}
    on conflict (count_id, stock_batch_id) do update
       set book = excluded.book, counted = excluded.counted, counted_by = excluded.counted_by, counter = excluded.counter,
           counted_at = excluded.counted_at, note = excluded.note
    returning id`.execute(connection)
  return rows.length > 0
}

/** Everybody who had a hand in it: none of them approves it. */
export async function handsIn(connection: Connection, countId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct who as id from stock_count c left join stock_count_line l on l.count_id = c.id
     cross join lateral (values (c.started_by), (c.submitted_by), (l.counted_by)) as h(who) where c.id = ${countId} and who is not null`.execute(
    connection,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function setState(
  connection: Connection,
  countId: number,
  state: CountState,
  by: { accountId: number; name: string },
  reason: string | null,
  now: Date,
): Promise<void> {
  const isEnd = state === 'approved' || state === 'cancelled'
  const who =
    state === 'submitted'
      ? sql`submitted_by = ${by.accountId}, submitter = ${by.name}, submitted_at = ${now}`
      : sql`decided_by = ${by.accountId}, decider = ${by.name}, decided_at = ${now}`
  await sql`
    update stock_count set state = ${state}, ${who}, reason = coalesce(${reason}::text, reason) where id = ${countId}`.execute(connection)
  if (isEnd) await sql`update stock_count_line set is_open = false where count_id = ${countId}`.execute(connection)
}
