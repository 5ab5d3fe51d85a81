import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

/** A letter on its way that only this phone opens: nobody else takes the phone for a login meanwhile. but: an invitation of one's own. */
export async function isPhoneInvited(connection: Connection, phone: string, now: Date, but: number | null = null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from company_invitation
     where phone = ${phone} and state in ('sent', 'opened') and expires_at > ${now} and id is distinct from ${but} limit 1`.execute(
    connection,
  )
  return rows.length > 0
}
