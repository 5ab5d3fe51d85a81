import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

export interface EmergencyRow {
  id: number
  accountId: number
  name: string
  word: string
  reason: string
  ofQuality: boolean
  beganAt: Date
  untilAt: Date
}

/** Those that last at this moment, of one person or of everybody, the latest first. */
export async function openEmergencies(connection: Connection, accountId: number | null, now: Date): Promise<EmergencyRow[]> {
  const { rows } = await sql<EmergencyRow>`
    select e.id, e.account_id as "accountId", a.name, e.word, e.reason, e.of_quality as "ofQuality", e.began_at as "beganAt", e.until_at as "untilAt"
      from staff_emergency e join account a on a.id = e.account_id
     where e.ended_at is null and e.until_at > ${now} and (${accountId}::bigint is null or e.account_id = ${accountId})
     order by e.id desc`.execute(connection)
  return rows
}

/** One that ran out by the clock makes room for the next. */
export async function closeSpent(connection: Connection, accountId: number, now: Date): Promise<void> {
  await sql`
    update staff_emergency set ended_at = until_at
     where account_id = ${accountId} and ended_at is null and until_at <= ${now}`.execute(connection)
}

interface NewEmergency {
  accountId: number
  word: string
  reason: string
  ofQuality: boolean
  untilAt: Date
}

/** Null: he has one already. */
export async function insertEmergency(connection: Connection, emergency: NewEmergency, now: Date): Promise<number | null> {
  const row = await connection
    .insertInto('staff_emergency')
    .values({
      account_id: emergency.accountId,
      word: emergency.word,
      reason: emergency.reason,
      of_quality: emergency.ofQuality,
      began_at: now,
      until_at: emergency.untilAt,
    })
    .onConflict((on) => on.column('account_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function endEmergency(connection: Connection, id: number, by: number, now: Date): Promise<void> {
  await connection.updateTable('staff_emergency').set({ ended_at: now, ended_by: by }).where('id', '=', id).execute()
}
