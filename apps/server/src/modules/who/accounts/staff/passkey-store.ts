import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { FACTOR_DEMANDED } from '../../../../platform/viewer-store.ts'

export interface PasskeyRow {
  id: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  rpId: string
  name: string
  synced: boolean
  createdAt: Date
  usedAt: Date | null
}
export type NewPasskey = Omit<PasskeyRow, 'id' | 'createdAt' | 'usedAt'>
/** show: a passkey that there is. add: one that is made. */
export type AskedFor = 'show' | 'add'

const passkeysOf = (connection: Connection, accountId: number) =>
  connection
    .selectFrom('staff_passkey')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
      'rp_id as rpId',
      'name',
      'synced',
      'created_at as createdAt',
      'used_at as usedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')

export const listPasskeys = (connection: Connection, accountId: number): Promise<PasskeyRow[]> =>
  passkeysOf(connection, accountId).execute()

/** Among his own: what somebody else holds is none. */
export async function findPasskey(connection: Connection, accountId: number, credentialId: string): Promise<PasskeyRow | null> {
  const row = await passkeysOf(connection, accountId).where('credential_id', '=', credentialId).executeTakeFirst()
  return row ?? null
}

/** To be asked when the row of the staff is locked, and not with the statement that locks it: that one sees what was before it waited. */
export async function countPasskeys(connection: Connection, accountId: number): Promise<number> {
  const { count } = await connection
    .selectFrom('staff_passkey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

/** False: somebody has it already. */
export async function insertPasskey(connection: Connection, accountId: number, passkey: NewPasskey, now: Date): Promise<boolean> {
  const { credentialId, publicKey, counter, transports, rpId, name, synced } = passkey
  const row = await connection
    .insertInto('staff_passkey')
    .values({
      account_id: accountId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports,
      rp_id: rpId,
      name,
      synced,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markUsed(
  connection: Connection,
  id: number,
  { counter, synced }: { counter: number; synced: boolean },
  now: Date,
): Promise<void> {
  await connection.updateTable('staff_passkey').set({ counter, synced, used_at: now }).where('id', '=', id).execute()
}

export async function renamePasskey(connection: Connection, id: number, name: string): Promise<void> {
  await connection.updateTable('staff_passkey').set({ name }).where('id', '=', id).execute()
}

export async function deletePasskey(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('staff_passkey').where('id', '=', id).execute()
}

/** A later one for the same takes the place of the former. */
export async function putChallenge(
  connection: Connection,
  asked: { sessionId: number; purpose: AskedFor; challenge: string; expiresAt: Date },
): Promise<void> {
  const fresh = { challenge: asked.challenge, expires_at: asked.expiresAt }
  await connection
    .insertInto('staff_passkey_challenge')
    .values({ session_id: asked.sessionId, purpose: asked.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** Takes it away: it is good for one answer, right or wrong. Null: there is none, or its time is over. */
export async function takeChallenge(connection: Connection, sessionId: number, purpose: AskedFor, now: Date): Promise<string | null> {
  const row = await connection
    .deleteFrom('staff_passkey_challenge')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row !== undefined && now < row.expires_at ? row.challenge : null
}

export async function isFactorDemanded(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ demanded: boolean }>`select ${sql.raw(FACTOR_DEMANDED)} as demanded`.execute(connection)
  return rows[0]?.demanded ?? true
}
