import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { SEEDED_ROLES } from './roles.ts'

export interface RoleRow {
  id: number
  key: string
  name: string
  builtin: boolean
  permissions: string[]
  people: number
  version: number
}

/**
 * The roles that a shop begins with, and the words that a new release adds to them: given once, so that what an administrator took
 * away stays away, and a name that the shop gave to a role of its own stays that one's. Runs at each start.
 */
export async function seedRoles(connection: Connection): Promise<void> {
  const roles = Object.entries(SEEDED_ROLES).map(([key, { name, permissions }]) => ({ key, name, permissions }))
  await sql`
    insert into staff_role as r (key, name, builtin, permissions, offered)
    select s.key,
           s.name || case when exists (select from staff_role o where o.name = s.name and o.key <> s.key) then '（系统）' else '' end, true, s.permissions, s.permissions
      from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as s (key text, name text, permissions text[])
    on conflict (key) do update
      set permissions = r.permissions || array(select w from unnest(excluded.permissions) w where w <> all (r.offered) and w <> all (r.permissions)),
          offered = r.offered || array(select w from unnest(excluded.permissions) w where w <> all (r.offered))
    where not excluded.permissions <@ r.offered`.execute(connection)
}

const ROLE_COLUMNS = sql`r.id, r.key, r.name, r.builtin, r.permissions, r.version,
  (select count(*)::int from staff_grant g join staff s using (account_id) where g.role_id = r.id and s.state <> 'left') as people`

export async function listRoles(connection: Connection): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`select ${ROLE_COLUMNS} from staff_role r order by r.builtin desc, r.id`.execute(connection)
  return rows
}

export async function namesOfRoles(connection: Connection, keys: readonly string[]): Promise<string[]> {
  const rows = await connection
    .selectFrom('staff_role')
    .select('name')
    .where('key', 'in', ['', ...keys])
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Locked until the transaction ends. */
export async function lockRole(connection: Connection, key: string): Promise<RoleRow | null> {
  const { rows } = await sql<RoleRow>`select ${ROLE_COLUMNS} from staff_role r where r.key = ${key} for update`.execute(connection)
  return rows[0] ?? null
}

export async function isNameTaken(connection: Connection, name: string, key: string): Promise<boolean> {
  const row = await connection.selectFrom('staff_role').select('id').where('name', '=', name).where('key', '<>', key).executeTakeFirst()
  return row !== undefined
}

export async function insertRole(connection: Connection, name: string, permissions: readonly string[]): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into staff_role (key, name, permissions) values ('own-' || gen_random_uuid(), ${name}, ${permissions}::text[]) returning key`.execute(
    connection,
  )
  return rows[0]?.key ?? ''
}

export async function updateRole(connection: Connection, id: number, name: string, permissions: readonly string[]): Promise<void> {
  await connection
    .updateTable('staff_role')
    .set({ name, permissions: [...permissions], version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Of a role that only people hold who left; what they were stands in the records. */
export async function deleteRole(connection: Connection, id: number): Promise<void> {
  await sql`delete from staff_grant g using staff s where s.account_id = g.account_id and g.role_id = ${id} and s.state = 'left'`.execute(
    connection,
  )
  await connection.deleteFrom('staff_role').where('id', '=', id).execute()
}

/** Whoever holds the role is signed out, and gets its words when he is back. The doer stays: he must see what he did. */
export async function endSessionsOfRole(connection: Connection, roleId: number, but: number): Promise<void> {
  await sql`
    delete from session s using staff_grant g where g.account_id = s.account_id and g.role_id = ${roleId} and s.id <> ${but}`.execute(
    connection,
  )
}

/** Roles of these that hold one of the words. */
export async function rolesWithOne(connection: Connection, keys: readonly string[], words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from staff_role where key = any (${keys}::text[]) and permissions && ${words}::text[]`.execute(connection)
  return rows.map(({ key }) => key)
}

/** Words of all roles of everybody who holds this one, for whom they would clash. */
export async function wordsOfHolders(connection: Connection, roleId: number): Promise<{ name: string; others: string[] }[]> {
  const { rows } = await sql<{ name: string; others: string[] }>`
    select a.name, coalesce(array_agg(w) filter (where w is not null), '{}') as others
      from staff_grant g
      join staff s on s.account_id = g.account_id and s.state <> 'left'
      join account a on a.id = g.account_id
      left join staff_grant o on o.account_id = g.account_id and o.role_id <> g.role_id
      left join staff_role r on r.id = o.role_id
      left join lateral unnest(r.permissions) w on true
     where g.role_id = ${roleId}
     group by a.id, a.name order by a.id`.execute(connection)
  return rows
}

/** As in a shop that begins: nobody holds a role, and each is what this release says. */
export async function beginRolesAnew(connection: Connection): Promise<void> {
  await connection.deleteFrom('staff_grant').execute()
  await connection.deleteFrom('staff_role').execute()
  await seedRoles(connection)
}
