import { sql } from 'kysely'
import type { AuditAction } from '#domain/audit-names.ts'
import type { Connection } from '../../../../platform/database.ts'

export interface RowCells {
  seq: number
  line: number
  cells: string[]
}
export async function rowCells(connection: Connection, fileId: number): Promise<RowCells[]> {
  const { rows } = await sql<RowCells>`
    select seq, line, cells from import_file_row where file_id = ${fileId} order by seq`.execute(connection)
  return rows
}

/** Codes of what a file would land, or has tried to change. */
export async function codesToLand(connection: Connection, fileId: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from import_file_row where file_id = ${fileId} and state in ('new', 'changed') order by seq`.execute(connection)
  return rows.map(({ code }) => code)
}

/** What is said of how many companies, of which kinds. */
export async function typesOf(connection: Connection, fileId: number): Promise<{ type: string; count: number }[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select after -> 'type' ->> 'said' as type, count(*)::integer as count from import_file_row
     where file_id = ${fileId} and state = 'new' group by 1 order by 2 desc, 1`.execute(connection)
  return rows
}

export interface HappenedIn {
  companyId: number
  /** A table, or the word of a deed that is on record. */
  place: string
}
/** Deeds of the import itself, and letters: nobody has come in by them where nobody signs in. */
const OWN: readonly AuditAction[] = [
  'company_import.added',
  'company_import.put_back',
  'company.invite',
  'company.invite_again',
  'company.invite_revoked',
]
export async function happenedWith(connection: Connection, ids: readonly number[]): Promise<HappenedIn[]> {
  const { rows } = await sql<HappenedIn>`
    select n.company_id as "companyId", n.named_in as place from company_named(${[...ids]}::bigint[]) n
     union all
    select i.company_id, 'letter opened' from company_invitation i where i.company_id = any(${[...ids]}::bigint[]) and i.opened_at is not null
     union all
    select a.company_id, 'address' from address a where a.company_id = any(${[...ids]}::bigint[]) and not a.is_licence
     union all
    select distinct split_part(l.subject, ':', 2)::bigint, l.action from audit_log l
     where l.subject = any(${ids.map((id) => `company:${id}`)}::text[]) and l.action <> all(${[...OWN]}::text[])`.execute(connection)
  return rows
}

export interface Login {
  id: number
  name: string
  phone: string
}
/** Companies that an import brought and that are still here: who has come in, who is invited, who is to be. */
export async function loginsOf(connection: Connection, fileId: number, limit: number, now: Date) {
  const { rows } = await sql<{ signed_in: number; invited: number; waiting: number; list: Login[] }>`
    with brought as (
      select c.id, c.name, c.phone, c.has_owner,
             exists (select from company_invitation i where i.company_id = c.id and i.state in ('sent', 'opened') and i.expires_at > ${now}) as invited
        from import_file_row r join company c on c.id = r.record_id
       where r.file_id = ${fileId} and r.state = 'new' and r.landed_at is not null)
    select count(*) filter (where has_owner)::integer as signed_in, count(*) filter (where invited and not has_owner)::integer as invited,
           count(*) filter (where not invited and not has_owner)::integer as waiting,
           (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'phone', w.phone) order by w.id), '[]')
              from (select * from brought b where not b.invited and not b.has_owner order by b.id limit ${limit}) w) as list
      from brought`.execute(connection)
  return rows[0] ?? { signed_in: 0, invited: 0, waiting: 0, list: [] }
}
