import type { DatabaseHandle } from '../../../platform/database.ts'
import { createFinder, type Finder } from './finding/finder.ts'
import { keyIndexBuilder } from './finding/key-index.ts'
import { arrange } from './rows/arrange.ts'
import { emptyShelf, NO_MANUFACTURER, type Shelf, setSmallTables } from './rows/shelf.ts'
import { putGoods } from './rows/shelving.ts'
import { breathing } from './steps.ts'
import { type ManufacturerRow, readManufacturers, readPage, readSmallTables, withSnapshot } from './store.ts'
import { readCharacters } from './words/reading.ts'
import { createTextReader } from './words/text-index.ts'
import { buildWords, keysOf, type Words } from './words/words.ts'

/** One built catalogue. */
export interface Built {
  shelf: Shelf
  words: Words
  finder: Finder
}

const PAGE_ROWS = 2_000

export async function build(database: DatabaseHandle): Promise<Built> {
  const shelf = emptyShelf()
  const keys = keyIndexBuilder()
  await withSnapshot(database, async (client) => {
    setSmallTables(shelf, await readSmallTables(client))
    const manufacturers = new Map<number, ManufacturerRow>(
      [NO_MANUFACTURER, ...(await readManufacturers(client, null))].map((row) => [row.id, row]),
    )
    for (let after = 0; ; ) {
      const page = await readPage(client, after, PAGE_ROWS)
      const last = page.goods.at(-1)
      if (!last) return
      const { rows } = putGoods(shelf, page, manufacturers)
      for (const [at, goods] of page.goods.entries()) keysOf(goods, (kind, key) => keys.add(rows[at] as number, kind, key))
      after = last.id
    }
  })
  arrange(shelf, keys)
  const words = await breathing(buildWords(shelf, keys, createTextReader(readCharacters)))
  const finder = createFinder(shelf, words)
  finder.prepare()
  return { shelf, words, finder }
}
