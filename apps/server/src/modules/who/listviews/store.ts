import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface ListViewRow {
  id: number
  list: string
  name: string
  accountId: number
  owner: string
  isShared: boolean
  query: string
  version: number
  isDefault: boolean
}

/** Everybody's own first, then what others share. */
export async function viewsOf(connection: Connection, list: string, accountId: number): Promise<ListViewRow[]> {
  const { rows } = await sql<ListViewRow>`
    select v.id, v.list, v.name, v.account_id as "accountId", a.name as owner, v.is_shared as "isShared", v.query, v.version,
           exists (select from list_view_default d where d.account_id = ${accountId} and d.view_id = v.id) as "isDefault"
      from list_view v join account a on a.id = v.account_id
     where v.list = ${list} and (v.account_id = ${accountId} or v.is_shared)
     order by v.account_id <> ${accountId}, v.name, v.id limit 100`.execute(connection)
  return rows
}

export async function lockView(connection: Connection, id: number): Promise<Omit<ListViewRow, 'owner' | 'isDefault'> | null> {
  const { rows } = await sql<Omit<ListViewRow, 'owner' | 'isDefault'>>`
    select id, list, name, account_id as "accountId", is_shared as "isShared", query, version from list_view where id = ${id}
       for update`.execute(connection)
  return rows[0] ?? null
}

/** Of the person's own; with the lock that counts and adds one at a time. */
export async function countOwn(connection: Connection, list: string, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list_view:${accountId}`}, 0))`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from list_view where account_id = ${accountId} and list = ${list}`.execute(connection)
  return rows[0]?.count ?? 0
}

/** null: the person has one of this name. */
export async function insertView(
  connection: Connection,
  view: Pick<ListViewRow, 'list' | 'name' | 'accountId' | 'query'>,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into list_view (list, name, account_id, query, created_at, updated_at)
    values (${view.list}, ${view.name}, ${view.accountId}, ${view.query}, ${now}, ${now})
    on conflict (account_id, list, name) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function isNameTaken(
  connection: Connection,
  view: Pick<ListViewRow, 'id' | 'list' | 'accountId'>,
  name: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from list_view where account_id = ${view.accountId} and list = ${view.list} and name = ${name} and id <> ${view.id}`.execute(
    connection,
  )
  return rows.length > 0
}

export async function updateView(
  connection: Connection,
  { id, name, query, isShared }: Pick<ListViewRow, 'id' | 'name' | 'query' | 'isShared'>,
  now: Date,
): Promise<void> {
  await sql`update list_view set name = ${name}, query = ${query}, is_shared = ${isShared}, version = version + 1, updated_at = ${now}
             where id = ${id}`.execute(connection)
  // Whoever began with it and can see it no more begins with the list as it is.
  await sql`delete from list_view_default d using list_view v where v.id = d.view_id and v.id = ${id} and not v.is_shared
               and d.account_id <> v.account_id`.execute(connection)
}

export async function deleteView(connection: Connection, id: number): Promise<void> {
  await sql`delete from list_view where id = ${id}`.execute(connection)
}

export async function setDefault(connection: Connection, accountId: number, list: string, viewId: number): Promise<void> {
  await sql`insert into list_view_default (account_id, list, view_id) values (${accountId}, ${list}, ${viewId})
            on conflict (account_id, list) do update set view_id = excluded.view_id`.execute(connection)
}

export async function dropDefault(connection: Connection, accountId: number, list: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from list_view_default where account_id = ${accountId} and list = ${list} returning view_id as id`.execute(connection)
  return rows.length > 0
}
