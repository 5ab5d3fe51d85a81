import { sql } from 'kysely'
import type { AvailabilityEntry } from '#domain/eligibility.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface RuleRow {
  id: number
  name: string
  controlled: boolean
  version: number
}

/** Names are compared and goods chosen by them: whoever saves a rule saves it alone. Goods go on being read and saved. */
export async function lockRules(connection: Connection): Promise<void> {
  await sql`lock table availability in share row exclusive mode`.execute(connection)
}

export async function lockRule(connection: Connection, id: number): Promise<RuleRow | null> {
  const row = await connection
    .selectFrom('availability')
    .select(['id', 'name', 'controlled', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function ruleNamed(connection: Connection, name: string): Promise<number | null> {
  const row = await connection.selectFrom('availability').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id ?? null
}

export async function insertRule(connection: Connection, fields: Pick<RuleRow, 'name' | 'controlled'>): Promise<number> {
  const row = await connection.insertInto('availability').values(fields).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function writeRule(
  connection: Connection,
  id: number,
  { name, controlled }: Pick<RuleRow, 'name' | 'controlled'>,
): Promise<void> {
  await sql`update availability set name = ${name}, controlled = ${controlled}, version = version + 1 where id = ${id}`.execute(connection)
}

export async function deleteRule(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('availability').where('id', '=', id).execute()
}

export async function insertEntries(connection: Connection, rule: number, entries: readonly AvailabilityEntry[]): Promise<void> {
  if (entries.length === 0) return
  await connection
    .insertInto('availability_entry')
    .values(
      entries.map(({ province, city, companyType, companyId }) => ({
        availability_id: rule,
        province,
        city,
        company_type: companyType,
        company_id: companyId,
      })),
    )
    .execute()
}

export async function deleteEntries(connection: Connection, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await connection.deleteFrom('availability_entry').where('id', 'in', ids).execute()
}

export interface NamedCompany {
  id: number
  code: string
  name: string
}

/** Those of these ids, codes and whole names that the caller sees. */
export async function companiesOf(
  connection: Connection,
  { ids, words }: { ids: readonly number[]; words: readonly string[] },
): Promise<NamedCompany[]> {
  const { rows } = await sql<NamedCompany>`
    select c.id, coalesce(c.code, '') as code, c.name from company c
     where (c.id = any (${ids}::bigint[]) or c.code = any (${words}::text[]) or c.name = any (${words}::text[])) and ${companySeen('c.id')}`.execute(
    connection,
  )
  return rows
}
