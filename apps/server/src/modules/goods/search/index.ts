import type { Concerned } from '../../../platform/change-table.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type Built, build } from './build.ts'
import type { SearchIndex } from './request.ts'
import { setSmallTables } from './rows/goods-table.ts'
import { putGoods, removeGoods } from './rows/put-goods.ts'
import { type GoodsRow, readGoods, readManufacturers, readSmallTables } from './store.ts'
import { addLateRows, followWords } from './words/words.ts'

/** Changes come in bursts, and are read together. */
const GATHER_MS = 50
const AGAIN_MS = 1_000
/** Beyond this many goods that are found otherwise than when the index was built, building anew is cheaper than carrying them along. */
const LATE_LIMIT = 5_000
/** Suggestions of one name that come before other names. */
const SAME_NAME = 3

export interface SearchIndexOptions {
  /** Told what went wrong while a change was taken in; the last index goes on answering. */
  onError?: (error: unknown) => void
  /** Told after each that went well. */
  onGood?: () => void
}

/** See SearchIndex. Memory of this process only: every process follows the database by itself. */
export function createSearchIndex(database: DatabaseHandle, options: SearchIndexOptions = {}): SearchIndex {
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
  const { changes } = database
  let built: Built | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  /** Refreshes queue one behind the other. */
  let last: Promise<void> = Promise.resolve()
  /** Goods that changed since they were read; null: build anew. */
  let waiting: Set<number> | null = new Set()
  let frameWaits = false

  function note(ids: Concerned): void {
    if (ids === null) waiting = null
    else for (const id of ids) waiting?.add(id)
    schedule(GATHER_MS)
  }
  changes.memory({
    name: 'search index',
    on: {
      goods: note,
      stock: note,
      frame() {
        frameWaits = true
        schedule(GATHER_MS)
      },
    },
    clear: () => note(null),
    entries: () => built?.table.count ?? 0,
    stop,
  })

  async function stop(): Promise<void> {
    isStopped = true
    if (timer !== null) clearTimeout(timer)
    timer = null
    await last.catch(onError)
  }

  function current(): Built {
    if (built === null) throw new Error('the search index is asked before it was loaded')
    return built
  }

  async function apply(ids: readonly number[], frame: boolean): Promise<void> {
    const { table, words, finder } = current()
    const tables = frame ? await readSmallTables(database.pool) : null
    const page = await readGoods(database.pool, ids)
    const makerIds = new Set(page.goods.map((goods) => goods.manufacturer_id).filter((id) => id !== null))
    const makers = await readManufacturers(database.pool, [...makerIds])
    const rulesChanged = tables !== null && setSmallTables(table, tables)
    if (rulesChanged) followWords(table, words)
    const there = new Set(page.goods.map((goods) => goods.id))
    const gone = ids.filter((id) => !there.has(id)).map((id) => removeGoods(table, id))
    const { rows, reworded } = putGoods(table, page, new Map(makers.map((maker) => [maker.id, maker])))
    const late = reworded.map((at) => ({ row: rows[at] as number, goods: page.goods[at] as GoodsRow }))
    if (late.length > 0) addLateRows(table, words, late)
    finder.changed(rulesChanged || late.length > 0 ? null : [...rows, ...gone.filter((row) => row >= 0)])
  }

  async function takeIn(): Promise<void> {
    // Before the index is loaded there is nothing to take anything into; the build reads what there is.
    if (built === null) return
    const [ids, frame] = [waiting, frameWaits]
    if (ids?.size === 0 && !frame) return
    // What is told from here on is taken in next time, and once too often where the build has read it already.
    waiting = new Set()
    frameWaits = false
    try {
      if (ids === null || ids.size > LATE_LIMIT || built.words.lateKeyTexts.size > LATE_LIMIT) built = await build(database)
      else await apply([...ids], frame)
    } catch (error) {
      if (ids === null || waiting === null) waiting = null
      else for (const id of ids) waiting.add(id)
      frameWaits ||= frame
      throw error
    }
  }

  function drain(): Promise<void> {
    last = last.catch(() => undefined).then(takeIn)
    return last
  }

  function schedule(ms: number): void {
    if (isStopped || built === null || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      drain().then(options.onGood, (error: unknown) => {
        onError(error)
        schedule(AGAIN_MS)
      })
    }, ms)
    timer.unref()
  }

  return {
    async load() {
      await changes.begin()
      waiting = new Set()
      built = await build(database)
      schedule(0)
    },
    stop,
    async refresh() {
      await changes.catchUp()
      await drain()
    },
    isReady: () => built !== null,
    search: (request, viewer, now) => current().finder.search(request, viewer, now),
    explain: (keywords, viewer, limit, now) => current().finder.explain(keywords, viewer, limit, now),
    identify: (question, viewer) => current().finder.identify(question, viewer),
    suggest(keywords, type, viewer, limit) {
      const { table, finder } = current()
      if (keywords.trim() === '') return []
      const rows = finder.best(keywords, type, viewer)
      return pickVaried(rows, (row) => table.columns.title[row] as number, limit).map((row) => ({
        id: table.columns.id[row] as number,
        name: table.titles.values[table.columns.title[row] as number]?.name ?? '',
        sccj: table.manufacturers.values[table.columns.manufacturer[row] as number]?.name ?? '',
        ypgg: table.specs.values[table.columns.spec[row] as number] ?? '',
      }))
    },
  }
}

/** The best first, but a name that many goods share does not fill the whole box while other names wait. */
function pickVaried(rows: Uint32Array, titleOf: (row: number) => number, limit: number): number[] {
  const picked: number[] = []
  const left: number[] = []
  const seen = new Map<number, number>()
  for (const row of rows) {
    if (picked.length === limit) break
    const title = titleOf(row)
    const times = (seen.get(title) ?? 0) + 1
    seen.set(title, times)
    if (times <= SAME_NAME) picked.push(row)
    else if (left.length < limit) left.push(row)
  }
  return [...picked, ...left].slice(0, limit)
}
