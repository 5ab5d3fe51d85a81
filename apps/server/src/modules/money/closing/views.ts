import { sql } from 'kysely'
import type { ClosingSheetWire } from '#contract/closings.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { channelMoves } from '../reconciling/public.ts'

/** Which postings a closing covers: of its own days, and those that came late to days closed before; none behind its cut. */
export interface Span {
  /** The first of its own days. */
  fromDay: string
  day: string
  cut: number
  /** Of the closing before it. */
  formerCut: number
}

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`

/** posting: SQL of a table with at and id. */
const isLate = ({ fromDay, formerCut, cut }: Span) => sql`g.at < ${midnight(fromDay)} and g.id > ${formerCut} and g.id <= ${cut}`
const covered = (
  span: Span,
) => sql`(g.at >= ${midnight(span.fromDay)} and g.at < ${midnight(span.day)} + interval '1 day' and g.id <= ${span.cut}
   or ${isLate(span)})`

export interface ChannelRow {
  channel: string
  inCount: number
  in: Fen
  outCount: number
  out: Fen
  days: string[]
}

export async function channelRows(connection: Connection, span: Span): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select m.channel, (count(*) filter (where m.amount > 0))::integer as "inCount",
           coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as "in",
           (count(*) filter (where m.amount < 0))::integer as "outCount",
           coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::bigint as "out",
           array_agg(distinct (m.at at time zone 'Asia/Shanghai')::date::text) as days
      from ${channelMoves(covered(span))} group by 1 order by 1`.execute(connection)
  return rows
}

export interface BillOfDay {
  channel: string
  day: string
  net: Fen
  open: number
  /** false: of a day that is closed, sent again since, with differences that nobody has dealt with. */
  isOwn: boolean
}

export async function billsOf(connection: Connection, { fromDay, day }: Span): Promise<BillOfDay[]> {
  const { rows } = await sql<BillOfDay>`
    select b.channel, b.day::text as day, b.theirs_in - b.theirs_out as net,
           (select count(*)::integer from channel_difference d where d.bill_id = b.id and d.state = 'open') as open,
           b.day >= ${fromDay}::date as "isOwn"
      from channel_bill b
     where b.day <= ${day}::date and (b.day >= ${fromDay}::date or b.id in (select bill_id from channel_difference where state = 'open'))`.execute(
    connection,
  )
  return rows
}

export interface BankDays {
  count: number
  amount: Fen
  open: number
  openAmount: Fen
  /** Transfers that people confirmed since the shop reads its bank's statements, and that none of them shows: of all days. */
  unproven: number
  unprovenAmount: Fen
}

/** What the bank's statement says to have come in; what is no money of buyers is left aside. */
export async function bankOf(connection: Connection, { fromDay, day }: Span): Promise<BankDays> {
  const { rows } = await sql<BankDays>`
    select (count(*) filter (where day >= ${fromDay}::date and state <> 'aside'))::integer as count,
           coalesce(sum(amount) filter (where day >= ${fromDay}::date and state <> 'aside'), 0)::bigint as amount,
           (count(*) filter (where state = 'open'))::integer as open,
           coalesce(sum(amount) filter (where state = 'open'), 0)::bigint as "openAmount", u.unproven, u."unprovenAmount"
      from (select count(*)::integer as unproven, coalesce(sum(amount), 0)::bigint as "unprovenAmount"
              from payment where channel = 'bank' and gateway_no is null and paid_at < ${midnight(day)} + interval '1 day'
               and paid_at >= (select min(day) from bank_line)::timestamp at time zone 'Asia/Shanghai') u
      left join bank_line on day <= ${day}::date and (day >= ${fromDay}::date or state = 'open')
     group by u.unproven, u."unprovenAmount"`.execute(connection)
  const none = 0 as Fen
  return rows[0] ?? { count: 0, amount: none, open: 0, openAmount: none, unproven: 0, unprovenAmount: none }
}

export interface KindRow {
  kind: string
  count: number
  amount: Fen
}

const IS_MONEY = sql`a.kind not in ('points', 'points_issued')`

/** Postings by what they are, with what they moved. */
export async function kindRows(connection: Connection, span: Span): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select g.kind, count(distinct g.id)::integer as count, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as amount
      from ledger_posting g join ledger_entry e on e.posting_id = g.id join ledger_account a on a.id = e.account_id
     where ${covered(span)} and ${IS_MONEY} group by 1 order by 1`.execute(connection)
  return rows
}

export interface AccountRow {
  /** company:balance, shop:bank. */
  kind: string
  in: Fen
  out: Fen
}

const ACCOUNT = sql`case when a.company_id is null then 'shop:' else 'company:' end || a.kind`

export async function accountRows(connection: Connection, span: Span): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${ACCOUNT} as kind, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "in",
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as "out"
      from ledger_posting g join ledger_entry e on e.posting_id = g.id join ledger_account a on a.id = e.account_id
     where ${covered(span)} and ${IS_MONEY} group by 1 order by 1`.execute(connection)
  return rows
}

/** Before the first closing: everything that was booked before its first day. */
export async function openingRows(connection: Connection, { fromDay, cut }: Span): Promise<{ kind: string; amount: Fen }[]> {
  const { rows } = await sql<{ kind: string; amount: Fen }>`
    select ${ACCOUNT} as kind, sum(e.amount)::bigint as amount
      from ledger_posting g join ledger_entry e on e.posting_id = g.id join ledger_account a on a.id = e.account_id
     where g.at < ${midnight(fromDay)} and g.id <= ${cut} and ${IS_MONEY} group by 1`.execute(connection)
  return rows
}

