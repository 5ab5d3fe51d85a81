import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

/** A state of the table; 'sent' and 'opened' may be over by the clock. */
export type KeptState = 'sent' | 'opened' | 'used' | 'revoked' | 'expired'

export interface Invitation {
  id: number
  /** null: a company that its letter registers. */
  companyId: number | null
  name: string
  contact: string
  phone: string | null
  state: KeptState
  tries: number
  version: number
  expiresAt: Date
  endedAt: Date | null
  endedBy: number | null
  madeCompany: number | null
}

const COLUMNS = sql`id, company_id as "companyId", name, contact, phone, state, tries, version, expires_at as "expiresAt",
  ended_at as "endedAt", ended_by as "endedBy", made_company as "madeCompany"`

export async function findBySecret(connection: Connection, secretHash: Buffer, lock = false): Promise<Invitation | null> {
  const { rows } = await sql<Invitation>`
    select ${COLUMNS} from company_invitation where secret_hash = ${secretHash} ${lock ? sql`for update` : sql``}`.execute(connection)
  return rows[0] ?? null
}

/** Locked until the transaction ends. */
export async function findInvitation(connection: Connection, id: number): Promise<Invitation | null> {
  const { rows } = await sql<Invitation>`select ${COLUMNS} from company_invitation where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export interface Invited {
  companyId: number | null
  name: string
  contact: string
  phone: string | null
  secretHash: Buffer
}

/** Answers their ids in the order in which they came. */
export async function insertInvitations(
  connection: Connection,
  invited: readonly Invited[],
  { by, expiresAt, now }: { by: number; expiresAt: Date; now: Date },
): Promise<number[]> {
  const rows = await connection
    .insertInto('company_invitation')
    .values(
      invited.map((one) => ({
        company_id: one.companyId,
        name: one.name,
        contact: one.contact,
        phone: one.phone,
        secret_hash: one.secretHash,
        created_at: now,
        sent_at: now,
        sent_by: by,
        expires_at: expiresAt,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** What is over by the clock makes room for a new one. */
export async function closeExpired(
  connection: Connection,
  { companyIds, phone }: { companyIds: readonly number[]; phone: string | null },
  now: Date,
): Promise<void> {
  await sql`
    update company_invitation set state = 'expired', ended_at = expires_at, version = version + 1
     where state in ('sent', 'opened') and expires_at <= ${now}
       and (company_id = any(${companyIds}::bigint[]) or (company_id is null and phone = ${phone}::text))`.execute(connection)
}

export interface Invitee {
  id: number
  name: string
  contact: string
  phone: string
  hasOwner: boolean
  /** Of a letter that is on its way: who sent it. */
  sentBy: string | null
  sentAt: Date | null
}

/** Companies that are to be invited; the caller has them locked. */
export async function readInvitees(connection: Connection, ids: readonly number[]): Promise<Invitee[]> {
  const { rows } = await sql<Invitee>`
    select c.id, c.name, c.contact, c.phone, exists (select from account_company o where o.company_id = c.id and o.is_owner) as "hasOwner",
           i.sent_at as "sentAt", case when i.id is null then null else coalesce(a.name, '') end as "sentBy"
      from company c
      left join company_invitation i on i.company_id = c.id and i.state in ('sent', 'opened')
      left join account a on a.id = i.sent_by
     where c.id = any(${ids}::bigint[]) order by c.id`.execute(connection)
  return rows
}

/** A company of exactly this name that nobody can sign in for. */
export async function nameWithoutLogin(connection: Connection, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c where c.name = ${name}
       and not exists (select from account_company o where o.company_id = c.id and o.is_owner) limit 1`.execute(connection)
  return rows[0]?.id ?? null
}

export async function isNewPhoneInvited(connection: Connection, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from company_invitation where phone = ${phone} and company_id is null and state in ('sent', 'opened') limit 1`.execute(
    connection,
  )
  return rows.length > 0
}

/** Which of these phones open an account already. */
export async function phonesOfAccounts(connection: Connection, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ phone: string }>`
    select p.phone from unnest(${phones}::text[]) as p (phone)
     where exists (select from account a where a.phone = p.phone or a.username = p.phone)`.execute(connection)
  return new Set(rows.map((row) => row.phone))
}

export async function renewInvitation(
  connection: Connection,
  id: number,
  { secretHash, by, expiresAt }: { secretHash: Buffer; by: number; expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql`
    update company_invitation set secret_hash = ${secretHash}, state = 'sent', tries = 0, sends = sends + 1, version = version + 1,
           sent_at = ${now}, sent_by = ${by}, expires_at = ${expiresAt}, opened_at = null
     where id = ${id}`.execute(connection)
}

export async function endInvitation(
  connection: Connection,
  id: number,
  end: { state: 'used' | 'revoked'; by: number; madeCompany: number | null },
  now: Date,
): Promise<void> {
  await sql`
    update company_invitation set state = ${end.state}, ended_at = ${now}, ended_by = ${end.by}, made_company = ${end.madeCompany},
           version = version + 1
     where id = ${id}`.execute(connection)
}

/** The first time. */
export async function markOpened(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update company_invitation set state = 'opened', opened_at = ${now} where id = ${id} and state = 'sent'`.execute(connection)
}

/** Counted before the phone is compared, so that tries sent at once share what there is. False: none is left. */
export async function takeTry(connection: Connection, id: number, max: number): Promise<boolean> {
  const { rows } = await sql`
    update company_invitation set tries = tries + 1 where id = ${id} and tries < ${max} returning id`.execute(connection)
  return rows.length > 0
}

/** The phone was the right one. */
export async function giveTryBack(connection: Connection, id: number): Promise<void> {
  await sql`update company_invitation set tries = tries - 1 where id = ${id} and tries > 0`.execute(connection)
}
