import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Activities, coupons and zone pages that are not over and are for this category, by name. */
export async function namersOf(connection: Connection, id: number, now: Date): Promise<string[]> {
  const named = sql`scope @> ${JSON.stringify({ categories: [id] })}::jsonb`
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name from promotion where ends_at > ${now} and ${named}
      union select name from coupon_template where ${named} and (valid_until is null or valid_until > ${now})
      union select p.name from zone_page p join category c on c.id = ${id}
             where p.ends_at > ${now} and p.blocks @> jsonb_build_array(jsonb_build_object('type', 'goods', 'category', c.code))) n
     order by name limit 5`.execute(connection)
  return rows.map((row) => row.name)
}
