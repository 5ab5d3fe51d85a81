import type { DatabaseHandle } from '../../../platform/database.ts'
import { createFinder, type Finder } from './finding/finder.ts'
import { keyIndexBuilder } from './finding/key-index.ts'
import { arrange } from './rows/arrange.ts'
import { emptyTable, type GoodsTable, NO_MANUFACTURER, setSmallTables } from './rows/goods-table.ts'
import { putGoods } from './rows/put-goods.ts'
import { withPauses } from './steps.ts'
import { type ManufacturerRow, readManufacturers, readPage, readSmallTables, withSnapshot } from './store.ts'
import { readCharacters } from './words/reading.ts'
import { createTextReader } from './words/text-index.ts'
import { buildWords, keysOf, type Words } from './words/words.ts'

/** One built catalogue. */
export interface Built {
  table: GoodsTable
  words: Words
  finder: Finder
}

const PAGE_ROWS = 2_000

export async function build(database: DatabaseHandle): Promise<Built> {
  const table = emptyTable()
  const keys = keyIndexBuilder()
  await withSnapshot(database, async (client) => {
    setSmallTables(table, await readSmallTables(client))
    const manufacturers = new Map<number, ManufacturerRow>(
      [NO_MANUFACTURER, ...(await readManufacturers(client, null))].map((row) => [row.id, row]),
    )
    for (let after = 0; ; ) {
      const page = await readPage(client, after, PAGE_ROWS)
      const last = page.goods.at(-1)
      if (!last) return
      const { rows } = putGoods(table, page, manufacturers)
      for (const [at, goods] of page.goods.entries()) keysOf(goods, (kind, key) => keys.add(rows[at] as number, kind, key))
      after = last.id
    }
  })
  arrange(table, keys)
  const words = await withPauses(buildWords(table, keys, createTextReader(readCharacters)))
  const finder = createFinder(table, words)
  finder.prepare()
  return { table, words, finder }
}
