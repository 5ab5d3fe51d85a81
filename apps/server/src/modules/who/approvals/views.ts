import { type RawBuilder, sql } from 'kysely'
import type { ApprovalKind, ApprovalState } from '#contract/approvals.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Change } from './types.ts'

export interface RequestRow {
  id: number
  kind: ApprovalKind
  subject: string
  companyId: number | null
  title: string
  params: unknown
  body: unknown
  changes: Change[]
  stands: string
  reason: string
  askedBy: number
  askedName: string
  askedAt: Date
  expiresAt: Date
  state: ApprovalState
  decidedName: string
  decidedAt: Date | null
  note: string
}

/** What nobody decided in time is over by the clock, whether somebody wrote it down or not. */
const stateAt = (now: Date) => sql`case when q.state = 'waiting' and q.expires_at <= ${now} then 'expired' else q.state end`

const columns = (now: Date) => sql`
  q.id, q.kind, q.subject, q.company_id as "companyId", q.title, q.params, q.body, q.changes, q.stands, q.reason,
  q.asked_by as "askedBy", a.name as "askedName", q.asked_at as "askedAt", q.expires_at as "expiresAt", ${stateAt(now)} as state,
  coalesce(d.name, '') as "decidedName", q.decided_at as "decidedAt", q.decision_note as note`
const FROM = sql`approval_request q join account a on a.id = q.asked_by left join account d on d.id = q.decided_by`

/** Who looks: his own requests, those of kinds that he may approve, and whether he sees all. */
export interface Looker {
  accountId: number
  kinds: readonly string[]
  all: boolean
}
export interface RequestFilter {
  scope: 'decide' | 'mine' | 'all'
  state: ApprovalState | null
  kind: string | null
}

const COUNT_MAX = 10_000

function whereOf({ accountId, kinds, all }: Looker, { scope, state, kind }: RequestFilter, seen: RawBuilder<unknown>, now: Date) {
  const visible = all ? sql`true` : sql`(q.asked_by = ${accountId} or q.kind = any (${kinds}::text[]))`
  const mine = scope === 'mine' ? sql`q.asked_by = ${accountId}` : sql`true`
  const decide = scope === 'decide' ? sql`q.asked_by <> ${accountId} and q.kind = any (${kinds}::text[])` : sql`true`
  // The index of those that wait knows nothing of the clock.
  const waits = state === 'waiting' ? sql`q.state = 'waiting' and q.expires_at > ${now}` : sql`true`
  const inState =
    state === null || state === 'waiting'
      ? sql`true`
      : state === 'expired'
        ? sql`(q.state = 'expired' or q.state = 'waiting' and q.expires_at <= ${now})`
        : sql`q.state = ${state}`
  return sql`${visible} and ${mine} and ${decide} and ${waits} and ${inState} and (${kind}::text is null or q.kind = ${kind})
    and (q.company_id is null or ${seen})`
}

export async function listRequests(
  connection: Connection,
  looker: Looker,
  filter: RequestFilter,
  seen: RawBuilder<unknown>,
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: RequestRow[]; total: number }> {
  const where = whereOf(looker, filter, seen, now)
  const { rows } = await sql<RequestRow>`
    select ${columns(now)} from ${FROM} where ${where} order by q.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    connection,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from approval_request q where ${where} limit ${COUNT_MAX}) counted`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findRequest(connection: Connection, id: number, now: Date): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`select ${columns(now)} from ${FROM} where q.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function waitingAbout(connection: Connection, kind: ApprovalKind, subject: string, now: Date): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    select ${columns(now)} from ${FROM} where q.kind = ${kind} and q.subject = ${subject} and q.state = 'waiting'`.execute(connection)
  return rows[0] ?? null
}

/** At work, and by his roles allowed every one of these words. */
const holdsAll = (words: readonly string[]) => sql`
  s.state = 'active' and ${words}::text[] <@ array(
    select unnest(r.permissions) from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = s.account_id)`

/** How many others could approve what this person asks for. A word for an hour counts too. */
export async function countApprovers(connection: Connection, words: readonly string[], but: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staff s
     where s.account_id <> ${but} and s.state = 'active' and ${words}::text[] <@ (array(
             select unnest(r.permissions) from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = s.account_id)
           || array(select e.word from staff_emergency e where e.account_id = s.account_id and e.ended_at is null and e.until_at > ${now}))`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export interface AskerRow {
  name: string
  roles: { key: string; name: string }[]
  mayStill: boolean
}

/** Whoever asked, as he is now: he may have left since, or may no longer do it. */
export async function findAsker(connection: Connection, accountId: number, word: string): Promise<AskerRow | null> {
  const { rows } = await sql<AskerRow>`
    select a.name, ${holdsAll([word])} as "mayStill",
           coalesce((select json_agg(json_build_object('key', r.key, 'name', r.name) order by r.id)
                       from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = a.id), '[]') as roles
      from staff s join account a on a.id = s.account_id where a.id = ${accountId}`.execute(connection)
  return rows[0] ?? null
}

/**
 * Whoever sets another's password or takes his second factor away, or has just made his account, can sign in as him: he would be both people.
 * by: who did it to one of the two, where that is the other of them, or one and the same person for both; null: nobody did. That an account
 * was made counts for whoever asks alone: the word to approve was given by two, and a shop that opens has all its people from one. Where
 * he made the one and reset the other, he holds both.
 */
export async function tookOver(
  connection: Connection,
  asker: number,
  approver: number,
  since: Date,
): Promise<{ by: number; made: boolean } | null> {
  const { rows } = await sql<{ by: number; made: boolean }>`
    with held as (
      select l.account_id as by, l.subject, bool_and(l.action = 'staff.add') as made from audit_log l
       where l.subject in (${`account:${asker}`}, ${`account:${approver}`}) and l.action in ('staff.add', 'staff.password', 'staff.factor')
         and l.at > ${since} and l.subject <> 'account:' || l.account_id
       group by 1, 2)
    select by, bool_and(made) as made from held group by by
    having by = ${approver} or bool_or(not made) and (by = ${asker} or count(*) = 2) limit 1`.execute(connection)
  return rows[0] ?? null
}
