import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import type { RuleRow } from './store.ts'

export interface RuleListRow extends RuleRow {
  goods: number
  on_shelf: number
}

const FIGURES = sql`
  a.id, a.name, a.controlled, a.version,
  (select count(*)::integer from goods g where g.availability_id = a.id) as goods,
  (select count(*)::integer from goods g where g.availability_id = a.id and g.on_shelf) as on_shelf`

export interface EntryRow {
  id: number
  rule_id: number
  province: string | null
  city: string | null
  company_type: string | null
  company_id: number | null
  /** Of the company; null: none is named, or one that the caller does not see. */
  company: string | null
  code: string | null
}

const ENTRY = sql`e.id, e.availability_id as rule_id, e.province, e.city, e.company_type, e.company_id, c.name as company, c.code`

export async function rulePage(
  connection: Connection,
  { keywords, controlled }: { keywords: string; controlled: boolean | null },
  offset: number,
  limit: number,
): Promise<{ rows: (RuleListRow & { entries: number })[]; total: number }> {
  const like = `%${plainLike(keywords)}%`
  const where = sql`(${keywords} = '' or a.name ilike ${like}) and (${controlled}::boolean is null or a.controlled = ${controlled})`
  const { rows } = await sql<RuleListRow & { entries: number }>`
    select ${FIGURES}, (select count(*)::integer from availability_entry e where e.availability_id = a.id) as entries
      from availability a where ${where} order by a.name, a.id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from availability a where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function ruleById(connection: Connection, id: number): Promise<RuleListRow | null> {
  const { rows } = await sql<RuleListRow>`select ${FIGURES} from availability a where a.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Of each rule the first few entries, in the order in which they were written. */
export async function entriesOf(connection: Connection, rules: readonly number[], most: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY} from unnest(${rules}::bigint[]) as rule(id)
      cross join lateral (select * from availability_entry of where of.availability_id = rule.id order by of.id limit ${most}) e
      left join company c on c.id = e.company_id and ${companySeen('c.id')}
     order by e.availability_id, e.id`.execute(connection)
  return rows
}

export async function entryPage(
  connection: Connection,
  rule: number | null,
  offset: number,
  limit: number,
): Promise<{ rows: (EntryRow & { rule: string; controlled: boolean })[]; total: number }> {
  const where = sql`(${rule}::bigint is null or e.availability_id = ${rule})`
  const { rows } = await sql<EntryRow & { rule: string; controlled: boolean }>`
    select ${ENTRY}, a.name as rule, a.controlled
      from availability_entry e join availability a on a.id = e.availability_id
      left join company c on c.id = e.company_id and ${companySeen('c.id')}
     where ${where} order by a.name, a.id, e.id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from availability_entry e where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The rule that these goods follow; null: everybody may buy them. */
export async function ruleOfGoods(connection: Connection, goodsId: number): Promise<RuleListRow | null> {
  const { rows } = await sql<RuleListRow>`
    select ${FIGURES} from availability a where a.id = (select g.availability_id from goods g where g.id = ${goodsId})`.execute(connection)
  return rows[0] ?? null
}
