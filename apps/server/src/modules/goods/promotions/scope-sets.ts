import type { Scope } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'
import { readScope } from './scope-views.ts'

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
