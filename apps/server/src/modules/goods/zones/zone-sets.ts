import type { ZoneCode } from '#contract/zones.ts'
import { beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { keepReading } from './kept.ts'
import {
  type CategoryRow,
  type NearBatch,
  type OfferedGoods,
  type OfferZone,
  type Period,
  readCategories,
  readNearBatches,
  readOffered,
  readStanding,
  type StandingZone,
} from './store.ts'

/** Marks of the catalogue change seldom; offers run out while one looks. */
const STANDING_MS = 5_000
const OFFERS_MS = 1_000

export interface ZoneSets {
  /** The goods of a zone now. The same object as long as nothing changed: the search index remembers answers by it. */
  goodsOf: (zone: ZoneCode, now: Date) => Promise<ReadonlySet<number>>
  batches: (now: Date) => Promise<readonly NearBatch[]>
  categories: (now: Date) => Promise<ReadonlyMap<number, CategoryRow>>
}

const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean => a.size === b.size && a.isSubsetOf(b)
const keepSame = (fresh: ReadonlySet<number>, former: ReadonlySet<number>) => (isSame(fresh, former) ? former : fresh)

const runs = (one: Period, now: Date) => one.starts_at <= now && now < one.ends_at

/** The goods of those that run now; worked out anew only when it comes out different. */
function runningSet(): (rows: readonly (Period & { goods_id: number })[], now: Date) => ReadonlySet<number> {
  let last: ReadonlySet<number> = new Set()
  return (rows, now) => {
    last = keepSame(new Set(rows.filter((row) => runs(row, now)).map((row) => row.goods_id)), last)
    return last
  }
}

const sets = new WeakMap<DatabaseHandle, ZoneSets>()

/** The one memory that this process has of a database's zones. */
export function zoneSetsOf(database: DatabaseHandle): ZoneSets {
  const known = sets.get(database)
  if (known) return known
  const fresh = createZoneSets(database)
  sets.set(database, fresh)
  return fresh
}

function createZoneSets(database: DatabaseHandle): ZoneSets {
  const standing = (zone: StandingZone) =>
    keepReading<ReadonlySet<number>>(STANDING_MS, async () => new Set(await readStanding(database, zone)), keepSame)
  const offered = (zone: OfferZone) => {
    const read = keepReading<OfferedGoods[]>(OFFERS_MS, (now) => readOffered(database, zone, now))
    const running = runningSet()
    return async (now: Date) => running(await read(now), now)
  }
  const readBatches = keepReading(OFFERS_MS, (now) => readNearBatches(database, beijingDate(now), now))
  const nearGoods = runningSet()
  const batches = async (now: Date) => {
    const today = beijingDate(now)
    return (await readBatches(now)).filter((batch) => runs(batch, now) && batch.expiry_date >= today)
  }
  const byZone: Record<ZoneCode, (now: Date) => Promise<ReadonlySet<number>>> = {
    selected: standing('selected'),
    herb: standing('herb'),
    device: standing('device'),
    controlled: standing('controlled'),
    welfare: offered('welfare'),
    whole_case: offered('whole_case'),
    near_expiry: async (now) => nearGoods(await batches(now), now),
  }
  return {
    goodsOf: (zone, now) => byZone[zone](now),
    batches,
    categories: keepReading(STANDING_MS, async () => new Map((await readCategories(database)).map((row) => [row.id, row]))),
  }
}
