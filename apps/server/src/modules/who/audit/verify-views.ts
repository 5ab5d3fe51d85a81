import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { sealedText } from './seal-store.ts'

export interface SealedRow {
  seq: number
  auditId: number
  hash: Buffer
  sealedAt: Date
  /** null: the row is gone. */
  text: string | null
  at: Date | null
  action: string | null
  subject: string | null
}

/** The next links of the chain with what they vouch for. */
export async function readSealed(connection: Connection, afterSeq: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select s.seq, s.audit_id as "auditId", s.hash, s.sealed_at as "sealedAt", case when a.id is not null then ${sealedText()} end as text,
           a.at, a.action, a.subject
      from (select * from audit_seal where seq > ${afterSeq} order by seq limit ${limit}) s left join audit_log a on a.id = s.audit_id
     order by s.seq`.execute(connection)
  return rows
}

/** The last seal before a moment, which is where a part of the chain is taken up. */
export async function sealBefore(connection: Connection, moment: Date): Promise<{ seq: number; hash: Buffer | null }> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`
    select seq, hash from audit_seal where sealed_at < ${moment}::timestamptz order by seq desc limit 1`.execute(connection)
  return rows[0] ?? { seq: 0, hash: null }
}

export async function sealOf(connection: Connection, hash: Buffer): Promise<{ seq: number; sealedAt: Date } | null> {
  const { rows } = await sql<{ seq: number; sealedAt: Date }>`
    select seq, sealed_at as "sealedAt" from audit_seal where hash = ${hash}::bytea`.execute(connection)
  return rows[0] ?? null
}

export interface Unsealed {
  id: number
  at: Date
  action: string
  subject: string
  isWaiting: boolean
}

/** The first row between these moments that has no seal. */
export async function firstUnsealed(connection: Connection, from: Date | null, until: Date): Promise<Unsealed | null> {
  const { rows } = await sql<Unsealed>`
    select a.id, a.at, a.action, a.subject, exists (select from audit_unsealed u where u.audit_id = a.id) as "isWaiting"
      from audit_log a left join audit_seal s on s.audit_id = a.id
     where s.audit_id is null and a.at < ${until}::timestamptz and (${from}::timestamptz is null or a.at >= ${from}::timestamptz)
     order by a.id limit 1`.execute(connection)
  return rows[0] ?? null
}

/** Written, and gone before it was sealed. */
export async function firstVanished(connection: Connection): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.audit_id as id from audit_unsealed u where not exists (select from audit_log a where a.id = u.audit_id)
     order by u.audit_id limit 1`.execute(connection)
  return rows[0]?.id ?? null
}
