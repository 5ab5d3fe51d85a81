import { CompiledQuery, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { livesAt } from '../../../platform/viewer-store.ts'

export interface SessionRow {
  id: number
  ip: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
}

/** More than anybody looks through; older ones end by themselves. */
const LISTED_MAX = 50
const LIST_SQL = `
  select s.id, s.ip, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
    from session s join account a on a.id = s.account_id
   where s.account_id = $1 and s.seen_from is null and ${livesAt('$2')} order by s.last_seen_at desc, s.id desc limit ${LISTED_MAX}`

export async function listSessions(connection: Connection, accountId: number, now: Date): Promise<SessionRow[]> {
  const { rows } = await connection.executeQuery(CompiledQuery.raw(LIST_SQL, [accountId, now]))
  return rows as SessionRow[]
}

export async function endSession(connection: Connection, accountId: number, sessionId: number): Promise<boolean> {
  const row = await connection
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions of an account but one; null ends all. */
export async function endSessions(connection: Connection, accountId: number, but: number | null): Promise<number> {
  const rows = await connection
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(but !== null, (query) => query.where('id', '<>', but ?? 0))
    .returning('id')
    .execute()
  return rows.length
}

export async function markProven(connection: Connection, sessionId: number, at: Date | null): Promise<void> {
  await connection.updateTable('session').set({ proven_at: at }).where('id', '=', sessionId).execute()
}

export async function isProven(connection: Connection, sessionId: number, since: Date): Promise<boolean> {
  const row = await connection
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('proven_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the proof away as it is used: it is good for one change. */
export async function spendProof(connection: Connection, sessionId: number, since: Date): Promise<boolean> {
  const row = await connection
    .updateTable('session')
    .set({ proven_at: null })
    .where('id', '=', sessionId)
    .where('proven_at', '>', since)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Where the account shops now, it goes on in the first of its own stores. Whoever looks in the place of the former one sees nothing more. */
export async function moveSessions(db: Connection, accountId: number, fromCompanyId: number): Promise<void> {
  await sql`
    update session s set company_id = (select company_id from account_company where account_id = ${accountId} order by is_owner desc, company_id limit 1)
     where s.account_id = ${accountId} and s.company_id = ${fromCompanyId} and s.seen_from is null`.execute(db)
}

/** Looks that a clerk took at the shop in a company's place; his own sessions stay. */
export async function endSeeing(connection: Connection, clerkId: number): Promise<void> {
  await sql`delete from session where seen_from in (select id from session where account_id = ${clerkId})`.execute(connection)
}
