import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { isLike, plainLike } from '../../../../platform/like.ts'
import { goodsCalled } from '../../stock/public.ts'

/** What a clerk means who types a few letters: goods, categories and makers that an offer may name. */
export interface FoundRow {
  id: number
  name: string
  note: string
}

/** Those on sale first, then by what is sold of them. */
export async function findGoodsFor(connection: Connection, words: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select g.id, g.name || ' ' || g.spec as name,
           g.code || coalesce('　' || m.name, '') || case when g.on_shelf then '' else '　不在售' end as note
      from goods g left join manufacturer m on m.id = g.manufacturer_id
     where g.id in (${goodsCalled(words)}) order by g.on_shelf desc, g.sales_30d desc, g.id limit ${limit}`.execute(connection)
  return rows
}

export async function findCategories(connection: Connection, words: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select c.id, c.name, coalesce(p.name, '') as note from category c left join category p on p.id = c.parent_id
     where ${isLike(sql`c.name`, `%${plainLike(words)}%`)} order by c.tree, c.sort, c.id limit ${limit}`.execute(connection)
  return rows
}

export async function findMakers(connection: Connection, words: string, limit: number): Promise<FoundRow[]> {
  const part = `%${plainLike(words)}%`
  const { rows } = await sql<FoundRow>`
    select m.id, coalesce(nullif(m.short_name, ''), m.name) as name, m.name as note from manufacturer m
     where ${isLike(sql`m.name`, part)} or ${isLike(sql`m.short_name`, part)} order by m.name, m.id limit ${limit}`.execute(connection)
  return rows
}
