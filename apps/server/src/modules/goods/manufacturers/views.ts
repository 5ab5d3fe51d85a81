import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import type { MakerRow } from './store.ts'

export type MakerListRow = MakerRow & { goods: number; on_shelf: number }

const FIGURES = sql`
  m.id, m.name, m.short_name, m.is_brand, m.brand_intro, m.version,
  (select count(*)::integer from goods g where g.manufacturer_id = m.id) as goods,
  (select count(*)::integer from goods g where g.manufacturer_id = m.id and g.on_shelf) as on_shelf`

export async function makerPage(
  connection: Connection,
  { keywords, brand }: { keywords: string; brand: boolean | null },
  offset: number,
  limit: number,
): Promise<{ rows: MakerListRow[]; total: number }> {
  const like = `%${plainLike(keywords)}%`
  const where = sql`
    (${keywords} = '' or m.name ilike ${like} or m.short_name ilike ${like}) and (${brand}::boolean is null or m.is_brand = ${brand})`
  const { rows } = await sql<MakerListRow>`
    select ${FIGURES} from manufacturer m where ${where} order by m.name, m.id limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from manufacturer m where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function makerById(connection: Connection, id: number): Promise<MakerListRow | null> {
  const { rows } = await sql<MakerListRow>`select ${FIGURES} from manufacturer m where m.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Activities, coupons, zone pages and perks that are not over and are for this maker, by name. */
export async function namersOf(connection: Connection, id: number, now: Date): Promise<string[]> {
  const named = sql`scope @> ${JSON.stringify({ manufacturers: [id] })}::jsonb`
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name from promotion where ends_at > ${now} and ${named}
      union select name from coupon_template where ${named} and (valid_until is null or valid_until > ${now})
      union select name from zone_page where ends_at > ${now}
               and blocks @> ${JSON.stringify([{ type: 'goods', manufacturer: id }])}::jsonb
      union select name from points_goods where manufacturer_id = ${id}) n
     order by name limit 5`.execute(connection)
  return rows.map((row) => row.name)
}
