import type { Database } from '../../platform/database.ts'
import type { SmsPurpose } from './provider.ts'

export interface SimulatedSms {
  id: number
  phone: string
  purpose: SmsPurpose
  code: string
  sent_at: Date
}

/** The page shows the last ones; older ones are of no use to anybody. */
const KEPT = 200

export async function addSms(db: Database, message: Omit<SimulatedSms, 'id'>): Promise<void> {
  const { id } = await db.insertInto('sms_simulator').values(message).returning('id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('sms_simulator')
    .where('id', '<=', id - KEPT)
    .execute()
}

export async function lastSms(db: Database, phone: string | null, limit: number): Promise<SimulatedSms[]> {
  const rows = await db
    .selectFrom('sms_simulator')
    .select(['id', 'phone', 'purpose', 'code', 'sent_at'])
    .$if(phone !== null, (query) => query.where('phone', '=', phone))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, purpose: row.purpose as SmsPurpose }))
}
