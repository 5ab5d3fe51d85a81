import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface LoginAccount {
  id: number
  passwordHash: string
  isStaff: boolean
  /** The store to open with: the one used last while the account still belongs to it, else its own first. */
  companyId: number | null
}

const loginAccount = (db: Connection, where: RawBuilder<unknown>) =>
  sql<LoginAccount>`
    select a.id, a.password_hash as "passwordHash", a.is_staff as "isStaff", (
             select ac.company_id from account_company ac
              where ac.account_id = a.id
              order by (select max(s.created_at) from session s where s.account_id = a.id and s.company_id = ac.company_id) desc nulls last,
                       ac.is_owner desc, ac.company_id
              limit 1) as "companyId"
      from account a where ${where} limit 1`.execute(db)

/** By username or phone; the two never lead to different accounts (see accounts that change their phone). */
export async function findLoginAccount(db: Connection, username: string): Promise<LoginAccount | null> {
  const { rows } = await loginAccount(db, sql`a.username = ${username} or a.phone = ${username}`)
  return rows[0] ?? null
}

export async function findAccountOfWechat(db: Connection, openid: string): Promise<LoginAccount | null> {
  const { rows } = await loginAccount(db, sql`a.wechat_openid = ${openid}`)
  return rows[0] ?? null
}

/** How often each key failed since `since`. */
export async function readFailures(db: Connection, keys: readonly string[], since: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('login_failure')
    .select(['key', 'failures'])
    .where('key', 'in', keys)
    .where('started_at', '>', since)
    .execute()
  return new Map(rows.map((row) => [row.key, row.failures]))
}

/** Counts one more; a count older than `since` begins anew. */
export async function addFailure(db: Connection, keys: readonly string[], now: Date, since: Date): Promise<void> {
  // Sorted, so that two refusals at once take their rows in the same order and never wait for each other.
  await db
    .insertInto('login_failure')
    .values([...keys].sort().map((key) => ({ key, failures: 1, started_at: now })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when login_failure.started_at > ${since} then login_failure.failures + 1 else 1 end`,
        started_at: sql`case when login_failure.started_at > ${since} then login_failure.started_at else excluded.started_at end`,
      }),
    )
    .execute()
}

export async function clearFailures(db: Connection, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('login_failure').where('key', 'in', keys).execute()
}

/** What was failed under a name, from wherever. */
export async function clearFailuresOfName(db: Connection, username: string): Promise<void> {
  const name = `name:${username.toLowerCase()}`
  await db
    .deleteFrom('login_failure')
    .where(({ or, eb }) => or([eb('key', '=', name), eb(sql`starts_with(key, ${`${name}|`})`, '=', true)]))
    .execute()
}

/** Daily housekeeping. Sessions that are over by themselves concern nobody, and no process is told of them. */
export async function deleteExpired(db: Connection, now: Date, failuresBefore: Date): Promise<void> {
  await sql`set local shop.clearing = 'on'`.execute(db)
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('login_failure').where('started_at', '<=', failuresBefore).execute()
  for (const table of ['sms_code', 'rate_count', 'captcha', 'password_reset', 'wechat_ticket', 'staff_passkey_challenge'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}

export async function belongsTo(db: Connection, accountId: number, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_company')
    .select('company_id')
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}
