import { sql } from 'kysely'
import type { DocumentKind } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'

/** Papers older than this are no news. */
const FRESH_DAYS = 90

export interface FreshPapers {
  kind: DocumentKind
  /** Made in the last months and never taken. */
  fresh: number
  /** Title of the newest of them. */
  title: string
}

export async function freshPapers(connection: Connection, companyId: number, now: Date): Promise<FreshPapers[]> {
  const since = new Date(now.getTime() - FRESH_DAYS * 86_400_000)
  const { rows } = await sql<FreshPapers>`
    select d.kind, count(*)::integer as fresh, (array_agg(d.title order by d.id desc))[1] as title
      from document d
     where d.company_id = ${companyId} and d.state = 'valid' and d.made_at >= ${since}
       and not exists (select from document_download l where l.document_id = d.id and l.company_id = d.company_id)
     group by d.kind`.execute(connection)
  return rows
}

/** Unread messages that lead to one of these paths: how many, and the newest of them. */
export async function unreadByPath(
  connection: Connection,
  companyId: number,
  paths: readonly string[],
): Promise<Map<string, { unread: number; title: string }>> {
  const { rows } = await sql<{ path: string; unread: number; title: string }>`
    select p.path, count(*)::integer as unread, (array_agg(m.title order by m.id desc))[1] as title
      from unnest(${paths}::text[]) as p(path)
      join message m on m.company_id = ${companyId} and m.read_at is null and m.deleted_at is null
                    and (m.url = p.path or starts_with(m.url, p.path || '?'))
     group by p.path`.execute(connection)
  return new Map(rows.map(({ path, ...row }) => [path, row]))
}

export async function invoicesSince(connection: Connection, companyId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoice where company_id = ${companyId} and issued_at >= ${since}`.execute(connection)
  return rows[0]?.count ?? 0
}

/** The wholesaler's papers in force that this company has not looked at. */
export async function unseenPapers(connection: Connection, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from trade_paper p
     where p.state = 'in_force' and p.goods_id is null
       and not exists (select from trade_paper_seen s where s.paper_id = p.id and s.company_id = ${companyId})`.execute(connection)
  return rows[0]?.count ?? 0
}
