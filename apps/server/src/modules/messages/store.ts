import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'
import type { News } from './tell.ts'

/** Companies that were told something new; what they had been told before stays as it is. */
export async function insertMessages(db: Connection, news: readonly News[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    insert into message (company_id, kind, title, text, url, key, created_at)
    select "companyId", kind, title, text, url, key, ${now}
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n("companyId" bigint, kind text, title text, text text, url text, key text)
     order by "companyId", key
    on conflict (company_id, key) do nothing
    returning company_id`.execute(db)
  return rows.map((row) => row.company_id)
}
