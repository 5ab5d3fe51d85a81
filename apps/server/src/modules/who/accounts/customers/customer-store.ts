import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

export interface CustomerRow {
  id: number
  name: string
  username: string
  isOwner: boolean
  hasWechat: boolean
  failures: number
  /** Of the failures from one place, the most. */
  most: number
  /** The link that was handed out for it and not used yet. */
  recovery: { by: string; at: string; expires_at: string } | null
}

/** Who acts for a company; failures since a moment count. */
export async function customersOf(connection: Connection, companyId: number, since: Date, now: Date): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select a.id, a.name, a.username, ac.is_owner as "isOwner", a.wechat_openid is not null as "hasWechat",
           coalesce((select failures from login_failure f where f.key = 'name:' || lower(a.username) and f.started_at > ${since}), 0)::int as failures,
           coalesce((select max(failures) from login_failure f
                      where starts_with(f.key, 'name:' || lower(a.username) || '|') and f.started_at > ${since}), 0)::int as most,
           (select json_build_object('by', s.name, 'at', r.handed_at, 'expires_at', r.expires_at) from password_reset r
              join account s on s.id = r.handed_by
             where r.account_id = a.id and r.expires_at > ${now} order by r.handed_at desc limit 1) as recovery
      from account_company ac join account a on a.id = ac.account_id
     where ac.company_id = ${companyId} and not a.is_staff order by ac.is_owner desc, a.id limit 100`.execute(connection)
  return rows
}

/** In whose place a company's shop is looked at: its owner, or whoever came first. */
export async function firstAccountOf(
  connection: Connection,
  companyId: number,
): Promise<{ id: number; name: string; username: string } | null> {
  const row = await connection
    .selectFrom('account_company as ac')
    .innerJoin('account as a', 'a.id', 'ac.account_id')
    .select(['a.id', 'a.name', 'a.username'])
    .where('ac.company_id', '=', companyId)
    .where('a.is_staff', '=', false)
    .orderBy('ac.is_owner', 'desc')
    .orderBy('a.id')
    .executeTakeFirst()
  return row ?? null
}

export async function companyNameOf(connection: Connection, companyId: number): Promise<string | null> {
  const row = await connection.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
  return row?.name ?? null
}
