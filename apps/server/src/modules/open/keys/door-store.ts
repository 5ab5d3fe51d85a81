import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface KnownSecret {
  secretId: number
  keyId: number
  name: string
  scopes: string[]
  addresses: string[]
  expiresOn: string
  isStopped: boolean
  /** Only signed requests come in; signing: with what. */
  signs: boolean
  signing: string | null
  lastUsedAt: Date | null
  lastUsedFrom: string
  /** Whose it is, and who of it made the key; null: a key of the house. */
  buyer: {
    companyId: number
    accountId: number
    username: string
    name: string
    phone: string
    isOwner: boolean
    blocked: string | null
  } | null
}

const KNOWN = sql`
    select s.id as "secretId", k.id as "keyId", k.name, k.scopes, k.addresses, k.expires_on as "expiresOn", k.signs, s.signing,
           (s.stopped_at is not null or k.stopped_at is not null) as "isStopped", s.last_used_at as "lastUsedAt",
           s.last_used_from as "lastUsedFrom",
           case when k.company_id is not null then (
             select json_build_object(
                      'companyId', k.company_id, 'accountId', a.id, 'username', a.username, 'name', a.name, 'phone', coalesce(a.phone, ''),
                      'isOwner', exists (select from account_company ac where ac.account_id = a.id and ac.company_id = k.company_id and ac.is_owner),
                      'blocked', (select b.reason from open_company_block b where b.company_id = k.company_id))
               from account a where a.id = k.made_by) end as buyer
      from open_secret s join open_key k on k.id = s.open_key_id`

/** Asked with every call and remembered by no process: a key that is stopped opens nothing from that moment on. */
export async function knownSecret(connection: Connection, hash: Buffer): Promise<KnownSecret | null> {
  const { rows } = await sql<KnownSecret>`${KNOWN} where s.hash = ${hash}`.execute(connection)
  return rows[0] ?? null
}

/** Those that begin so, of keys that sign: one, but for a chance in millions of millions. */
export async function signingSecrets(connection: Connection, shown: string): Promise<KnownSecret[]> {
  const { rows } = await sql<KnownSecret>`${KNOWN} where s.shown = ${shown} and s.signing is not null`.execute(connection)
  return rows
}

/** false: it was used before. */
export async function takeNonce(connection: Connection, secretId: number, nonce: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into open_nonce (open_secret_id, nonce, at) values (${secretId}, ${nonce}, ${now}) on conflict do nothing`.execute(connection)
  return numAffectedRows === 1n
}

export async function forgetNonces(connection: Connection, before: Date): Promise<void> {
  await sql`delete from open_nonce where at <= ${before}`.execute(connection)
}

export async function markUsed(connection: Connection, secretId: number, from: string, now: Date): Promise<void> {
  await sql`update open_secret set last_used_at = ${now}, last_used_from = ${from} where id = ${secretId}`.execute(connection)
}

/** Until the transaction ends nobody else works under this key of idempotency; false: somebody does. */
export async function beginOnce(connection: Connection, keyId: number, onceKey: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`open_once ${keyId} ${onceKey}`}, 0)) as taken`.execute(connection)
  return rows[0]?.taken ?? false
}

export async function answeredBefore(
  connection: Connection,
  keyId: number,
  onceKey: string,
  since: Date,
): Promise<{ hash: Buffer; answer: string } | null> {
  const { rows } = await sql<{ hash: Buffer; answer: string }>`
    select request_hash as hash, answer from open_once
     where open_key_id = ${keyId} and once_key = ${onceKey} and at > ${since}`.execute(connection)
  return rows[0] ?? null
}

export async function keepAnswer(
  connection: Connection,
  { keyId, onceKey, hash, answer }: { keyId: number; onceKey: string; hash: Buffer; answer: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into open_once (open_key_id, once_key, request_hash, answer, at) values (${keyId}, ${onceKey}, ${hash}, ${answer}, ${now})
    on conflict (open_key_id, once_key)
    do update set request_hash = excluded.request_hash, answer = excluded.answer, at = excluded.at`.execute(connection)
}

export async function forgetAnswers(connection: Connection, before: Date): Promise<void> {
  await sql`delete from open_once where at <= ${before}`.execute(connection)
}
