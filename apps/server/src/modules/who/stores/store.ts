import { sql } from 'kysely'
import { REVIEW } from '#domain/review.ts'
import type { Connection } from '../../../platform/database.ts'

export interface OwnedStore {
  companyId: number
  name: string
  /** '' until the review has shown that it is this store's: anybody may type any code. */
  creditCode: string
}

/** Stores that an account owns, not those that it was let into. */
export async function ownedStores(db: Connection, accountId: number): Promise<OwnedStore[]> {
  const { rows } = await sql<OwnedStore>`
    select c.id as "companyId", c.name, case when c.review_state in (2, 4) then coalesce(c.credit_code, '') else '' end as "creditCode"
      from account_company ac join company c on c.id = ac.company_id
     where ac.account_id = ${accountId} and ac.is_owner order by c.id`.execute(db)
  return rows
}

/** Companies' rows in the order of their ids, so that two bindings at once never wait for each other in a circle. */
export async function lockCompanies(db: Connection, ids: readonly number[]): Promise<void> {
  await sql`select 1 from company where id = any(${ids}::bigint[]) order by id for no key update`.execute(db)
}

export interface Invitation {
  id: number
  accountId: number
  companyId: number
  target: string
  status: string
  expiresAt: Date
}

const COLUMNS = sql`id, account_id as "accountId", company_id as "companyId", target, status, expires_at as "expiresAt"`

export async function findInvitation(db: Connection, id: number, lock = false): Promise<Invitation | null> {
  const { rows } = await sql<Invitation>`
    select ${COLUMNS} from store_invitation where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** What is over makes room for a new one to the same target. */
export async function closeExpired(db: Connection, accountId: number, now: Date): Promise<void> {
  await sql`
    update store_invitation set status = 'expired', answered_at = expires_at
     where account_id = ${accountId} and status = 'open' and expires_at <= ${now}`.execute(db)
}

export async function countSentSince(db: Connection, accountId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from store_invitation where account_id = ${accountId} and created_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Null: there is an open one to the same target already. */
export async function insertInvitation(
  db: Connection,
  invitation: { accountId: number; companyId: number; target: string; note: string; expiresAt: Date },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into store_invitation (account_id, company_id, target, note, created_at, expires_at)
    values (${invitation.accountId}, ${invitation.companyId}, ${invitation.target}, ${invitation.note}, ${now}, ${invitation.expiresAt})
    on conflict (account_id, target) where status = 'open' do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function closeInvitation(
  db: Connection,
  id: number,
  answer: { status: 'consented' | 'refused' | 'withdrawn'; accountId: number; storeId: number | null },
  now: Date,
): Promise<void> {
  await sql`
    update store_invitation set status = ${answer.status}, answered_at = ${now}, answered_by = ${answer.accountId}, store_id = ${answer.storeId}
     where id = ${id}`.execute(db)
}

export interface Addressee {
  companyId: number
  fromCompany: string
  fromName: string
}

/** The companies whose owners an open invitation is for; none where nobody has that phone or code. */
export async function addresseesOf(db: Connection, id: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select addressee.id as "companyId", f.name as "fromCompany", a.name as "fromName"
      from store_invitation i
      join company f on f.id = i.company_id join account a on a.id = i.account_id
      cross join lateral (
        select ac.company_id as id from account owner join account_company ac on ac.account_id = owner.id and ac.is_owner
         where owner.phone = i.target and owner.id <> i.account_id
        union
        select c.id from company c join account_company ac on ac.company_id = c.id and ac.is_owner and ac.account_id <> i.account_id
         where c.credit_code = i.target and c.review_state in (2, 4)) addressee
     where i.id = ${id} and i.status = 'open'`.execute(db)
  return rows
}

export async function memberOf(db: Connection, accountId: number, companyId: number): Promise<{ isOwner: boolean } | null> {
  const { rows } = await sql<{ isOwner: boolean }>`
    select is_owner as "isOwner" from account_company where account_id = ${accountId} and company_id = ${companyId}`.execute(db)
  return rows[0] ?? null
}

export async function hasPassed(db: Connection, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('review_state', '=', REVIEW.passed)
    .executeTakeFirst()
  return row !== undefined
}

export async function nameOfStore(db: Connection, companyId: number): Promise<string> {
  const row = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst()
  return row?.name ?? ''
}
export async function nameOfAccount(db: Connection, accountId: number): Promise<string> {
  const row = await db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
  return row?.name ?? ''
}

/** Whose company it is: who registered it, or whom its invitation brought here. */
export async function giveCompany(db: Connection, accountId: number, companyId: number): Promise<void> {
  await sql`
    insert into account_company (account_id, company_id, is_owner) values (${accountId}, ${companyId}, true)
    on conflict (account_id, company_id) do update set is_owner = true`.execute(db)
}

export async function hasOwner(db: Connection, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_company')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('is_owner', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets an account run a store that another one owns. */
export async function letIn(db: Connection, accountId: number, companyId: number): Promise<void> {
  await sql`
    insert into account_company (account_id, company_id, is_owner) values (${accountId}, ${companyId}, false) on conflict do nothing`.execute(
    db,
  )
}

/** False: it was not let in, or owns the store. */
export async function putOut(db: Connection, accountId: number, companyId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from account_company where account_id = ${accountId} and company_id = ${companyId} and not is_owner`.execute(db)
  return numAffectedRows > 0n
}

/** Also of what it was made the owner of; whoever owns it by his own registration is asked for by nobody. */
export async function takeOut(db: Connection, accountId: number, companyId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from account_company where account_id = ${accountId} and company_id = ${companyId}`.execute(db)
  return numAffectedRows > 0n
}

/** The group of a company, made with its name where it has none. The caller has the company locked. */
export async function groupOf(db: Connection, companyId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with known as (select store_group_id as id from company where id = ${companyId} and store_group_id is not null),
    made as (
      insert into store_group (name) select name from company where id = ${companyId} and store_group_id is null returning id
    ), joined as (
      update company c set store_group_id = made.id from made where c.id = ${companyId}
    )
    select id from known union all select id from made`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`company ${companyId} is gone`)
  return row.id
}

/** Another group with other stores in it that the company stands in, by name; null where it is free to join. */
export async function otherGroupOf(db: Connection, companyId: number, groupId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select g.name from company c join store_group g on g.id = c.store_group_id
     where c.id = ${companyId} and g.id <> ${groupId}
       and exists (select from company o where o.store_group_id = g.id and o.id <> c.id)`.execute(db)
  return rows[0]?.name ?? null
}

export async function joinGroup(db: Connection, companyId: number, groupId: number): Promise<void> {
  await db.updateTable('company').set({ store_group_id: groupId }).where('id', '=', companyId).execute()
}

/** A store that no account runs together with another one of its group stands in it no longer. */
export async function leaveGroupIfAlone(db: Connection, companyId: number): Promise<void> {
  await sql`
    update company c set store_group_id = null
     where c.id = ${companyId} and c.store_group_id is not null and not exists (
       select from account_company mine
         join account_company theirs on theirs.account_id = mine.account_id and theirs.company_id <> mine.company_id
         join company o on o.id = theirs.company_id and o.store_group_id = c.store_group_id
        where mine.company_id = c.id)`.execute(db)
}