export async function countsOf(connection: Connection, span: Span) {
  const { rows } = await sql<{ postings: number; late: number; lateAmount: Fen }>`
    select count(*)::integer as postings, (count(*) filter (where ${isLate(span)}))::integer as late,
           coalesce(sum(m.amount) filter (where ${isLate(span)}), 0)::bigint as "lateAmount"
      from ledger_posting g cross join lateral (select coalesce(sum(amount) filter (where amount > 0), 0) as amount
                                                  from ledger_entry e where e.posting_id = g.id) m
     where ${covered(span)}`.execute(connection)
  return rows[0] ?? { postings: 0, late: 0, lateAmount: 0 as Fen }
}

export async function suspenseWaiting(connection: Connection): Promise<{ count: number; amount: Fen }> {
  const { rows } = await sql<{ count: number; amount: Fen }>`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount from suspense where status in ('open', 'returning')`.execute(
    connection,
  )
  return rows[0] ?? { count: 0, amount: 0 as Fen }
}

export interface KeptClosing {
  day: string
  fromDay: string
  cut: number
  sheet: ClosingSheetWire
  note: string
  askedBy: string
  approvedBy: string
  closedAt: Date
}
export interface ClosingRow extends KeptClosing {
  after: number
}

const AFTER_MOST = 1_000
interface LastCut {
  day: string
  cut: number
}
/**
 * Booked for the days of closing c since: what later ones counted of them, and what no closing has counted yet. The former by their numbers
 * (offset 0): behind the cut of a closing that people look at are few.
 */
const afterOf = sql`
  select l.posting_id, l.day from (select * from day_closing_late where posting_id > c.cut offset 0) l where l.booked_on <= c.day
  union all
  select f.id, null from fresh f where f.at < (c.day::timestamp at time zone 'Asia/Shanghai') + interval '1 day'`

/**
 * Of those younger than the last closing the ones that came late to it, or to one before. By their numbers (offset 0): nearly all there are
 * are of days before.
 */
const fresh = ({ day, cut }: LastCut) => sql`
  with fresh as materialized (
    select id, at from (select id, at from ledger_posting where id > ${cut} offset 0) young where at < (${day}::date::timestamp at time zone 'Asia/Shanghai') + interval '1 day')`
const KEPT = sql`c.day::text as day, c.from_day::text as "fromDay", c.cut, c.sheet, c.note, c.asked_by as "askedBy",
         c.approved_by as "approvedBy", c.closed_at as "closedAt"`
const closings = (last: LastCut) => sql`
  ${fresh(last)}
  select ${KEPT},
         (select count(*)::integer from (select from (${afterOf}) a limit ${AFTER_MOST}) late) as after
    from day_closing c`

/** null: there is none. */
async function cutOfLast(connection: Connection): Promise<LastCut | null> {
  const { rows } = await sql<LastCut>`select day::text as day, cut from day_closing order by day desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export async function closingPage(connection: Connection, offset: number, limit: number): Promise<{ rows: ClosingRow[]; total: number }> {
  const last = await cutOfLast(connection)
  if (last === null) return { rows: [], total: 0 }
  const { rows } = await sql<ClosingRow>`
    ${closings(last)} where c.day in (select day from day_closing order by day desc limit ${limit} offset ${offset}) order by c.day desc`.execute(
    connection,
  )
  const count = await sql<{ total: number }>`select count(*)::integer as total from day_closing`.execute(connection)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function findClosing(connection: Connection, day: string): Promise<ClosingRow | null> {
  const last = await cutOfLast(connection)
  if (last === null) return null
  const { rows } = await sql<ClosingRow>`${closings(last)} where c.day = ${day}::date`.execute(connection)
  return rows[0] ?? null
}

/** The last one, and the cut of the one before it; null: there is none. What was booked for its days since is not looked for. */
export async function lastClosing(connection: Connection): Promise<(KeptClosing & { formerCut: number | null }) | null> {
  const { rows } = await sql<KeptClosing & { formerCut: number | null }>`
    select ${KEPT}, (select f.cut from day_closing f where f.day < c.day order by f.day desc limit 1) as "formerCut"
      from day_closing c order by c.day desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export interface AfterRow {
  id: number
  at: Date
  kind: string
  company: string
  memo: string
  amount: Fen
  belongsTo: string
}

/** What was booked for the days of a closing since, and which closing counted it. */
export async function bookedAfter(connection: Connection, day: string, limit: number): Promise<AfterRow[]> {
  const last = await cutOfLast(connection)
  if (last === null) return []
  const { rows } = await sql<AfterRow>`
    ${fresh(last)}
    select g.id, g.at, g.kind, coalesce(o.name, '') as company, g.memo,
           (select coalesce(sum(amount) filter (where amount > 0), 0)::bigint from ledger_entry e where e.posting_id = g.id) as amount,
           coalesce(a.day::text, '') as "belongsTo"
      from day_closing c
      cross join lateral (select * from (${afterOf}) a order by a.posting_id limit ${limit}) a
      join ledger_posting g on g.id = a.posting_id left join company o on o.id = g.company_id
     where c.day = ${day}::date order by g.id`.execute(connection)
  return rows
}

/** The day of the first posting there is; null: nothing was ever booked. */
export async function firstDay(connection: Connection): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (min(at) at time zone 'Asia/Shanghai')::date::text as day from ledger_posting`.execute(connection)
  return rows[0]?.day ?? null
}
