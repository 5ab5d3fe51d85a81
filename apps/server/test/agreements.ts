import { createHash } from 'node:crypto'
import type { Connection } from '../src/platform/database.ts'

let next = 0

interface Made {
  title?: string
  code?: string
  body?: string
  changes?: string
  number?: number
  demanded?: boolean
  at_registration?: boolean
  blocks_on?: string | null
  in_force_at?: string
}

/** A version that two people have agreed to, of an agreement of its own unless its code is known. Answers the version's id. */
export async function makeAgreement(
  db: Connection,
  {
    title = '采购平台服务协议',
    code = `xieyi-${++next}`,
    body = `第 ${next} 份`,
    in_force_at = '2026-11-01T00:00:00+08:00',
    number = 1,
    ...said
  }: Made = {},
): Promise<number> {
  await db
    .insertInto('agreement')
    .values({ code, title })
    .onConflict((clash) => clash.column('code').doNothing())
    .execute()
  const agreement = await db.selectFrom('agreement').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const at = new Date(in_force_at)
  const row = await db
    .insertInto('agreement_version')
    .values({
      agreement_id: agreement.id,
      number,
      body,
      ...said,
      saved_by: '起草人',
      saved_at: at,
      asked_by: '起草人',
      approved_by: '批准人',
      approved_at: at,
      in_force_at: at,
      sha256: createHash('sha256').update(body, 'utf8').digest(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
