import { sql } from 'kysely'
import type { CategoryTree } from '#contract/categories.ts'
import type { Connection } from '../../../platform/database.ts'

export interface CategoryRow {
  id: number
  parentId: number | null
  tree: CategoryTree
  name: string
  hint: string
  goods: number
  version: number
}

/** All of them, each level in its order. */
export async function readCategories(connection: Connection): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.parent_id as "parentId", c.tree, c.name, c.hint, c.version, coalesce(n.goods, 0) as goods
      from category c left join (select category_id, count(*)::integer as goods from goods_category group by category_id) n on n.category_id = c.id
     order by c.sort, c.id`.execute(connection)
  return rows
}

/** One change of the tree at a time: two that are each right may make a circle together. */
export async function lockCategories(connection: Connection): Promise<void> {
  await sql`lock table category in share row exclusive mode`.execute(connection)
}

export async function insertCategory(
  connection: Connection,
  { parentId, tree, name, hint }: { parentId: number | null; tree: CategoryTree; name: string; hint: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into category (code, parent_id, tree, name, hint, sort)
    select 'own-' || coalesce(max(id) + 1, 1), ${parentId}::bigint, ${tree}, ${name}, ${hint},
           coalesce(max(sort) filter (where parent_id is not distinct from ${parentId}::bigint) + 1, 0) from category
    returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

export async function renameCategory(connection: Connection, id: number, { name, hint }: { name: string; hint: string }): Promise<void> {
  await connection.updateTable('category').set({ name, hint }).where('id', '=', id).execute()
}

/** Puts it below another, and its new sisters into this order. */
export async function placeCategory(connection: Connection, id: number, parentId: number | null, order: readonly number[]): Promise<void> {
  await connection.updateTable('category').set({ parent_id: parentId }).where('id', '=', id).execute()
  await sql`
    update category c set sort = o.place from unnest(${order}::bigint[]) with ordinality as o (id, place)
     where c.id = o.id and c.sort <> o.place`.execute(connection)
}

export async function setTree(connection: Connection, ids: readonly number[], tree: CategoryTree): Promise<void> {
  await sql`update category set tree = ${tree} where id = any(${ids}::bigint[]) and tree <> ${tree}`.execute(connection)
}

/** Goods of a category, in order; of those whose class is read out of its name only where it is asked. */
export async function goodsIn(connection: Connection, id: number, unsaid = false): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from goods_category gc join goods g on g.id = gc.goods_id
     where gc.category_id = ${id} ${unsaid ? sql`and g.category_said = ''` : sql``} order by g.id`.execute(connection)
  return rows.map((row) => row.id)
}

/** In it and in everything below it. */
export async function goodsUnder(connection: Connection, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from category where id = ${id} union all select c.id from below b join category c on c.parent_id = b.id)
    select distinct goods_id as id from goods_category where category_id in (select id from below) order by 1`.execute(connection)
  return rows.map((row) => row.id)
}

export async function moveGoods(connection: Connection, from: number, to: number): Promise<void> {
  await sql`
    insert into goods_category (goods_id, category_id) select goods_id, ${to} from goods_category where category_id = ${from}
    on conflict do nothing`.execute(connection)
  await connection.deleteFrom('goods_category').where('category_id', '=', from).execute()
}

export async function deleteCategory(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('category').where('id', '=', id).execute()
}

/** Where a goods hangs from now on. */
export async function hangGoods(connection: Connection, goodsId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from goods_category where goods_id = ${goodsId} and category_id <> all(${ids}::bigint[])`.execute(connection)
  await sql`
    insert into goods_category (goods_id, category_id) select ${goodsId}, id from unnest(${ids}::bigint[]) as t (id)
    on conflict do nothing`.execute(connection)
}
