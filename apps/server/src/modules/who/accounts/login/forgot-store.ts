import type { Connection } from '../../../../platform/database.ts'

export async function insertReset(connection: Connection, tokenHash: Buffer, accountId: number, expiresAt: Date): Promise<void> {
  await connection.insertInto('password_reset').values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt }).execute()
}

export async function readReset(connection: Connection, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await connection
    .selectFrom('password_reset')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id ?? null
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
