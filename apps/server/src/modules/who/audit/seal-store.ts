import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

const SEALER_LOCK = 'audit:seal'
const BEFORE_THE_FIRST = Buffer.alloc(32)

/** What a seal vouches for: one text a row, the same on every server that the row is ever restored to. a: audit_log. */
export const sealedText =
  (): RawBuilder<string> => sql`jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.account_id, a.actor,
  a.roles, a.call, a.ip, a.request_id, a.action, a.subject, a.before, a.after, a.reason)::text`

export const hashAfter = (previous: Buffer | null, text: string): Buffer =>
  createHash('sha256')
    .update(previous ?? BEFORE_THE_FIRST)
    .update(text, 'utf8')
    .digest()

export interface Head {
  seq: number
  hash: Buffer | null
}

/** Only one at a time seals, until the end of its transaction; false: another is at it. */
export async function becomeSealer(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${SEALER_LOCK}, 0)) as mine`.execute(connection)
  return rows[0]?.mine === true
}

export async function readHead(connection: Connection): Promise<Head> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`select seq, hash from audit_seal order by seq desc limit 1`.execute(connection)
  return rows[0] ?? { seq: 0, hash: null }
}

/** What is committed and has no seal, in the order of ids: an earlier id whose transaction is still open comes later. */
export async function readUnsealed(connection: Connection, limit: number): Promise<{ id: number; text: string }[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    select a.id, ${sealedText()} as text from audit_unsealed u join audit_log a on a.id = u.audit_id
     order by u.audit_id limit ${limit}`.execute(connection)
  return rows
}

export async function insertSeals(
  connection: Connection,
  ids: readonly number[],
  seqs: readonly number[],
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`
    with sealed as (
      insert into audit_seal (audit_id, seq, hash)
      select * from unnest(${ids}::bigint[], ${seqs}::bigint[], ${hashes}::bytea[])
      returning audit_id)
    delete from audit_unsealed where audit_id in (select audit_id from sealed)`.execute(connection)
}
