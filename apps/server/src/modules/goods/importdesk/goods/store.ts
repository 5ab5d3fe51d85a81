import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

/** Before it is tried out anew: by other columns each row may be another. codeAt: where the code stands. */
export async function resetGoodsRows(connection: Connection, id: number, codeAt: number): Promise<void> {
  await sql`
    update import_file_row set state = 'read', doubtful = false, message = '', record_id = null, version = null, before = null, after = null,
           code = left(btrim(coalesce(cells[${codeAt + 1}], '')), 60), name = ''
     where file_id = ${id}`.execute(connection)
  // One goods is said once: what comes first counts.
  await sql`
    update import_file_row r set state = 'refused', message = '与本文件前面的行重复，以先出现的为准'
     where r.file_id = ${id} and r.code <> ''
       and exists (select from import_file_row o where o.file_id = r.file_id and upper(o.code) = upper(r.code) and o.seq < r.seq)`.execute(
    connection,
  )
}

/** How the goods of an import stand: each by its version, and which codes nobody has. */
export async function standsOf(connection: Connection, id: number): Promise<string> {
  const { rows } = await sql<{ stands: string }>`
    select count(*) || '-' || coalesce(md5(string_agg(upper(r.code) || '@' || coalesce(g.version::text, '') || coalesce(r.after::text, ''), ',' order by r.seq, g.id)), '') as stands
      from import_file_row r left join goods g on upper(g.code) = upper(r.code)
     where r.file_id = ${id} and (r.state in ('new', 'changed') or r.before is not null)`.execute(connection)
  return rows[0]?.stands ?? ''
}

export interface NamedIn {
  recordId: number
  namedIn: string
}
/** Where goods are named, beside what every goods has of its own. */
export async function namedIn(connection: Connection, ids: readonly number[]): Promise<NamedIn[]> {
  const { rows } = await sql<NamedIn>`
    select n.goods_id as "recordId", n.named_in as "namedIn" from goods_named(${[...ids]}::bigint[]) n
     union all
    select f.goods_id, 'goods_first_trade' from goods_first_trade f
     where f.goods_id = any(${[...ids]}::bigint[]) and (f.supplier_id is not null or f.passed_at is not null)
     union all
    select p.goods_id, 'price_change' from price_change p join import_file_row r on r.record_id = p.goods_id and r.landed_at is not null
     where p.goods_id = any(${[...ids]}::bigint[]) and p.at > r.landed_at`.execute(connection)
  return rows
}

/** Which fields become others, and of how many goods. */
export async function changedFields(connection: Connection, id: number): Promise<{ field: string; count: number }[]> {
  const { rows } = await sql<{ field: string; count: number }>`
    select k.field, count(*)::integer as count from import_file_row r, jsonb_object_keys(r.after) as k (field)
     where r.file_id = ${id} and r.before is not null group by k.field order by count(*) desc, k.field limit 30`.execute(connection)
  return rows
}
