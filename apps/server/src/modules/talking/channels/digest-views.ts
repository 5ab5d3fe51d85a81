import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What mails to the staff tell of. Each names so many rows; the rest is a number. */
const SHOWN = 30

export interface OpenDifference {
  day: string
  channel: string
  number: string
  side: 'ours' | 'theirs' | 'amount'
  ours: Fen | null
  theirs: Fen | null
  total: number
}

export async function openDifferences(connection: Connection): Promise<OpenDifference[]> {
  const { rows } = await sql<OpenDifference>`
    select b.day::text as day, b.channel, d.number, d.side, d.ours, d.theirs, (count(*) over ())::integer as total
      from channel_difference d join channel_bill b on b.id = d.bill_id
     where d.state = 'open' order by b.day desc, d.id limit ${SHOWN}`.execute(connection)
  return rows
}

export interface PaperNearEnd {
  company: string
  name: string
  expiresOn: string
  total: number
}

/** Papers of passed companies that end in this time and have no successor. */
export async function papersNearEnd(connection: Connection, from: string, until: string): Promise<PaperNearEnd[]> {
  const { rows } = await sql<PaperNearEnd>`
    select c.name as company, q.name, q.expires_on::text as "expiresOn", (count(*) over ())::integer as total
      from qualification q join company c on c.id = q.company_id and c.review_state = 2
     where q.expires_on between ${from} and ${until} and q.status = 2
       and not exists (select from certificate t where t.company_id = q.company_id and t.kind = q.kind and t.status = 1
                        and (t.is_endless or t.expires_on > q.expires_on))
     order by q.expires_on, c.name, q.id limit ${SHOWN}`.execute(connection)
  return rows
}

export interface FailedJob {
  task: string
  count: number
  since: Date
  error: string
}

/** Jobs that failed more than once: one try in vain is nobody's matter. */
export async function failedJobs(connection: Connection): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select t.identifier as task, count(*)::integer as count, min(j.created_at) as since, max(left(j.last_error, 200)) as error
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.last_error is not null and j.attempts > 1 and j.locked_at is null
     group by t.identifier order by count(*) desc, t.identifier limit ${SHOWN}`.execute(connection)
  return rows
}
