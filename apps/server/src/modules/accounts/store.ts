import { sql } from 'kysely'
import type { Connection } from '../../platform/database.ts'

export interface LoginAccount {
  id: number
  passwordHash: string
  /** The store to open with: the one used last while the account still belongs to it, else its own first. */
  companyId: number | null
}

export async function findLoginAccount(db: Connection, username: string): Promise<LoginAccount | null> {
  const { rows } = await sql<LoginAccount>`
    select a.id, a.password_hash as "passwordHash", (
             select ac.company_id from account_company ac
              where ac.account_id = a.id
              order by (select max(s.created_at) from session s where s.account_id = a.id and s.company_id = ac.company_id) desc nulls last,
                       ac.is_owner desc, ac.company_id
              limit 1) as "companyId"
      from account a where a.username = ${username}`.execute(db)
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

/** Daily housekeeping. */
export async function deleteExpired(db: Connection, now: Date, failuresBefore: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('login_failure').where('started_at', '<=', failuresBefore).execute()
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

/** A company keeps few addresses; the cap keeps the list bounded. */
export const ADDRESSES_MAX = 50

export async function listAddresses(db: Connection, companyId: number) {
  return db
    .selectFrom('address')
    .select(['id', 'receiver', 'phone', 'province', 'city', 'district', 'detail', 'is_default', 'is_licence'])
    .where('company_id', '=', companyId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(ADDRESSES_MAX)
    .execute()
}

export interface NewAddress {
  receiver: string
  phone: string
  province: string
  city: string
  district: string
  detail: string
  isDefault: boolean
}

/** Takes the company's row first: two adds at once neither pass the cap nor leave two defaults. */
export async function lockCompany(db: Connection, companyId: number): Promise<void> {
  await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

export async function countAddresses(db: Connection, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertAddress(db: Connection, companyId: number, address: NewAddress, now: Date): Promise<void> {
  const { isDefault, ...fields } = address
  if (isDefault)
    await db.updateTable('address').set({ is_default: false }).where('company_id', '=', companyId).where('is_default', '=', true).execute()
  await db
    .insertInto('address')
    .values({ ...fields, company_id: companyId, is_default: isDefault, created_at: now })
    .execute()
}
