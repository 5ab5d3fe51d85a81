import { type RawBuilder, sql } from 'kysely'
import { AUDIT_ACTIONS } from '#domain/audit-names.ts'
import type { Connection } from '../../../platform/database.ts'

export interface AuditFilter {
  actor: string
  /** How the deed begins, or one of them in full. */
  action: string
  /** null: whatever it was done to. */
  subjects: readonly string[] | null
  from: Date | null
  /** Up to, but not at. */
  to: Date | null
  /** The rows after this one, in the order of the list. */
  before: number | null
  limit: number
}

export interface AuditRow {
  id: number
  at: Date
  actor: string
  roles: string
  action: string
  subject: string
  before: object | null
  after: object | null
  reason: string
  ip: string
  call: string
  requestId: string
  isSealed: boolean
}

/** The deeds on record that begin so, each found by one step through their index: there are few, of however many rows. */
const actionsLike = (beginning: string): RawBuilder<unknown> => sql`
  with recursive known as (
    select min(action collate "C") as action from audit_log where action collate "C" >= ${beginning}
    union all
    select (select min(l.action collate "C") from audit_log l where l.action collate "C" > k.action)
      from known k where k.action is not null and starts_with(k.action, ${beginning}))
  select action from known where starts_with(action, ${beginning})`

/** Newest first. The ids of one page: of each deed by its own index where a beginning is asked for, so that each is read from its end. */
function pageOf(filter: AuditFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (filter.actor !== '') conditions.push(sql`l.actor = ${filter.actor}`)
  if (filter.subjects !== null) conditions.push(sql`l.subject = any (${filter.subjects}::text[])`)
  if (filter.from !== null) conditions.push(sql`l.at >= ${filter.from}::timestamptz`)
  if (filter.to !== null) conditions.push(sql`l.at < ${filter.to}::timestamptz`)
  if (filter.before !== null) conditions.push(sql`(l.at, l.id) < (select b.at, b.id from audit_log b where b.id = ${filter.before})`)
  const newest = (more: RawBuilder<unknown>) => sql`
    select l.at, l.id from audit_log l where ${sql.join([...conditions, more], sql` and `)} order by l.at desc, l.id desc limit ${filter.limit}`
  if (filter.action === '') return newest(sql`true`)
  if (Object.hasOwn(AUDIT_ACTIONS, filter.action)) return newest(sql`l.action collate "C" = ${filter.action}`)
  // A record has few rows, and a person's are looked through in his index alone.
  if (filter.subjects !== null || filter.actor !== '') return newest(sql`starts_with(l.action, ${filter.action})`)
  return sql`
    select l.at, l.id from (${actionsLike(filter.action)}) known cross join lateral (${newest(sql`l.action collate "C" = known.action`)}) l
     order by l.at desc, l.id desc limit ${filter.limit}`
}

export async function listAudits(connection: Connection, filter: AuditFilter): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select l.id, l.at, l.actor, l.roles, l.action, l.subject, l.before, l.after, l.reason, l.ip, l.call, l.request_id as "requestId",
           exists (select from audit_seal s where s.audit_id = l.id) as "isSealed"
      from (${pageOf(filter)}) page join audit_log l on l.id = page.id order by l.at desc, l.id desc`.execute(connection)
  return rows
}
