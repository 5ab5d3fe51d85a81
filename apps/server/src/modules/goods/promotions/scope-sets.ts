import type { Scope } from '#domain/pricing/terms.ts'
import type { Changes, Memory } from '../../../platform/changes.ts'
import { type Connection, changesOf } from '../../../platform/database.ts'
import { type KeptReading, keepReading } from '../../../platform/kept-reading.ts'
import { readScope } from './scope-views.ts'

/**
 * The goods of a scope as a set of ids, for lists. Who may see which of them is the search index's matter, and it remembers
 * answers by the set: the same object is given as long as nothing changed.
 */

const KEPT_MAX = 200
/** An offer whose hour has come, or is over, is told by nobody: so much later a scope of offers knows of it. */
const HOUR_MS = 1_000
const OF_OFFERS: readonly string[] = ['near_expiry', 'whole_case', 'welfare']

interface KeptSet {
  reading: KeptReading<ReadonlySet<number>>
  readAt: number
  isOfOffers: boolean
}
interface ScopeSets {
  known: Map<string, KeptSet>
  memory: () => Memory
}

function createScopeSets(changes: Changes): ScopeSets {
  const known = new Map<string, KeptSet>()
  const dropAll = () => {
    for (const { reading } of known.values()) reading.drop()
  }
  const dropOffers = () => {
    for (const { reading, isOfOffers } of known.values()) if (isOfOffers) reading.drop()
  }
  const memory = changes.memory({
    name: 'scopes of promotions',
    on: { assortment: dropAll, offer: dropOffers },
    clear: dropAll,
    entries: () => known.size,
  })
  return { known, memory: () => memory }
}

const settle = (fresh: ReadonlySet<number>, former: ReadonlySet<number>) =>
  former.size === fresh.size && fresh.isSubsetOf(former) ? former : fresh

/** Null: every goods there is. */
export async function goodsOfScope(connection: Connection, scope: Scope, now: Date): Promise<ReadonlySet<number> | null> {
  if (scope.all && scope.excludedGoodsIds.length === 0) return null
  const changes = changesOf(connection)
  const { known, memory } = changes.once('scopes', () => createScopeSets(changes))
  const key = JSON.stringify(scope)
  const read = (at: Date) => readScope(connection, scope, at)
  let kept = known.get(key)
  if (kept === undefined) {
    if (known.size >= KEPT_MAX) known.clear()
    const isOfOffers = scope.zones.some((zone) => OF_OFFERS.includes(zone))
    kept = { reading: keepReading<ReadonlySet<number>>(read, memory, settle), readAt: now.getTime(), isOfOffers }
    known.set(key, kept)
    // A preview asks for another hour, and what it was told is not what is.
  } else if (kept.isOfOffers && Math.abs(now.getTime() - kept.readAt) >= HOUR_MS) {
    kept.readAt = now.getTime()
    kept.reading.drop()
  }
  return kept.reading.get(now, read)
}
