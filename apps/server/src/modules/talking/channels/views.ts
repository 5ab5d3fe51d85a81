import { sql } from 'kysely'
import type { SentState } from '#contract/constants.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import type { Period } from '../../../platform/period.ts'

export interface StandingRow {
  service: string
  answeredAt: Date | null
  failedAt: Date | null
  error: string
  restsUntil: Date | null
}

export async function standingRows(connection: Connection): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select service, answered_at as "answeredAt", failed_at as "failedAt", error, rests_until as "restsUntil" from outside_standing`.execute(
    connection,
  )
  return rows
}

export interface RefusalRow {
  service: string
  at: Date
  error: string
}

/** The last message that each service did not take, or did not bring. */
export async function lastRefusals(connection: Connection, services: readonly string[]): Promise<RefusalRow[]> {
  const { rows } = await sql<RefusalRow>`
    select asked.service, m.created_at as at, m.error
      from unnest(${[...services]}::text[]) asked(service)
     cross join unnest(array['refused', 'undelivered']) bad(state)
     cross join lateral (select created_at, error from sent_message where state = bad.state and service = asked.service
                          order by created_at desc, id desc limit 1) m
     order by m.created_at`.execute(connection)
  return rows
}

export interface SentRow {
  id: number
  way: 'sms' | 'mail'
  template: string
  receiver: string
  company: string
  companyId: number
  state: SentState
  service: string
  serviceId: string
  error: string
  tries: number
  createdAt: Date
  sentAt: Date | null
  reportedAt: Date | null
}

export interface SentFilter extends Period {
  way: string | null
  template: string | null
  state: string | null
  /** Masked. */
  receiver: string | null
}

export async function sentPage(
  connection: Connection,
  { way, template, state, receiver, from, until }: SentFilter,
  offset: number,
  limit: number,
): Promise<{ rows: SentRow[]; total: number }> {
  const where = sql`${companySeen('m.company_id')} and (${way}::text is null or m.way = ${way}) and (${template}::text is null or m.template = ${template})
    and (${state}::text is null or m.state = ${state}) and (${receiver}::text is null or m.receiver = ${receiver})
    and (${from}::timestamptz is null or m.created_at >= ${from}) and (${until}::timestamptz is null or m.created_at < ${until})`
  const { rows } = await sql<SentRow>`
    select m.id, m.way, m.template, m.receiver, coalesce(c.name, '') as company, coalesce(m.company_id, 0) as "companyId", m.state, m.service,
           m.service_id as "serviceId", m.error, m.tries, m.created_at as "createdAt", m.sent_at as "sentAt", m.reported_at as "reportedAt"
      from sent_message m left join company c on c.id = m.company_id
     where ${where} order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from sent_message m where ${where} limit ${COUNTED}) counted`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
