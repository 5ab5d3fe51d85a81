import type { DatabaseHandle } from '../../../platform/database.ts'
import { type ShelfEntry, shelfEntry } from './shelf.ts'
import { CHANGES_MAX, readLastChange, readShelf, readWarehouses, type WarehouseRow } from './views.ts'

const ENTRIES_MAX = 50_000
/** Net under the feed of changes: nothing is believed for longer. */
const MAX_AGE_MS = 60_000
/** A change takes its number when it is written and shows when it is committed, so a lower one may show after a higher. */
const AWAIT_MS = 60_000

/**
 * What one process remembers of the shelf. It is never behind: every read of figures brings along the goods_change rows
 * since the last look, and what they name is read again before the answer is made (figures.ts).
 */
export interface ShelfCache {
  /** Where the feed stands, for the next read of figures. */
  position: () => { lastChange: number; awaitedChanges: number[] }
  /** Takes in the changes that a read brought; true when something that was remembered is gone. */
  apply: (changes: readonly { id: number; goodsId: number | null }[], now: Date) => boolean
  /** Entries of these goods, those not remembered read from the database. */
  entries: (goodsIds: readonly number[], offerIds: readonly number[], now: Date) => Promise<Map<number, ShelfEntry>>
  warehouses: (now: Date) => Promise<WarehouseRow[]>
  /** Finds where the feed stands; nothing may be remembered before. */
  open: () => Promise<void>
}

const shelves = new WeakMap<DatabaseHandle, ShelfCache>()

/** The one memory that this process has of a database's shelf. */
export function shelfOf(database: DatabaseHandle): ShelfCache {
  const known = shelves.get(database)
  if (known) return known
  const fresh = createShelfCache(database)
  shelves.set(database, fresh)
  return fresh
}

function createShelfCache(database: DatabaseHandle): ShelfCache {
  let known = new Map<number, { entry: ShelfEntry; readAt: number }>()
  let lastChange = -1
  /** Number of a change that has not shown → when it was first missed. */
  const awaited = new Map<number, number>()
  /** What changed while a read of the shelf was under way: its rows may be older than the change and are not kept. */
  const underWay = new Set<{ all: boolean; goods: Set<number> }>()
  let warehouses: { list: WarehouseRow[]; readAt: number } | null = null

  const forgetAll = () => {
    known = new Map()
    warehouses = null
    for (const read of underWay) read.all = true
  }
  const forget = (goodsId: number) => {
    for (const read of underWay) read.goods.add(goodsId)
    return known.delete(goodsId)
  }
  const isFresh = (readAt: number, now: Date) => Math.abs(now.getTime() - readAt) < MAX_AGE_MS

  return {
    position: () => ({ lastChange, awaitedChanges: [...awaited.keys()] }),

    apply(changes, now) {
      if (changes.length === 0) return false
      let dropped = false
      let newest = lastChange
      const seen = new Set<number>()
      for (const { id, goodsId } of changes) {
        seen.add(id)
        awaited.delete(id)
        if (id > newest) newest = id
        if (goodsId === null) {
          forgetAll()
          dropped = true
        } else if (forget(goodsId)) dropped = true
      }
      if (changes.length >= CHANGES_MAX) {
        forgetAll()
        dropped = true
      }
      for (let id = lastChange + 1; id < newest && awaited.size < CHANGES_MAX; id++) if (!seen.has(id)) awaited.set(id, now.getTime())
      for (const [id, since] of awaited) if (now.getTime() - since > AWAIT_MS) awaited.delete(id)
      lastChange = newest
      return dropped
    },

    async entries(goodsIds, offerIds, now) {
      const found = new Map<number, ShelfEntry>()
      const wanted = offerIds.length === 0 ? null : new Set(offerIds)
      const missing = new Set<number>()
      for (const id of goodsIds) {
        const one = known.get(id)
        if (one && isFresh(one.readAt, now)) {
          found.set(id, one.entry)
          if (wanted) for (const offer of one.entry.offers) wanted.delete(offer.id)
        } else missing.add(id)
      }
      // A named offer that ended long ago is not remembered with its goods: those few are read again with it.
      const again = wanted !== null && wanted.size > 0 ? goodsIds : [...missing]
      if (again.length > 0) {
        const read = { all: false, goods: new Set<number>() }
        underWay.add(read)
        const rows = await readShelf(database, again, offerIds, now).finally(() => underWay.delete(read))
        if (known.size + rows.length > ENTRIES_MAX) known = new Map()
        for (const row of rows) {
          const entry = shelfEntry(row)
          found.set(row.id, entry)
          if (!read.all && !read.goods.has(row.id)) known.set(row.id, { entry, readAt: now.getTime() })
        }
      }
      return found
    },

    async warehouses(now) {
      if (warehouses === null || !isFresh(warehouses.readAt, now))
        warehouses = { list: await readWarehouses(database), readAt: now.getTime() }
      return warehouses.list
    },

    async open() {
      if (lastChange < 0) lastChange = await readLastChange(database)
    },
  }
}
