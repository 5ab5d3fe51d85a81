import { sql } from 'kysely'
import type { OpenKeyState } from '#contract/open-keys.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface KeyRow {
  id: number
  name: string
  scopes: string[]
  addresses: string[]
  expiresOn: string
  signs: boolean
  madeAt: Date
  madeBy: string
  stoppedAt: Date | null
  stoppedBy: string
  stoppedReason: string
  state: OpenKeyState
  /** Who may take one secret now: two people agreed to it. */
  secretFor: number | null
  secretForName: string
  /** Whose it is; null: the house's. */
  companyId: number | null
  companyName: string
  /** Why no key of that company is let in; empty: they are. */
  blocked: string
  secrets: { id: number; shown: string; issuedAt: string; issuedBy: string; lastUsedAt: string | null; lastUsedFrom: string }[]
}

const STATE = (today: TradeDate) => sql`case when k.stopped_at is not null then 'stopped' when k.expires_on < ${today}::date then 'expired'
  when not exists (select from open_secret s where s.open_key_id = k.id and s.stopped_at is null) then 'unissued' else 'live' end`

const KEY = (today: TradeDate) => sql`
  k.id, k.name, k.scopes, k.addresses, k.expires_on as "expiresOn", k.signs, k.made_at as "madeAt", m.name as "madeBy", k.stopped_at as "stoppedAt",
  coalesce((select a.name from account a where a.id = k.stopped_by), '') as "stoppedBy", k.stopped_reason as "stoppedReason",
  ${STATE(today)} as state, k.secret_for as "secretFor",
  coalesce((select a.name from account a where a.id = k.secret_for), '') as "secretForName",
  k.company_id as "companyId", coalesce((select c.name from company c where c.id = k.company_id), '') as "companyName",
  coalesce((select b.reason from open_company_block b where b.company_id = k.company_id), '') as blocked,
  coalesce((select json_agg(json_build_object('id', s.id, 'shown', s.shown, 'issuedAt', s.issued_at, 'issuedBy', i.name,
                                              'lastUsedAt', s.last_used_at, 'lastUsedFrom', s.last_used_from) order by s.id desc)
              from open_secret s join account i on i.id = s.issued_by
             where s.open_key_id = k.id and s.stopped_at is null and k.stopped_at is null), '[]') as secrets`

export async function listKeys(
  connection: Connection,
  {
    state,
    of,
    today,
    offset,
    limit,
  }: { state: OpenKeyState | null; of: 'house' | 'buyers' | null; today: TradeDate; offset: number; limit: number },
): Promise<{ rows: KeyRow[]; total: number }> {
  const asked = sql`(${state}::text is null or ${STATE(today)} = ${state})
    and (${of}::text is null or (k.company_id is not null) = (${of} = 'buyers')) and ${companySeen('k.company_id')}`
  const { rows } = await sql<KeyRow>`
    select ${KEY(today)} from open_key k join account m on m.id = k.made_by
     where ${asked}
     order by k.stopped_at is not null, k.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from open_key k where ${asked}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function findKey(connection: Connection, id: number, today: TradeDate): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`select ${KEY(today)} from open_key k join account m on m.id = k.made_by where k.id = ${id}`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** Changes of one key go one at a time. */
export async function lockKey(connection: Connection, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from open_key where id = ${id} for update`.execute(connection)
  return rows.length > 0
}

export async function insertKey(
  connection: Connection,
  key: {
    name: string
    scopes: readonly string[]
    addresses: readonly string[]
    expiresOn: TradeDate
    madeBy: number
    companyId: number | null
    signs: boolean
  },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into open_key (name, scopes, addresses, expires_on, made_at, made_by, signs, company_id, secret_for)
    values (${key.name}, ${key.scopes}::text[], ${key.addresses}::text[], ${key.expiresOn}, ${now}, ${key.madeBy}, ${key.signs},
            ${key.companyId}, case when ${key.companyId}::bigint is null then ${key.madeBy}::bigint end) returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

/** Null: what was agreed to has been taken. */
export async function letTake(connection: Connection, keyId: number, accountId: number | null): Promise<void> {
  await sql`update open_key set secret_for = ${accountId} where id = ${keyId}`.execute(connection)
}

export async function insertSecret(
  connection: Connection,
  secret: { keyId: number; hash: Buffer; shown: string; signing: string | null; by: number },
  now: Date,
): Promise<void> {
  await sql`insert into open_secret (open_key_id, hash, shown, signing, issued_at, issued_by)
            values (${secret.keyId}, ${secret.hash}, ${secret.shown}, ${secret.signing}, ${now}, ${secret.by})`.execute(connection)
}

export async function stopKey(connection: Connection, id: number, by: number, reason: string, now: Date): Promise<void> {
  await sql`update open_key set stopped_at = ${now}, stopped_by = ${by}, stopped_reason = ${reason} where id = ${id}`.execute(connection)
}

/** Of which key it was one of two; null: it does not count any more, or there is none. */
export async function keyOfSecret(connection: Connection, secretId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select open_key_id as id from open_secret where id = ${secretId} and stopped_at is null`.execute(connection)
  return rows[0]?.id ?? null
}

export async function stopSecret(connection: Connection, secretId: number, now: Date): Promise<void> {
  await sql`update open_secret set stopped_at = ${now} where id = ${secretId} and stopped_at is null`.execute(connection)
}

/** From now on paid orders wait until some system takes them over. */
export async function beginOrders(connection: Connection, now: Date): Promise<void> {
  await sql`insert into open_beginning (orders_since) values (${now}) on conflict do nothing`.execute(connection)
}

/** Keys of one company, those that count first. */
export async function keysOfCompany(connection: Connection, companyId: number, today: TradeDate): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${KEY(today)} from open_key k join account m on m.id = k.made_by
     where k.company_id = ${companyId} order by k.stopped_at is not null, k.id desc limit 50`.execute(connection)
  return rows
}

export async function blockOf(connection: Connection, companyId: number): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`select reason from open_company_block where company_id = ${companyId}`.execute(connection)
  return rows[0]?.reason ?? null
}

export async function blockCompany(
  connection: Connection,
  block: { companyId: number; by: number; reason: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into open_company_block (company_id, at, blocked_by, reason) values (${block.companyId}, ${now}, ${block.by}, ${block.reason})
    on conflict (company_id) do update set at = excluded.at, blocked_by = excluded.blocked_by, reason = excluded.reason`.execute(connection)
}

export async function letInCompany(connection: Connection, companyId: number): Promise<void> {
  await sql`delete from open_company_block where company_id = ${companyId}`.execute(connection)
}

/** Keys that these accounts made, whoever took their secrets. */
export async function stopKeysOf(connection: Connection, accountIds: readonly number[], reason: string, now: Date): Promise<void> {
  await sql`update open_key set stopped_at = ${now}, stopped_by = made_by, stopped_reason = ${reason}
             where made_by = any(${accountIds}::bigint[]) and stopped_at is null`.execute(connection)
}
