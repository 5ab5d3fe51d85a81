import { sql } from 'kysely'
import type { SealPurpose } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export type SealState = 'applied' | 'in_force' | 'refused' | 'stopped'

export interface SealFacts {
  id: number
  companyId: number | null
  company: string
  purpose: SealPurpose
  name: string
  number: string
  pictureId: number | null
  legalPerson: string
  validFrom: string
  validUntil: string | null
  state: SealState
  reason: string
  createdAt: Date
  createdBy: string
  decidedAt: Date | null
  users: { account_id: number; name: string }[]
  uses: number
}

const SELECT = sql`
  select s.id, s.company_id as "companyId", coalesce(c.name, '') as company, s.purpose, s.name, s.number, s.picture_id as "pictureId",
         s.legal_person as "legalPerson", s.valid_from::text as "validFrom", s.valid_until::text as "validUntil", s.state, s.reason,
         s.created_at as "createdAt", s.created_by as "createdBy", s.decided_at as "decidedAt",
         coalesce((select json_agg(json_build_object('account_id', a.id, 'name', a.name) order by a.id)
                     from seal_user u join account a on a.id = u.account_id where u.seal_id = s.id), '[]') as users,
         (select count(*)::int from seal_use u where u.seal_id = s.id) as uses
    from seal s left join company c on c.id = s.company_id`

const MOST = 50

/** A buyer's seals, the newest first. */
export async function sealsOf(connection: Connection, companyId: number): Promise<SealFacts[]> {
  const { rows } = await sql<SealFacts>`${SELECT} where s.company_id = ${companyId} order by s.id desc limit ${MOST}`.execute(connection)
  return rows
}

/** The wholesaler's seals that are in force on this day. */
export async function shopSeals(connection: Connection, today: string): Promise<SealFacts[]> {
  const { rows } = await sql<SealFacts>`
    ${SELECT} where s.company_id is null and s.state = 'in_force' and s.valid_from <= ${today}::date
       and (s.valid_until is null or s.valid_until >= ${today}::date) order by s.id`.execute(connection)
  return rows
}

