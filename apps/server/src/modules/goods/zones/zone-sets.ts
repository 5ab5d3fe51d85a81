import type { ZoneCode } from '#contract/zones.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Concerned } from '../../../platform/change-table.ts'
import type { Memory } from '../../../platform/changes.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { keepReading } from '../../../platform/kept-reading.ts'
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

/** The one memory that this process has of a database's zones. */
export const zoneSetsOf = (database: DatabaseHandle): ZoneSets => database.changes.once('zones', () => createZoneSets(database))

function createZoneSets(database: DatabaseHandle): ZoneSets {
  const memory = (): Memory => zones
  const standing = (zone: StandingZone) =>
    keepReading<ReadonlySet<number>>(async () => new Set(await readStanding(database, zone)), memory, keepSame)
  const offered = (zone: OfferZone) => {
    const reading = keepReading<OfferedGoods[]>((now) => readOffered(database, zone, now), memory)
    const running = runningSet()
    return { goods: async (now: Date) => running(await reading.get(now), now), drop: reading.drop }
  }
  const marked = { selected: standing('selected'), herb: standing('herb'), device: standing('device'), controlled: standing('controlled') }
  const [welfare, wholeCase] = [offered('welfare'), offered('whole_case')]
  let nearIds: ReadonlySet<number> = new Set()
  const near = keepReading<NearBatch[]>(async (now) => {
    const batches = await readNearBatches(database, beijingDate(now), now)
    nearIds = new Set(batches.map((batch) => batch.goods_id))
    return batches
  }, memory)
  const categories = keepReading(async () => new Map((await readCategories(database)).map((row) => [row.id, row])), memory)

  const dropMarked = () => {
    for (const one of Object.values(marked)) one.drop()
  }
  const dropOffers = () => {
    for (const one of [welfare, wholeCase, near]) one.drop()
  }
  const dropFrame = () => {
    categories.drop()
    near.drop()
  }
  const dropNear = (ids: Concerned) => {
    if (ids === null || !ids.isDisjointFrom(nearIds)) near.drop()
  }
  const zones = database.changes.memory({
    name: 'zones',
    on: { assortment: dropMarked, offer: dropOffers, goods: dropNear, frame: dropFrame },
    clear() {
      dropMarked()
      dropOffers()
      dropFrame()
    },
    entries: () => nearIds.size,
  })

  const nearGoods = runningSet()
  const batches = async (now: Date) => {
    const today = beijingDate(now)
    return (await near.get(now)).filter((batch) => runs(batch, now) && batch.expiry_date >= today)
  }
  const byZone: Record<ZoneCode, (now: Date) => Promise<ReadonlySet<number>>> = {
    selected: marked.selected.get,
    herb: marked.herb.get,
    device: marked.device.get,
    controlled: marked.controlled.get,
    welfare: welfare.goods,
    whole_case: wholeCase.goods,
    near_expiry: async (now) => nearGoods(await batches(now), now),
  }
  return { goodsOf: (zone, now) => byZone[zone](now), batches, categories: categories.get }
}
