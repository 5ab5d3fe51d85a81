import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Whoever takes a phone for an account, or gives it to another, does so alone until the transaction ends. */
export async function lockPhone(connection: Connection, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`.execute(connection)
}

/** The account's row first: of two deeds on it at once the second sees what the first did. */
export async function lockAccount(connection: Connection, accountId: number): Promise<void> {
  await connection.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export interface AccountRow {
  id: number
  username: string
  phone: string | null
  passwordHash: string
  wechatOpenid: string | null
}

const COLUMNS = ['id', 'username', 'phone', 'password_hash as passwordHash', 'wechat_openid as wechatOpenid'] as const

/** Whose phone, or username, this is. */
export async function findByPhone(connection: Connection, phone: string): Promise<AccountRow | null> {
  const row = await connection
    .selectFrom('account')
    .select(COLUMNS)
    .where(({ or, eb }) => or([eb('phone', '=', phone), eb('username', '=', phone)]))
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findAccount(connection: Connection, id: number): Promise<AccountRow | null> {
  return (await connection.selectFrom('account').select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function insertAccount(
  connection: Connection,
  account: { phone: string; name: string; passwordHash: string },
  now: Date,
): Promise<number> {
  const { phone, name, passwordHash } = account
  const row = await connection
    .insertInto('account')
    .values({ username: phone, phone, name, password_hash: passwordHash, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertStaff(
  connection: Connection,
  { username, name, passwordHash }: { username: string; name: string; passwordHash: string },
  now: Date,
): Promise<number> {
  const row = await connection
    .insertInto('account')
    .values({ username, name, password_hash: passwordHash, is_staff: true, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setPassword(connection: Connection, accountId: number, passwordHash: string): Promise<void> {
  await connection.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await connection.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
}

export async function setName(connection: Connection, accountId: number, name: string): Promise<void> {
  await connection.updateTable('account').set({ name }).where('id', '=', accountId).execute()
}

/** A username that was the old phone becomes the new one; any other stays. What the old phone was shown to open, it opens no longer. */
export async function setPhone(connection: Connection, accountId: number, phone: string): Promise<void> {
  await connection
    .updateTable('account')
    .set({ phone, username: sql`case when username = account.phone then ${phone} else username end` })
    .where('id', '=', accountId)
    .execute()
  await connection.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
}

/** null unbinds. */
export async function setWechat(
  connection: Connection,
  accountId: number,
  wechat: { openid: string; nickname: string } | null,
  now: Date,
): Promise<void> {
  await connection
    .updateTable('account')
    .set({ wechat_openid: wechat?.openid ?? null, wechat_name: wechat?.nickname ?? '', wechat_bound_at: wechat ? now : null })
    .where('id', '=', accountId)
    .execute()
}

export async function readWechat(connection: Connection, accountId: number): Promise<{ name: string; boundAt: Date } | null> {
  const row = await connection
    .selectFrom('account')
    .select(['wechat_name as name', 'wechat_bound_at as boundAt'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.boundAt ? { name: row.name, boundAt: row.boundAt } : null
}

/** Whom to tell what happened to an account: its companies, within reason. */
export async function companiesOf(connection: Connection, accountId: number): Promise<number[]> {
  const rows = await connection.selectFrom('account_company').select('company_id').where('account_id', '=', accountId).limit(100).execute()
  return rows.map((row) => row.company_id)
}
