import { sql } from 'kysely'
import type { Connection, Database } from '../../platform/database.ts'

/** The record of what was sent, short messages and mails. Numbers of phones come masked, codes do not come at all. */

export type SentState = 'sent' | 'refused' | 'unknown' | 'waiting' | 'dropped'

export interface Begun {
  way: 'sms' | 'mail'
  template: string
  purpose?: string
  /** Masked. */
  receiver: string
  /** Of a mail that goes once. */
  key?: string
}

/**
 * Before anybody outside is asked, so that what became of it is never a guess. null: one of this key is there already, and does not wait
 * for another try.
 */
export async function beginMessage(
  db: Connection,
  { way, template, purpose = '', receiver, key }: Begun,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into sent_message (way, template, purpose, receiver, key, state, tries, created_at, due_at)
    values (${way}, ${template}, ${purpose}, ${receiver}, ${key ?? null}, 'sending', 1, ${now}, ${now})
    on conflict (key) where key is not null do update set state = 'sending', tries = sent_message.tries + 1, due_at = ${now}
      where sent_message.state = 'waiting'
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

export interface Outcome {
  state: SentState
  service: string
  serviceId: string
  /** Of every service that was asked in vain. */
  error: string
  /** When it may be tried again. */
  dueAt?: Date
}

/** A receipt may have been faster than the answer. */
export async function settleMessage(db: Connection, id: number, outcome: Outcome, now: Date): Promise<void> {
  const { state, service, serviceId, error, dueAt = now } = outcome
  await sql`
    update sent_message
       set state = case when state = 'sending' then ${state} else state end, service = ${service}, service_id = ${serviceId},
           error = case when state = 'sending' then ${error} else error end, due_at = ${dueAt},
           sent_at = case when ${state} = 'sent' then ${now}::timestamptz else sent_at end
     where id = ${id}`.execute(db)
}

/** The service whose last message to this receiver has not come, or nobody knows; '': there is none. */
export async function doubtfulService(db: Connection, receiver: string, since: Date): Promise<string> {
  const { rows } = await sql<{ service: string; state: string }>`
    select service, state from sent_message
     where receiver = ${receiver} and way = 'sms' and created_at > ${since} order by id desc limit 1`.execute(db)
  const last = rows[0]
  return last !== undefined && ['unknown', 'undelivered'].includes(last.state) ? last.service : ''
}

/** A service's receipt: believed once, of a message that this service took for this phone. Answers whether there is such a message. */
export async function takeReceipt(
  db: Connection,
  {
    service,
    serviceId,
    reference,
    receiver,
    isDelivered,
    error,
  }: {
    service: string
    serviceId: string
    reference: string
    receiver: string
    isDelivered: boolean
    error: string
  },
  now: Date,
): Promise<boolean> {
  const id = /^\d{1,15}$/.test(reference) ? Number(reference) : 0
  const { rows } = await sql<{ id: number }>`
    with found as (
      select id from sent_message
       where way = 'sms' and receiver = ${receiver}
         and ((service = ${service} and service_id = ${serviceId}) or (id = ${id} and service_id = '' and state in ('sending', 'unknown')))
       order by id desc limit 1),
    told as (
      update sent_message m
         set state = ${isDelivered ? 'delivered' : 'undelivered'}, error = case when ${isDelivered} then m.error else ${error} end,
             reported_at = ${now}, service = ${service}, service_id = ${serviceId}
        from found where m.id = found.id and m.state in ('sending', 'sent', 'unknown') returning m.id)
    select id from found`.execute(db)
  return rows.length > 0
}

/** What companies were told lately in words for which there is a template: a row for each owner who has a phone, once. */
export async function queueNotices(db: Connection, templates: readonly string[], since: Date, now: Date): Promise<void> {
  await sql`
    insert into sent_message (way, template, receiver, company_id, account_id, message_id, params, state, created_at, due_at)
    select 'sms', m.notice->>'template', left(a.phone, 3) || '****' || right(a.phone, 4), m.company_id, a.id, m.id, m.notice->'params',
           'waiting', ${now}, ${now}
      from message m
      join account_company o on o.company_id = m.company_id and o.is_owner
      join account a on a.id = o.account_id and a.phone is not null
     where m.notice is not null and m.created_at > ${since} and m.notice->>'template' = any(${[...templates]}::text[])
       and not exists (select from sent_message s where s.message_id = m.id and s.account_id = a.id)
     order by m.id
    on conflict (message_id, account_id) do nothing`.execute(db)
}

export interface DueNotice {
  id: number
  template: string
  params: Record<string, string>
  phone: string
  createdAt: Date
  tries: number
}

/** The next notice that is due is this caller's, who sends it; null: none is. */
export async function takeNotice(db: Database, now: Date): Promise<DueNotice | null> {
  const { rows } = await sql<DueNotice>`
    update sent_message m set state = 'sending', tries = m.tries + 1, due_at = ${now}
      from account a
     where m.id = (select id from sent_message where state = 'waiting' and way = 'sms' and due_at <= ${now}
                    order by due_at, id limit 1 for update skip locked)
       and a.id = m.account_id
    returning m.id, m.template, m.params, coalesce(a.phone, '') as phone, m.created_at as "createdAt", m.tries`.execute(db)
  return rows[0] ?? null
}

/** Who was to send it has gone in the middle of it: whether it went out nobody knows. */
export async function giveUpSending(db: Connection, before: Date): Promise<void> {
  await sql`update sent_message set state = 'unknown', error = '发送中进程结束' where state = 'sending' and due_at < ${before}`.execute(db)
}

/** What waits for a try that does not come any more: its job was given up, or the shop has no such service now. */
export async function dropLate(db: Connection, before: Date): Promise<void> {
  await sql`update sent_message set state = 'dropped' where state = 'waiting' and created_at < ${before}`.execute(db)
}

export async function clearSent(db: Connection, before: Date): Promise<void> {
  await sql`delete from sent_message where created_at < ${before}`.execute(db)
}
