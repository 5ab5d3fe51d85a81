import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'

export type StaffState = 'active' | 'locked' | 'left'

export interface PersonRow {
  id: number
  username: string
  name: string
  state: StaffState
  roles: { key: string; name: string }[]
  factor: boolean
  sessions: number
  lastSeenAt: Date | null
  createdAt: Date
  view: { warehouses: number[]; provinces: string[]; managers: string[] }
  version: number
}

const PERSON = sql`
  select a.id, a.username, a.name, s.state, s.version, s.created_at as "createdAt",
         (s.factor_at is not null or exists (select from staff_passkey p where p.account_id = a.id)) as factor,
         json_build_object('warehouses', coalesce(s.narrow_warehouses, '{}'), 'provinces', coalesce(s.narrow_provinces, '{}'),
                           'managers', coalesce(s.narrow_managers, '{}')) as view,
         coalesce((select json_agg(json_build_object('key', r.key, 'name', r.name) order by r.id)
                     from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = a.id), '[]') as roles,
         (select count(*)::int from session o where o.account_id = a.id) as sessions,
         (select max(o.last_seen_at) from session o where o.account_id = a.id) as "lastSeenAt"
    from staff s join account a on a.id = s.account_id`

export interface PeopleFilter {
  keywords: string
  state: StaffState | null
  role: string | null
}

