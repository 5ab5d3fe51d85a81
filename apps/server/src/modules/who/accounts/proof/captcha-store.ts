import type { Connection } from '../../../../platform/database.ts'

export async function insertCaptcha(db: Connection, one: { id: string; answerHash: Buffer; expiresAt: Date }): Promise<void> {
  await db.insertInto('captcha').values({ id: one.id, answer_hash: one.answerHash, expires_at: one.expiresAt }).execute()
}

/** The hash of the right answer; whoever takes it, nobody else can. */
export async function takeCaptcha(db: Connection, id: string, now: Date): Promise<Buffer | null> {
  const row = await db.deleteFrom('captcha').where('id', '=', id).returning(['answer_hash', 'expires_at']).executeTakeFirst()
  return row && row.expires_at > now ? row.answer_hash : null
}
