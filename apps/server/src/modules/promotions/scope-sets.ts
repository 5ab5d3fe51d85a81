import { sql } from 'kysely'
import type { Scope, Zone } from '#domain/pricing/terms.ts'
import type { Connection } from '../../platform/database.ts'

/**
 * The goods of a scope as a set of ids, for lists. Who may see which of them is the search index's matter, and it remembers
 * answers by the set: the same object is given as long as nothing changed.
 */

const KEEP_MS = 10_000
/** A reading that takes long is made less often: at most one two-hundredth of the time. */
const SHARE = 200
const KEPT_MAX = 200

interface KeptSet {
  set: ReadonlySet<number>
  readAt: number
  tookMs: number
}
const kept = new WeakMap<object, Map<string, KeptSet>>()

/** Null: every goods there is. */
export async function goodsOfScope(connection: Connection, scope: Scope, now: Date): Promise<ReadonlySet<number> | null> {
  if (scope.all && scope.excludedGoodsIds.length === 0) return null
  const { adapter } = connection.getExecutor()
  const known = kept.get(adapter) ?? new Map<string, KeptSet>()
  kept.set(adapter, known)
  const key = JSON.stringify(scope)
  const former = known.get(key)
  if (former && Math.abs(now.getTime() - former.readAt) < Math.max(KEEP_MS, former.tookMs * SHARE)) return former.set
  const began = performance.now()
  const fresh = await readScope(connection, scope, now)
  const set = former && former.set.size === fresh.size && fresh.isSubsetOf(former.set) ? former.set : fresh
  if (known.size >= KEPT_MAX) known.clear()
  known.set(key, { set, readAt: now.getTime(), tookMs: performance.now() - began })
  return set
}

const OFFER_KINDS: Partial<Record<Zone, string>> = { near_expiry: 'near_expiry', whole_case: 'whole_case', welfare: 'welfare' }

/** Each part by its own index; one array, which is read in a third of the time of its rows. */
async function readScope(connection: Connection, scope: Scope, now: Date): Promise<Set<number>> {
  const parts = [sql`select unnest(${scope.goodsIds}::bigint[]) as id`]
  if (scope.all) parts.push(sql`select id from goods where on_shelf`)
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
