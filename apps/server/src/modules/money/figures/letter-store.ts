import { sql } from 'kysely'
import type { ReportName } from '#contract/figures.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

export type Every = 'day' | 'week' | 'month'
export type AskedQuery = Readonly<Record<string, string>>

export interface ScheduleRow {
  id: number
  name: string
  report: ReportName
  query: AskedQuery
  every: Every
  recipients: number[]
  isOn: boolean
  madeBy: string
  sentTo: TradeDate | null
  version: number
}
const SCHEDULE = sql`id, name, report, query, every, recipients, is_on as "isOn", made_by as "madeBy", sent_to::text as "sentTo", version`

export async function schedules(connection: Connection): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`select ${SCHEDULE} from figure_schedule order by id`.execute(connection)
  return rows
}

export async function lockSchedule(connection: Connection, id: number): Promise<ScheduleRow | null> {
  const { rows } = await sql<ScheduleRow>`select ${SCHEDULE} from figure_schedule where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function insertSchedule(
  connection: Connection,
  of: Pick<ScheduleRow, 'name' | 'report' | 'query' | 'every' | 'recipients' | 'madeBy'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into figure_schedule (name, report, query, every, recipients, made_by, made_at)
    values (${of.name}, ${of.report}, ${JSON.stringify(of.query)}::jsonb, ${of.every}, ${of.recipients}::bigint[], ${of.madeBy}, ${now})
    returning id`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('a schedule was not written')
  return row.id
}

export async function updateSchedule(
  connection: Connection,
  id: number,
  { name, every, recipients, isOn }: Pick<ScheduleRow, 'name' | 'every' | 'recipients' | 'isOn'>,
): Promise<void> {
  await sql`
    update figure_schedule set name = ${name}, every = ${every}, recipients = ${recipients}::bigint[], is_on = ${isOn}, version = version + 1
     where id = ${id}`.execute(connection)
}

export async function deleteSchedule(connection: Connection, id: number): Promise<void> {
  await sql`delete from figure_schedule where id = ${id}`.execute(connection)
}

export async function noteSent(connection: Connection, id: number, to: TradeDate): Promise<void> {
  await sql`update figure_schedule set sent_to = ${to} where id = ${id}`.execute(connection)
}

export interface PersonRow {
  id: number
  name: string
  roles: string
  words: string[]
}
/** Who works here and may look at reports, and no part of the house alone. */
export async function readersOfReports(connection: Connection): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select a.id, a.name, string_agg(distinct r.name, '、') as roles, array_agg(distinct w.word) as words
      from staff s join account a on a.id = s.account_id join staff_grant g on g.account_id = a.id join staff_role r on r.id = g.role_id
     cross join lateral unnest(r.permissions) w(word)
     where s.state = 'active' and s.narrow_managers is null and s.narrow_provinces is null and s.narrow_warehouses is null
     group by a.id having 'figures.view' = any (array_agg(w.word)) order by a.name, a.id`.execute(connection)
  return rows
}

export interface LetterRow {
  id: number
  title: string
  text: string
  report: ReportName
  query: AskedQuery
  sentAt: Date
  openedAt: Date | null
}
/** The same days once to each person, however often the job runs. */
export async function insertLetter(
  connection: Connection,
  of: Pick<LetterRow, 'title' | 'text' | 'report' | 'query'> & { scheduleId: number; accountId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into figure_letter (schedule_id, account_id, title, text, report, query, sent_at)
    values (${of.scheduleId}, ${of.accountId}, ${of.title}, ${of.text}, ${of.report}, ${JSON.stringify(of.query)}::jsonb, ${now})
    on conflict do nothing`.execute(connection)
}

export async function ownLetters(
  connection: Connection,
  accountId: number,
  unread: boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: LetterRow[]; total: number }> {
  const own = sql`account_id = ${accountId} and (not ${unread}::boolean or read_at is null)`
  const { rows } = await sql<LetterRow>`
    select id, title, text, report, query, sent_at as "sentAt", read_at as "openedAt" from figure_letter where ${own}
     order by id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from figure_letter where ${own}`.execute(
    connection,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** false: there is none of his, or it is read. */
export async function markRead(connection: Connection, id: number, accountId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update figure_letter set read_at = ${now} where id = ${id} and account_id = ${accountId} and read_at is null`.execute(connection)
  return (numAffectedRows ?? 0n) > 0n
}

export async function dropLettersBefore(connection: Connection, before: Date): Promise<void> {
  await sql`delete from figure_letter where sent_at < ${before}`.execute(connection)
}
