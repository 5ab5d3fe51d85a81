import { sql } from 'kysely'
import type { SmsNotice } from '#contract/constants.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { Connection } from '../../../platform/database.ts'

export interface News {
  companyId: number
  kind: MessageKind
  title: string
  text: string
  /** A path of this site, or ''. */
  url: string
  /** Names the event, such as 'order:12:shipped': a company is told of it once, however often it is said. */
  key: string
  /** The owners' phones hear of it too, where the shop has a service that has approved such a text; by the names of its parameters. */
  notice?: { template: SmsNotice; params: Readonly<Record<string, string>> }
}

/** Companies that were told something new; what they had been told before stays as it is. */
export async function insertMessages(db: Connection, news: readonly News[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    insert into message (company_id, kind, title, text, url, key, notice, created_at)
    select "companyId", kind, title, text, url, key, notice, ${now}
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
        as n("companyId" bigint, kind text, title text, text text, url text, key text, notice jsonb)
     order by "companyId", key
    on conflict (company_id, key) do nothing
    returning company_id`.execute(db)
  return rows.map((row) => row.company_id)
}

export interface MessageRow {
  id: number
  kind: MessageKind
  title: string
  text: string
  url: string
  createdAt: Date
  isRead: boolean
}

export interface MessageFilter {
  kind: MessageKind | null
  unreadOnly: boolean
}

export async function messagePage(
  db: Connection,
  companyId: number,
  { kind, unreadOnly }: MessageFilter,
  offset: number,
  limit: number,
): Promise<{ rows: MessageRow[]; total: number }> {
  const where = sql`company_id = ${companyId} and deleted_at is null and (${kind}::text is null or kind = ${kind})
                    and (not ${unreadOnly}::boolean or read_at is null)`
  const [page, count] = await Promise.all([
    sql<MessageRow>`
      select id, kind, title, text, url, created_at as "createdAt", read_at is not null as "isRead"
        from message where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from message where ${where}`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** Unread messages of each kind that has any. */
export async function unreadCounts(db: Connection, companyId: number): Promise<Map<MessageKind, number>> {
  const { rows } = await sql<{ kind: MessageKind; unread: number }>`
    select kind, count(*)::integer as unread from message
     where company_id = ${companyId} and read_at is null and deleted_at is null group by kind`.execute(db)
  return new Map(rows.map((row) => [row.kind, row.unread]))
}

/** Those of the ids, or all; of one kind, or of every kind. Answers how many were unread. */
export async function markRead(
  db: Connection,
  companyId: number,
  which: { ids: readonly number[] | null; kind: MessageKind | null },
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update message set read_at = ${now}
     where company_id = ${companyId} and read_at is null and deleted_at is null
       and (${which.ids}::bigint[] is null or id = any(${which.ids}::bigint[]))
       and (${which.kind}::text is null or kind = ${which.kind})`.execute(db)
  return Number(numAffectedRows)
}

/** Their links were followed, for the first time. */
export async function markOpened(db: Connection, companyId: number, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update message set opened_at = ${now}
     where company_id = ${companyId} and opened_at is null and url <> '' and id = any(${ids}::bigint[])`.execute(db)
}

/** A deleted message has been seen; it comes back as read. Answers how many changed. */
export async function setDeleted(db: Connection, companyId: number, ids: readonly number[], deleted: boolean, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update message set deleted_at = ${deleted ? now : null}, read_at = coalesce(read_at, ${now})
     where company_id = ${companyId} and id = any(${ids}::bigint[]) and (deleted_at is null) = ${deleted}`.execute(db)
  return Number(numAffectedRows)
}

/** For good; their keys are forgotten with them, so this is long after anything could be told again. */
export async function clearMessages(db: Connection, deletedBefore: Date, createdBefore: Date): Promise<void> {
  await sql`delete from message where deleted_at < ${deletedBefore}`.execute(db)
  await sql`delete from message where created_at < ${createdBefore}`.execute(db)
}