/** own: the wholesaler's alone. */
export async function sealPage(
  connection: Connection,
  { state, own, before, limit }: { state: SealState | ''; own: boolean; before: number | null; limit: number },
): Promise<SealFacts[]> {
  const { rows } = await sql<SealFacts>`
    ${SELECT} where ${companySeen('s.company_id')} and (${state} = '' or s.state = ${state}) and (not ${own}::boolean or s.company_id is null) and (${before}::bigint is null or s.id < ${before}) order by s.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}

export async function findSealFacts(connection: Connection, id: number): Promise<SealFacts | null> {
  const { rows } = await sql<SealFacts>`${SELECT} where s.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface Locked {
  id: number
  companyId: number | null
  purpose: SealPurpose
  name: string
  state: SealState
  applicantId: number | null
}

export async function lockSeal(connection: Connection, id: number): Promise<Locked | null> {
  const { rows } = await sql<Locked>`
    select id, company_id as "companyId", purpose, name, state, applicant_id as "applicantId" from seal where id = ${id} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** Applications and decisions of one company go one at a time; companyId null: the wholesaler's own. */
export async function lockOwner(connection: Connection, companyId: number | null): Promise<void> {
  if (companyId === null) await sql`select pg_advisory_xact_lock(hashtext('seal of the shop'))`.execute(connection)
  else await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
}

export interface NewSeal {
  companyId: number | null
  purpose: SealPurpose
  name: string
  number: string
  legalPerson: string
  validFrom: string
  validUntil: string | null
  state: 'applied' | 'in_force'
  by: string
  applicantId: number | null
}

export async function insertSeal(connection: Connection, seal: NewSeal, now: Date): Promise<number> {
  const row = await connection
    .insertInto('seal')
    .values({
      company_id: seal.companyId,
      purpose: seal.purpose,
      name: seal.name,
      number: seal.number,
      legal_person: seal.legalPerson,
      valid_from: seal.validFrom,
      valid_until: seal.validUntil,
      state: seal.state,
      created_at: now,
      created_by: seal.by,
      applicant_id: seal.applicantId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setSealFiles(
  connection: Connection,
  id: number,
  files: { pictureId: number | null; authorityId: number | null },
): Promise<void> {
  await connection.updateTable('seal').set({ picture_id: files.pictureId, authority_id: files.authorityId }).where('id', '=', id).execute()
}

export async function setSealState(
  connection: Connection,
  id: number,
  change: { state: SealState; reason: string; by: string },
  now: Date,
): Promise<void> {
  await connection
    .updateTable('seal')
    .set({ state: change.state, reason: change.reason, decided_at: now, decided_by: change.by })
    .where('id', '=', id)
    .execute()
}

/** The one of this purpose that is in force gives way to a new one; answers its id. */
export async function stopOthers(
  connection: Connection,
  { companyId, purpose, by, reason }: { companyId: number | null; purpose: SealPurpose; by: string; reason: string },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update seal set state = 'stopped', reason = ${reason}, decided_at = ${now}, decided_by = ${by}
     where company_id is not distinct from ${companyId} and purpose = ${purpose} and state = 'in_force' returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function waitingOf(connection: Connection, companyId: number, purpose: SealPurpose): Promise<boolean> {
  const { rows } =
    await sql`select 1 from seal where company_id = ${companyId} and purpose = ${purpose} and state = 'applied' limit 1`.execute(connection)
  return rows.length > 0
}

export interface Person {
  account_id: number
  name: string
}

/** Who may act for a company. */
export async function peopleOf(connection: Connection, companyId: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select a.id as account_id, a.name from account_company ac join account a on a.id = ac.account_id
     where ac.company_id = ${companyId} order by a.id limit 200`.execute(connection)
  return rows
}

export async function setUsers(connection: Connection, sealId: number, accountIds: readonly number[]): Promise<void> {
  await sql`delete from seal_user where seal_id = ${sealId} and account_id <> all(${accountIds}::bigint[])`.execute(connection)
  await sql`insert into seal_user (seal_id, account_id) select ${sealId}, unnest(${accountIds}::bigint[]) on conflict do nothing`.execute(
    connection,
  )
}

/** Whoever registered the company, and whom the seal names. */
export async function hasSayInSeal(connection: Connection, sealId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from seal s
     where s.id = ${sealId}
       and (exists (select from account_company c where c.company_id = s.company_id and c.account_id = ${accountId} and c.is_owner)
            or exists (select from seal_user u where u.seal_id = s.id and u.account_id = ${accountId}))`.execute(connection)
  return rows.length > 0
}

export interface UsableSeal {
  id: number
  purpose: SealPurpose
  mayUse: boolean
  users: string
}

/** The seal that an agreement of this company is signed with, held so that nobody stops it in between: 合同专用章 before 公章. */
export async function sealForSigning(
  connection: Connection,
  companyId: number,
  accountId: number,
  today: string,
): Promise<UsableSeal | null> {
  const { rows } = await sql<UsableSeal>`
    select s.id, s.purpose, exists (select from seal_user u where u.seal_id = s.id and u.account_id = ${accountId}) as "mayUse",
           (select coalesce(string_agg(a.name, '、' order by a.id), '') from seal_user u join account a on a.id = u.account_id where u.seal_id = s.id) as users
      from seal s where s.company_id = ${companyId} and s.state = 'in_force' and s.purpose in ('contract', 'official')
       and s.valid_from <= ${today}::date and (s.valid_until is null or s.valid_until >= ${today}::date)
     order by s.purpose limit 1 for share of s`.execute(connection)
  return rows[0] ?? null
}

/** The last of such seals that has lapsed. mayUse: whoever could use it, and the company's own account. */
export async function lapsedSeal(connection: Connection, companyId: number, accountId: number, today: string): Promise<UsableSeal | null> {
  const { rows } = await sql<UsableSeal>`
    select s.id, s.purpose,
           exists (select from seal_user u where u.seal_id = s.id and u.account_id = ${accountId})
             or exists (select from account_company c where c.company_id = s.company_id and c.account_id = ${accountId} and c.is_owner) as "mayUse",
           (select coalesce(string_agg(a.name, '、' order by a.id), '') from seal_user u join account a on a.id = u.account_id where u.seal_id = s.id) as users
      from seal s where s.company_id = ${companyId} and s.state = 'in_force' and s.purpose in ('contract', 'official')
       and s.valid_until < ${today}::date order by s.valid_until desc, s.purpose limit 1`.execute(connection)
  return rows[0] ?? null
}

export interface NewUse {
  sealId: number
  companyId: number
  accountId: number
  person: string
  ip: string
  what: string
  subject: string
}

export async function insertUse(connection: Connection, use: NewUse, now: Date): Promise<void> {
  await connection
    .insertInto('seal_use')
    .values({
      seal_id: use.sealId,
      company_id: use.companyId,
      account_id: use.accountId,
      person: use.person,
      ip: use.ip,
      what: use.what,
      subject: use.subject,
      at: now,
    })
    .execute()
}

export interface UseRow {
  id: number
  at: Date
  purpose: SealPurpose
  what: string
  person: string
  ip: string
}

export async function usePage(connection: Connection, companyId: number, before: number | null, limit: number): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select u.id, u.at, s.purpose, u.what, u.person, u.ip from seal_use u join seal s on s.id = u.seal_id
     where u.company_id = ${companyId} and (${before}::bigint is null or u.id < ${before}) order by u.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}

/** The bytes of a file that belongs to a seal: those are read while papers are being asked for, and never leave the database. */
export async function pictureBytes(connection: Connection, fileId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`select content from stored_file_content where file_id = ${fileId}`.execute(connection)
  return rows[0]?.content ?? null
}
