import { sql } from 'kysely'
import type { WebhookMessageState } from '#contract/open-webhooks.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

export interface Looking {
  id: number
  types: string[]
  seen: number
}

/** Endpoints that have not looked at all of the stream, each locked; what another process looks at is left to it. */
export async function endpointsBehind(connection: Connection, published: number): Promise<Looking[]> {
  const { rows } = await sql<Looking>`
    select id, types, seen_seq as seen from webhook_endpoint where state <> 'stopped' and seen_seq < ${published} order by id
       for update skip locked`.execute(connection)
  return rows
}

export async function markLooked(connection: Connection, endpointId: number, seen: number): Promise<void> {
  await sql`update webhook_endpoint set seen_seq = ${seen} where id = ${endpointId}`.execute(connection)
}

export interface NewMessage {
  messageId: string
  type: string
  about: string
  body: string
}

export async function insertMessages(
  connection: Connection,
  endpointId: number,
  messages: readonly NewMessage[],
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_message (endpoint_id, message_id, type, about, body, made_at, next_at)
    select ${endpointId}, m."messageId", m.type, m.about, m.body, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m ("messageId" text, type text, about text, body text)
    on conflict (message_id) do nothing`.execute(connection)
}

export interface DueMessage {
  id: number
  endpointId: number
  messageId: string
  body: string
  tries: number
  url: string
  secrets: string[]
}

const IS_DUE = (now: Date) => sql`
  m.state = 'waiting' and m.next_at <= ${now} and e.state = 'live'
  and exists (select from webhook_secret s where s.endpoint_id = e.id and s.stopped_at is null)
  and (not e.in_order or m.id = (select min(p.id) from webhook_message p where p.endpoint_id = m.endpoint_id and p.state = 'waiting'))`

/** To whom something is due. */
export async function endpointsDue(connection: Connection, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from webhook_endpoint e
     where e.state = 'live' and exists (select from webhook_message m where m.endpoint_id = e.id and ${IS_DUE(now)}) order by e.id`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes what is due to one endpoint, for as long as it may take to send it; where its process ends meanwhile, it is due again then. Where an endpoint wants
 * order, only the first that has not got through is due.
 */
export async function takeDue(connection: Connection, endpointId: number, limit: number, now: Date, until: Date): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select m.id from webhook_message m join webhook_endpoint e on e.id = m.endpoint_id
       where e.id = ${endpointId} and ${IS_DUE(now)}
       order by m.next_at, m.id limit ${limit} for update of m skip locked)
    update webhook_message m set tries = m.tries + 1, next_at = ${until} from due, webhook_endpoint e
     where m.id = due.id and e.id = m.endpoint_id
    returning m.id, m.endpoint_id as "endpointId", m.message_id as "messageId", m.body, m.tries, e.url,
              (select array_agg(s.secret order by s.id desc) from webhook_secret s where s.endpoint_id = e.id and s.stopped_at is null) as secrets`.execute(
    connection,
  )
  return rows
}

export async function noteTry(
  connection: Connection,
  messageId: number,
  { status, fault, answer, tookMs }: { status: number | null; fault: string; answer: string; tookMs: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_try (message_id, at, status, fault, answer, took_ms)
    values (${messageId}, ${now}, ${status}, ${fault}, ${answer}, ${tookMs})`.execute(connection)
}

export async function setSent(connection: Connection, messageId: number, endpointId: number, now: Date): Promise<void> {
  await sql`update webhook_message set state = 'sent', done_at = ${now} where id = ${messageId}`.execute(connection)
  await sql`update webhook_endpoint set failing_since = null where id = ${endpointId} and failing_since is not null`.execute(connection)
}

/** next null: it is given up. Answers since when nothing got through. */
export async function setUnsent(
  connection: Connection,
  messageId: number,
  endpointId: number,
  next: Date | null,
  now: Date,
): Promise<Date> {
  await sql`
    update webhook_message set state = case when ${next}::timestamptz is null then 'failed' else 'waiting' end,
           next_at = coalesce(${next}, next_at), done_at = case when ${next}::timestamptz is null then ${now}::timestamptz end
     where id = ${messageId}`.execute(connection)
  const { rows } = await sql<{ since: Date }>`
    update webhook_endpoint set failing_since = coalesce(failing_since, ${now}) where id = ${endpointId}
    returning failing_since as since`.execute(connection)
  return rows[0]?.since ?? now
}

/** What waits is sent at once, from its first pause on. */
export async function hurryMessages(connection: Connection, endpointId: number, now: Date): Promise<void> {
  await sql`update webhook_message set next_at = ${now}, tries = 0 where endpoint_id = ${endpointId} and state = 'waiting'`.execute(
    connection,
  )
}

export interface Again {
  message: number | null
  from: Date | null
  until: Date | null
  failedOnly: boolean
}

/** Under the ids that they had. Answers how many. */
export async function sendAgain(
  connection: Connection,
  endpointId: number,
  { message, from, until, failedOnly }: Again,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_message set state = 'waiting', tries = 0, next_at = ${now}, done_at = null
     where endpoint_id = ${endpointId} and state <> 'waiting' and (${message}::bigint is null or id = ${message})
       and (${from}::timestamptz is null or made_at >= ${from}) and (${until}::timestamptz is null or made_at < ${until})
       and (not ${failedOnly} or state = 'failed')`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

export interface MessageRow {
  id: number
  messageId: string
  type: string
  about: string
  state: WebhookMessageState
  madeAt: Date
  nextAt: Date
  body: string
  tries: { at: string; status: number | null; fault: string; answer: string; tookMs: number }[]
}

export async function listMessages(
  connection: Connection,
  endpointId: number,
  { state, keywords, offset, limit }: { state: WebhookMessageState | null; keywords: string; offset: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const start = `${plainLike(keywords)}%`
  const found = sql`
    from webhook_message m where m.endpoint_id = ${endpointId} and (${state}::text is null or m.state = ${state})
     and (${keywords} = '' or m.about like ${start} or m.message_id like ${start})`
  const { rows } = await sql<MessageRow>`
    select m.id, m.message_id as "messageId", m.type, m.about, m.state, m.made_at as "madeAt", m.next_at as "nextAt", m.body,
           coalesce((select json_agg(json_build_object('at', t.at, 'status', t.status, 'fault', t.fault, 'answer', t.answer, 'tookMs', t.took_ms)
                                     order by t.id desc) from webhook_try t where t.message_id = m.id), '[]') as tries
    ${found} order by m.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** What got through long ago; what was given up stays as long. */
export async function sweepMessages(connection: Connection, before: Date): Promise<void> {
  await sql`delete from webhook_message where state <> 'waiting' and done_at < ${before}`.execute(connection)
}
