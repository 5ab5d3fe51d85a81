import { sql } from 'kysely'
import type { WebhookState } from '#contract/open-webhooks.ts'
import type { Connection } from '../../../platform/database.ts'

export interface EndpointRow {
  id: number
  name: string
  url: string
  types: string[]
  inOrder: boolean
  state: WebhookState
  reason: string
  madeAt: Date
  madeBy: string
  failingSince: Date | null
  waiting: number
  failed: number
  secrets: { id: number; issuedAt: string; issuedBy: string }[]
}

const STATE = sql`case when e.state <> 'live' then e.state
  when not exists (select from webhook_secret s where s.endpoint_id = e.id and s.stopped_at is null) then 'unissued'
  when e.failing_since is not null then 'failing' else 'live' end`

const ENDPOINT = sql`
  e.id, e.name, e.url, e.types, e.in_order as "inOrder", ${STATE} as state, e.state_reason as reason, e.made_at as "madeAt", a.name as "madeBy",
  e.failing_since as "failingSince",
  (select count(*)::integer from webhook_message m where m.endpoint_id = e.id and m.state = 'waiting') as waiting,
  (select count(*)::integer from webhook_message m where m.endpoint_id = e.id and m.state = 'failed') as failed,
  coalesce((select json_agg(json_build_object('id', s.id, 'issuedAt', s.issued_at, 'issuedBy', i.name) order by s.id desc)
              from webhook_secret s join account i on i.id = s.issued_by where s.endpoint_id = e.id and s.stopped_at is null), '[]') as secrets`

export async function listEndpoints(
  connection: Connection,
  { state, offset, limit }: { state: WebhookState | null; offset: number; limit: number },
): Promise<{ rows: EndpointRow[]; total: number }> {
  const { rows } = await sql<EndpointRow>`
    select ${ENDPOINT} from webhook_endpoint e join account a on a.id = e.made_by where ${state}::text is null or ${STATE} = ${state}
     order by e.state = 'stopped', e.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from webhook_endpoint e where ${state}::text is null or ${STATE} = ${state}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The endpoint as it is, locked; null: there is none. */
export async function lockEndpoint(connection: Connection, id: number): Promise<EndpointRow | null> {
  await sql`select 1 as one from webhook_endpoint where id = ${id} for update`.execute(connection)
  return findEndpoint(connection, id)
}

export async function findEndpoint(connection: Connection, id: number): Promise<EndpointRow | null> {
  const { rows } = await sql<EndpointRow>`
    select ${ENDPOINT} from webhook_endpoint e join account a on a.id = e.made_by where e.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function insertEndpoint(
  connection: Connection,
  endpoint: { name: string; url: string; types: readonly string[]; inOrder: boolean; madeBy: number; seen: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoint (name, url, types, in_order, made_at, made_by, seen_seq)
    values (${endpoint.name}, ${endpoint.url}, ${endpoint.types}::text[], ${endpoint.inOrder}, ${now}, ${endpoint.madeBy}, ${endpoint.seen})
    returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

export async function setEndpointState(
  connection: Connection,
  id: number,
  state: 'live' | 'paused' | 'stopped',
  reason: string,
): Promise<void> {
  await sql`update webhook_endpoint set state = ${state}, state_reason = ${reason},
                   failing_since = case when ${state} = 'live' then null else failing_since end where id = ${id}`.execute(connection)
}

export async function insertSigningSecret(
  connection: Connection,
  endpointId: number,
  secret: string,
  by: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_secret (endpoint_id, secret, issued_at, issued_by) values (${endpointId}, ${secret}, ${now}, ${by})`.execute(
    connection,
  )
}

/** Of which endpoint it is; null: it does not count any more, or there is none. */
export async function endpointOfSecret(connection: Connection, secretId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select endpoint_id as id from webhook_secret where id = ${secretId} and stopped_at is null`.execute(connection)
  return rows[0]?.id ?? null
}

export async function stopSigningSecret(connection: Connection, secretId: number, now: Date): Promise<void> {
  await sql`update webhook_secret set stopped_at = ${now} where id = ${secretId}`.execute(connection)
}

/** Endpoints that these accounts made: nothing is told to them any more. */
export async function stopEndpointsOf(connection: Connection, accountIds: readonly number[], reason: string): Promise<void> {
  await sql`update webhook_endpoint set state = 'stopped', state_reason = ${reason}
             where made_by = any(${accountIds}::bigint[]) and state <> 'stopped'`.execute(connection)
}