export async function listPeople(
  connection: Connection,
  { keywords, state, role }: PeopleFilter,
  page: number,
  perPage: number,
): Promise<{ rows: PersonRow[]; total: number }> {
  const like = `%${plainLike(keywords)}%`
  const where = sql`
    (${keywords} = '' or a.username ilike ${like} or a.name ilike ${like})
    and (${state}::text is null or s.state = ${state})
    and (${role}::text is null or exists (select from staff_grant g join staff_role r on r.id = g.role_id where g.account_id = a.id and r.key = ${role}))`
  const { rows } = await sql<PersonRow>`${PERSON} where ${where}
    order by s.state = 'left', a.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(connection)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from staff s join account a on a.id = s.account_id where ${where}`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findPerson(connection: Connection, id: number): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`${PERSON} where a.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Locked until the transaction ends. */
export async function lockPerson(connection: Connection, id: number): Promise<PersonRow | null> {
  await sql`select from staff where account_id = ${id} for update`.execute(connection)
  return findPerson(connection, id)
}

/** Makes an account one of the staff, with these roles. handed: somebody else knows its password. */
export async function joinStaff(
  connection: Connection,
  accountId: number,
  roles: readonly string[],
  now: Date,
  { handed = false, by = null }: { handed?: boolean; by?: number | null } = {},
): Promise<void> {
  await connection.insertInto('staff').values({ account_id: accountId, handed, created_at: now }).execute()
  await setRoles(connection, accountId, roles, by, now)
}

export async function setRoles(
  connection: Connection,
  accountId: number,
  keys: readonly string[],
  by: number | null,
  now: Date,
): Promise<void> {
  await connection.deleteFrom('staff_grant').where('account_id', '=', accountId).execute()
  await sql`
    insert into staff_grant (account_id, role_id, granted_at, granted_by)
    select ${accountId}, id, ${now}, ${by}::bigint from staff_role where key = any (${keys}::text[])`.execute(connection)
  await touch(connection, accountId)
}

/** What these roles allow together; null: one of them is not there. */
export async function wordsOfRoles(connection: Connection, keys: readonly string[]): Promise<string[] | null> {
  const rows = await connection
    .selectFrom('staff_role')
    .select(['key', 'permissions'])
    .where('key', 'in', ['', ...keys])
    .forShare()
    .execute()
  return rows.length === new Set(keys).size ? rows.flatMap((row) => row.permissions) : null
}

const touch = (connection: Connection, accountId: number) =>
  sql`update staff set version = version + 1 where account_id = ${accountId}`.execute(connection)

export async function setState(connection: Connection, accountId: number, state: StaffState): Promise<void> {
  await connection.updateTable('staff').set({ state }).where('account_id', '=', accountId).execute()
  await touch(connection, accountId)
}

/** An empty list narrows nothing. */
export async function setView(
  connection: Connection,
  accountId: number,
  { warehouses, provinces, managers }: { warehouses: readonly number[]; provinces: readonly string[]; managers: readonly string[] },
): Promise<void> {
  await sql`
    update staff set narrow_warehouses = nullif(${warehouses}::bigint[], '{}'), narrow_provinces = nullif(${provinces}::text[], '{}'),
                     narrow_managers = nullif(${managers}::text[], '{}') where account_id = ${accountId}`.execute(connection)
  await touch(connection, accountId)
}

/** Names of the warehouses, and what companies say of their region and account manager. */
export async function viewChoices(
  connection: Connection,
): Promise<{ warehouses: { id: number; name: string }[]; provinces: string[]; managers: string[] }> {
  const { rows } = await sql<{ warehouses: { id: number; name: string }[]; provinces: string[]; managers: string[] }>`
    with recursive province (value) as (
      (select province from company order by province limit 1)
      union all
      select (select c.province from company c where c.province > province.value order by c.province limit 1)
        from province where province.value is not null),
    manager (value) as (
      (select manager_name from company order by manager_name limit 1)
      union all
      select (select c.manager_name from company c where c.manager_name > manager.value order by c.manager_name limit 1)
        from manager where manager.value is not null)
    select coalesce((select json_agg(json_build_object('id', id, 'name', name) order by sort, id) from warehouse), '[]') as warehouses,
           array(select value from province where value <> '' limit 500) as provinces,
           array(select value from manager where value <> '' limit 500) as managers`.execute(connection)
  return rows[0] ?? { warehouses: [], provinces: [], managers: [] }
}

/** handed: somebody else knows it. */
export async function setHanded(connection: Connection, accountId: number, handed: boolean): Promise<void> {
  await connection.updateTable('staff').set({ handed }).where('account_id', '=', accountId).execute()
}

export interface FactorRow {
  /** The one that counts. */
  secret: string | null
  step: number
  /** Begun, and not confirmed by a code of it. */
  next: string | null
}

export async function lockFactor(connection: Connection, accountId: number): Promise<FactorRow | null> {
  const row = await connection
    .selectFrom('staff')
    .select(['factor_secret as secret', 'factor_step as step', 'factor_next as next'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Counts for nothing until a code of it was confirmed: one that counts already goes on until then. */
export async function beginSecret(connection: Connection, accountId: number, secret: string): Promise<void> {
  await connection.updateTable('staff').set({ factor_next: secret }).where('account_id', '=', accountId).execute()
}

/** step: of the code that confirmed it. */
export async function confirmSecret(connection: Connection, accountId: number, secret: string, step: number, now: Date): Promise<void> {
  await connection
    .updateTable('staff')
    .set({ factor_secret: secret, factor_at: now, factor_step: step, factor_next: null })
    .where('account_id', '=', accountId)
    .execute()
}

/** Whichever kind: passkeys and recovery codes go with the authenticator. */
export async function dropFactor(connection: Connection, accountId: number): Promise<void> {
  await connection
    .updateTable('staff')
    .set({ factor_secret: null, factor_at: null, factor_step: 0, factor_next: null })
    .where('account_id', '=', accountId)
    .execute()
  await connection.deleteFrom('staff_passkey').where('account_id', '=', accountId).execute()
  await dropRecoveryCodes(connection, accountId)
}

export async function dropRecoveryCodes(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('staff_recovery_code').where('account_id', '=', accountId).execute()
}

export async function hasRecoveryCodes(connection: Connection, accountId: number): Promise<boolean> {
  const row = await connection
    .selectFrom('staff_recovery_code')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A code of this time step was taken. */
export async function markStep(connection: Connection, accountId: number, step: number): Promise<void> {
  await connection.updateTable('staff').set({ factor_step: step }).where('account_id', '=', accountId).execute()
}

export async function putRecoveryCodes(connection: Connection, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await dropRecoveryCodes(connection, accountId)
  await connection
    .insertInto('staff_recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

export async function spendRecoveryCode(connection: Connection, accountId: number, hash: Buffer): Promise<boolean> {
  const row = await connection
    .deleteFrom('staff_recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function passFactor(connection: Connection, sessionId: number, now: Date): Promise<void> {
  await connection.updateTable('session').set({ factor_at: now }).where('id', '=', sessionId).execute()
}

/**
 * Who may manage staff is changed by one at a time, until the transaction ends: two who lock each other at the same moment would each
 * see the other still at work.
 */
export async function lockManagers(connection: Connection): Promise<Managers> {
  await sql`select pg_advisory_xact_lock(hashtext('staff managers'))`.execute(connection)
  return countManagers(connection)
}

/** How many are at work and able to manage staff, and to change roles. */
export interface Managers {
  people: number
  roles: number
}

export async function countManagers(connection: Connection): Promise<Managers> {
  const { rows } = await sql<Managers>`
    select count(distinct s.account_id) filter (where 'staff.manage' = any (r.permissions))::int as people,
           count(distinct s.account_id) filter (where 'roles.change' = any (r.permissions))::int as roles
      from staff s join staff_grant g using (account_id) join staff_role r on r.id = g.role_id
     where s.state = 'active'`.execute(connection)
  return rows[0] ?? { people: 0, roles: 0 }
}

/** By username; null: no member of staff has it, or he left. */
export async function findStaffId(connection: Connection, username: string): Promise<number | null> {
  const row = await connection
    .selectFrom('staff as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select('a.id')
    .where('a.username', '=', username)
    .where('s.state', '<>', 'left')
    .executeTakeFirst()
  return row?.id ?? null
}
