import { sql } from 'kysely'
import type { OpenAbout } from '#contract/open-told.ts'
import type { Connection } from '../../../platform/database.ts'

/** The stream of what changed. Triggers write it; a place in it is given out here, once what is written has committed. */

/** So many at once: a publisher that comes after a busy hour goes on with the next call. */
const AT_ONCE = 5_000

/** Whether this transaction may give out places; one does at a time, and nobody waits for it. */
export async function lockStream(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from open_stream for update skip locked`.execute(connection)
  return rows.length > 0
}

/** A statement after the lock, so that it sees what whoever had the lock before has given out. */
export async function givePlaces(connection: Connection): Promise<void> {
  await sql`
    with given as (
      update open_event e set seq = f.seq
        from (select id, (select published from open_stream) + row_number() over (order by id) as seq
                from (select id from open_event where seq is null order by id limit ${AT_ONCE}) fresh) f
       where e.id = f.id returning e.seq)
    update open_stream set published = g.last from (select max(seq) as last from given) g where g.last is not null`.execute(connection)
}

export interface StreamState {
  published: number
  swept: number
}

export async function streamState(connection: Connection): Promise<StreamState> {
  const { rows } = await sql<StreamState>`select published, swept from open_stream`.execute(connection)
  return rows[0] ?? { published: 0, swept: 0 }
}

/** What is read as a stream; of the rest other systems are only told. */
export type About = 'order' | 'return'

export async function eventsAfter(
  connection: Connection,
  about: About,
  after: number,
  limit: number,
  companyId: number | null,
): Promise<{ seq: number; aboutId: number }[]> {
  const { rows } = await sql<{ seq: number; aboutId: number }>`
    select seq, about_id as "aboutId" from open_event
     where about = ${about} and seq > ${after}
       and (${companyId}::bigint is null or exists (select from orders o where o.id = about_id and o.company_id = ${companyId}))
     order by seq limit ${limit}`.execute(connection)
  return rows
}

/** What has its place and is older goes; whoever stands before it is told so. */
export async function sweepEvents(connection: Connection, before: Date): Promise<void> {
  await sql`
    with gone as (delete from open_event where at < ${before} and seq is not null returning seq)
    update open_stream set swept = greatest(swept, g.last) from (select max(seq) as last from gone) g where g.last is not null`.execute(
    connection,
  )
}

export interface StreamEvent {
  seq: number
  type: string
  about: OpenAbout
  aboutId: number
  at: Date
}

export async function eventsFor(connection: Connection, types: readonly string[], after: number, limit: number): Promise<StreamEvent[]> {
  const { rows } = await sql<StreamEvent>`
    select seq, type, about, about_id as "aboutId", at from open_event where seq > ${after} and type = any(${types}::text[])
     order by seq limit ${limit}`.execute(connection)
  return rows
}
