import type { Concerned } from '../../../platform/change-table.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type CatalogueEntry, catalogueEntry } from './entry.ts'
import { readCatalogue, readWarehouses, type Source, type WarehouseRow } from './views.ts'

const ENTRIES_MAX = 50_000
const DAY_MS = 86_400_000

/**
 * What one process remembers of the catalogue. It follows the feed of changes; and every read of figures asks in the same
 * statement whether something of its goods changed that this process has not taken in yet, so an answer is never behind.
 */
export interface EntryCache {
  /** Up to where changes are taken in, for the next read of figures; null: nothing is remembered. */
  position: () => string | null
  catchUp: () => Promise<void>
  /** Entries of these goods, those not remembered read from the database: where a transaction asks, on its own connection. */
  entries: (goodsIds: readonly number[], offerIds: readonly number[], now: Date, source?: Source) => Promise<Map<number, CatalogueEntry>>
  warehouses: (source?: Source) => Promise<WarehouseRow[]>
}

/** The one memory that this process has of a database's shelf. */
export const entryCacheOf = (database: DatabaseHandle): EntryCache => database.changes.once('catalogue', () => createEntryCache(database))

interface Remembered {
  entry: CatalogueEntry
  /** Offers that had ended a day before are not among them. */
  since: number
}

function createEntryCache(database: DatabaseHandle): EntryCache {
  const { changes } = database
  let known = new Map<number, Remembered>()
  /** What changed while a read of the catalogue was under way: its rows may be older than the change and are not kept. */
  const underWay = new Set<{ goods: Set<number> }>()
  let warehouses: WarehouseRow[] | null = null
  let clearings = 0

  const forgetGoods = (ids: Concerned): void => {
    if (ids === null) forgetAll()
    for (const id of ids ?? []) {
      known.delete(id)
      for (const read of underWay) read.goods.add(id)
    }
  }
  const forgetAll = (): void => {
    clearings += 1
    known = new Map()
    warehouses = null
  }
  const memory = changes.memory({
    name: 'catalogue',
    on: { goods: forgetGoods, offer: forgetGoods, frame: forgetAll },
    clear: forgetAll,
    entries: () => known.size,
  })
  const mayKeep = (before: number) => clearings === before && memory.mayKeep(memory.mark())

  return {
    position: changes.position,
    catchUp: changes.catchUp,

    async entries(goodsIds, offerIds, now, source = database) {
      const found = new Map<number, CatalogueEntry>()
      const wanted = offerIds.length === 0 ? null : new Set(offerIds)
      const missing = new Set<number>()
      for (const id of goodsIds) {
        const one = known.get(id)
        if (one && one.since - now.getTime() < DAY_MS) {
          found.set(id, one.entry)
          if (wanted) for (const offer of one.entry.offers) wanted.delete(offer.id)
        } else missing.add(id)
      }
      // A named offer that ended long ago is not remembered with its goods: those few are read again with it.
      const again = wanted !== null && wanted.size > 0 ? goodsIds : [...missing]
      if (again.length > 0) {
        const read = { goods: new Set<number>() }
        const before = clearings
        underWay.add(read)
        const rows = await readCatalogue(source, again, offerIds, now).finally(() => underWay.delete(read))
        if (known.size + rows.length > ENTRIES_MAX) known = new Map()
        const isCurrent = mayKeep(before)
        for (const row of rows) {
          const entry = catalogueEntry(row)
          found.set(row.id, entry)
          if (isCurrent && !read.goods.has(row.id)) known.set(row.id, { entry, since: now.getTime() })
        }
      }
      return found
    },

    async warehouses(source = database) {
      if (warehouses !== null) return warehouses
      const before = clearings
      const list = await readWarehouses(source)
      if (mayKeep(before)) warehouses = list
      return list
    },
  }
}
