import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { COUNTED } from '../../../../platform/few.ts'
import { companySeen } from '../../../../platform/narrowing.ts'

/** A company keeps few addresses; the cap keeps the list bounded. */
export const ADDRESSES_MAX = 50

export const ADDRESS_COLUMNS = [
  'id',
  'receiver',
  'phone',
  'province',
  'city',
  'district',
  'detail',
  'is_default',
  'is_licence',
  'review',
  'review_reason',
] as const

export async function listAddresses(db: Connection, companyId: number) {
  return db
    .selectFrom('address')
    .select(ADDRESS_COLUMNS)
    .where('company_id', '=', companyId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(ADDRESSES_MAX)
    .execute()
}
export type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number]

export interface ReviewFields {
  review: 'waiting' | 'passed' | 'rejected'
  review_reason: string
  reviewed_at: Date | null
  reviewed_by: string
  changed_at: Date
}
export interface AddressFields {
  receiver: string
  phone: string
  province: string
  city: string
  district: string
  detail: string
}

/** Takes the company's row first: two changes at once neither pass the cap nor leave two defaults. */
export async function lockCompany(db: Connection, companyId: number): Promise<void> {
  await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

export async function findAddress(db: Connection, companyId: number, id: number): Promise<AddressRow | null> {
  const row = await db
    .selectFrom('address')
    .select(ADDRESS_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function countAddresses(db: Connection, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertAddress(db: Connection, companyId: number, fields: AddressFields, now: Date): Promise<number> {
  const row = await db
    .insertInto('address')
    .values({ ...fields, company_id: companyId, created_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateAddress(
  db: Connection,
  companyId: number,
  id: number,
  fields: Partial<AddressFields & ReviewFields>,
): Promise<void> {
  await db.updateTable('address').set(fields).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** One default a company, and no other. */
export async function setDefault(db: Connection, companyId: number, id: number): Promise<void> {
  await sql`update address set is_default = (id = ${id}) where company_id = ${companyId} and is_default <> (id = ${id})`.execute(db)
}

export async function deleteAddress(db: Connection, companyId: number, id: number): Promise<void> {
  await db.deleteFrom('address').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** The licensed premises as the review left them. Who receives there is the buyer's to say and stays. */
export async function putLicenceAddress(
  db: Connection,
  companyId: number,
  { receiver, phone, ...place }: AddressFields,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('address')
    .set(place)
    .where('company_id', '=', companyId)
    .where('is_licence', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const isFirst = (await countAddresses(db, companyId)) === 0
  await db
    .insertInto('address')
    .values({ ...place, receiver, phone, company_id: companyId, is_licence: true, review: 'passed', is_default: isFirst, created_at: now })
    .execute()
}

export interface ReviewedRow extends AddressFields {
  company_id: number
  is_licence: boolean
  review: string
  changed_at: Date
}

export async function lockAddress(db: Connection, id: number): Promise<ReviewedRow | null> {
  const { rows } = await sql<ReviewedRow>`
    select company_id, receiver, phone, province, city, district, detail, is_licence, review, coalesce(changed_at, created_at) as changed_at
      from address where id = ${id} for update`.execute(db)
  return rows[0] ?? null
}

export interface QueuedAddress {
  id: number
  company_id: number
  company: string
  licence_address: string
  receiver: string
  phone: string
  address: string
  review: string
  review_reason: string
  reviewed_by: string
  changed_at: Date
}

/** Places beside the licensed premises, the longest waiting first. */
export async function addressesToReview(
  db: Connection,
  review: string,
  offset: number,
  limit: number,
): Promise<{ rows: QueuedAddress[]; total: number }> {
  const where = sql`a.review = ${review} and not a.is_licence and ${companySeen('a.company_id')}`
  const { rows } = await sql<QueuedAddress>`
    select a.id, a.company_id, c.name as company, c.province || c.city || c.district || c.address as licence_address, a.receiver, a.phone,
           a.province || a.city || a.district || a.detail as address, a.review, a.review_reason, a.reviewed_by,
           coalesce(a.changed_at, a.created_at) as changed_at
      from address a join company c on c.id = a.company_id where ${where}
     order by coalesce(a.changed_at, a.created_at), a.id offset ${offset} limit ${limit}`.execute(db)
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from (select from address a where ${where} limit ${COUNTED}) found`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}
