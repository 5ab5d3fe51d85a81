import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

/** by: the member of staff who handed it out; absent: a code was shown for it. */
export async function insertReset(
  connection: Connection,
  reset: { tokenHash: Buffer; accountId: number; expiresAt: Date; handed?: { by: number; at: Date } },
): Promise<void> {
  const { tokenHash, accountId, expiresAt, handed } = reset
  await connection
    .insertInto('password_reset')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      expires_at: expiresAt,
      handed_by: handed?.by ?? null,
      handed_at: handed?.at ?? null,
    })
    .execute()
}

export interface KeptReset {
  accountId: number
  expiresAt: Date
  isHanded: boolean
}

export async function readReset(connection: Connection, tokenHash: Buffer, now: Date): Promise<KeptReset | null> {
  const { rows } = await sql<KeptReset>`
    select account_id as "accountId", expires_at as "expiresAt", handed_by is not null as "isHanded" from password_reset
     where token_hash = ${tokenHash} and expires_at > ${now}`.execute(connection)
  return rows[0] ?? null
}

export async function takeReset(connection: Connection, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await connection
    .deleteFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Links that were handed out for an account count no more; those of a code stay. Answers whether there was one. */
export async function dropHanded(connection: Connection, accountId: number): Promise<boolean> {
  const rows = await connection
    .deleteFrom('password_reset')
    .where('account_id', '=', accountId)
    .where('handed_by', 'is not', null)
    .returning('account_id')
    .execute()
  return rows.length > 0
}
