import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import type { SmsPurpose } from '../../../../providers/sms/provider.ts'

export interface CodeRow {
  id: number
  codeHash: string
  usedAt: Date | null
  usedBy: number | null
}

export async function insertCode(
  connection: Connection,
  code: { phone: string; purpose: SmsPurpose; codeHash: string; expiresAt: Date },
  now: Date,
): Promise<number> {
  const { phone, purpose, codeHash, expiresAt } = code
  const row = await connection
    .insertInto('sms_code')
    .values({ phone, purpose, code_hash: codeHash, sent_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The last code of a phone for a purpose, if it still counts and may be tried; this try is counted before it is looked at. */
export async function takeTry(
  connection: Connection,
  { phone, purpose, max }: { phone: string; purpose: SmsPurpose; max: number },
  now: Date,
): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    update sms_code set tries = tries + 1
     where id = (select id from sms_code where phone = ${phone} and purpose = ${purpose} order by id desc limit 1)
       and tries < ${max} and expires_at > ${now}
    returning id, code_hash as "codeHash", used_at as "usedAt", used_by as "usedBy"`.execute(connection)
  return rows[0] ?? null
}

/** Answers false when somebody else was faster. */
export async function markUsed(connection: Connection, id: number, accountId: number | null, now: Date): Promise<boolean> {
  const row = await connection
    .updateTable('sms_code')
    .set({ used_at: now, used_by: accountId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
