import { sql } from 'kysely'
import type { Scope, Zone } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'

const OFFER_KINDS: Partial<Record<Zone, string>> = { near_expiry: 'near_expiry', whole_case: 'whole_case', welfare: 'welfare' }

/** Each part by its own index; one array, which is read in a third of the time of its rows. onShelf false: everything is also what is off the shelf for now. */
export async function readScope(connection: Connection, scope: Scope, now: Date, onShelf = true): Promise<Set<number>> {
  const parts = [sql`select unnest(${scope.goodsIds}::bigint[]) as id`]
  if (scope.all) parts.push(sql`select id from goods where on_shelf or not ${onShelf}`)
  if (scope.manufacturerIds.length > 0)
    parts.push(sql`select id from goods where manufacturer_id = any(${scope.manufacturerIds}::bigint[])`)
  if (scope.categoryIds.length > 0) {
    parts.push(sql`
      select gc.goods_id from goods_category gc where gc.category_id in (
        with recursive below as (
          select id from category where id = any(${scope.categoryIds}::bigint[])
          union
          select c.id from below join category c on c.parent_id = below.id)
        select id from below)`)
  }
  for (const zone of scope.zones) {
    if (zone === 'selected') parts.push(sql`select id from goods where is_selected`)
    if (zone === 'herb' || zone === 'device') parts.push(sql`select id from goods where kind = ${sql.lit(zone)}`)
    if (zone === 'controlled') parts.push(sql`select g.id from availability a join goods g on g.availability_id = a.id where a.controlled`)
    const kind = OFFER_KINDS[zone]
    if (kind !== undefined) {
      parts.push(sql`
        select goods_id from goods_offer where kind = ${kind} and ends_at > ${now} and starts_at <= ${now} and (quota is null or taken < quota)`)
    }
  }
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id), '{}') as ids from (
      select id from (${sql.join(parts, sql` union `)}) as member(id) where id <> all(${scope.excludedGoodsIds}::bigint[])) as scope`.execute(
    connection,
  )
  return new Set(rows[0]?.ids ?? [])
}

export interface ScopeNames {
  categories: ReadonlyMap<number, string>
  manufacturers: ReadonlyMap<number, string>
}

interface NamedRow {
  kind: 'category' | 'manufacturer'
  id: number
  name: string
}

function scopeNames(rows: readonly NamedRow[]): ScopeNames {
  const namesOf = (kind: NamedRow['kind']) => new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, row.name]))
  return { categories: namesOf('category'), manufacturers: namesOf('manufacturer') }
}

/** Names of what some scopes name; two small reads for all of them. */
export async function readScopeNames(connection: Connection, scopes: readonly Scope[]): Promise<ScopeNames> {
  const categoryIds = [...new Set(scopes.flatMap((scope) => scope.categoryIds))]
  const manufacturerIds = [...new Set(scopes.flatMap((scope) => scope.manufacturerIds))]
  if (categoryIds.length + manufacturerIds.length === 0) return scopeNames([])
  const { rows } = await sql<NamedRow>`
    select 'category' as kind, id, name from category where id = any(${categoryIds}::bigint[])
    union all
    select 'manufacturer', id, coalesce(nullif(short_name, ''), name) from manufacturer where id = any(${manufacturerIds}::bigint[])`.execute(
    connection,
  )
  return scopeNames(rows)
}
