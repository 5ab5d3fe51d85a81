import type { DatabaseHandle } from '../../../platform/database.ts'
import { type Built, build } from './build.ts'
import type { SearchIndex } from './request.ts'
import { setSmallTables } from './rows/shelf.ts'
import { putGoods, takeFromShelf } from './rows/shelving.ts'
import { forgetOldChanges, type GoodsRow, readChanges, readGoods, readManufacturers, readSmallTables } from './store.ts'
import { addLateRows } from './words/words.ts'

const FOLLOW_EVERY_MS = 900
const FORGET_EVERY_MS = 3_600_000
/** Beyond this many goods that are found otherwise than when the index was built, building anew is cheaper than carrying them along. */
const LATE_LIMIT = 5_000
/** Suggestions of one name that come before other names. */
const SAME_NAME = 3

export interface SearchIndexOptions {
  /** Told what went wrong while following; the last index goes on answering. */
  onError?: (error: unknown) => void
  /** Told after each look at the changes that went well. */
  onGood?: () => void
}

/** See SearchIndex. Memory of this process only: every process follows the database by itself. */
export function createSearchIndex(database: DatabaseHandle, options: SearchIndexOptions = {}): SearchIndex {
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)))
  let built: Built | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  /** Refreshes queue one behind the other. */
  let last: Promise<void> = Promise.resolve()
  let forgotAt = 0

  function current(): Built {
    if (built === null) throw new Error('the search index is asked before it was loaded')
    return built
  }

  async function apply(ids: readonly number[]): Promise<void> {
    const { shelf, words, finder } = current()
    const page = await readGoods(database.pool, ids)
    const makerIds = new Set(page.goods.map((goods) => goods.manufacturer_id).filter((id) => id !== null))
    const makers = await readManufacturers(database.pool, [...makerIds])
    const tables = await readSmallTables(database.pool)
    const rulesChanged = setSmallTables(shelf, tables)
    const there = new Set(page.goods.map((goods) => goods.id))
    const gone = ids.filter((id) => !there.has(id)).map((id) => takeFromShelf(shelf, id))
    const { rows, reworded } = putGoods(shelf, page, new Map(makers.map((maker) => [maker.id, maker])))
    const late = reworded.map((at) => ({ row: rows[at] as number, goods: page.goods[at] as GoodsRow }))
    if (late.length > 0) addLateRows(shelf, words, late)
    finder.changed(rulesChanged || late.length > 0 ? null : [...rows, ...gone.filter((row) => row >= 0)])
  }

  async function look(): Promise<void> {
    const now = current()
    const { changes, next } = await readChanges(database.pool, now.position)
    const ids = new Set<number>()
    let anew = false
    for (const change of changes) {
      if (change.goods_id === null) anew = true
      else ids.add(change.goods_id)
    }
    if (anew || ids.size > LATE_LIMIT || now.words.lateKeyTexts.size > LATE_LIMIT) built = await build(database)
    else {
      if (ids.size > 0) await apply([...ids])
      now.position = next
    }
  }

  function refresh(): Promise<void> {
    last = last.catch(() => undefined).then(look)
    return last
  }

  async function forget(): Promise<void> {
    if (Date.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = Date.now()
    await forgetOldChanges(database)
  }

  function schedule(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      refresh().then(forget).then(options.onGood).catch(onError).finally(schedule)
    }, FOLLOW_EVERY_MS)
    timer.unref()
  }

  return {
    async load() {
      built = await build(database)
    },
    follow() {
      isStopped = false
      if (timer === null) schedule()
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      await last.catch(onError)
    },
    refresh,
    isReady: () => built !== null,
    search: (request, viewer, now) => current().finder.search(request, viewer, now),
    identify: (question, viewer) => current().finder.identify(question, viewer),
    suggest(keywords, type, viewer, limit) {
      const { shelf, finder } = current()
      if (keywords.trim() === '') return []
      const rows = finder.best(keywords, type, viewer)
      return pickVaried(rows, (row) => shelf.columns.title[row] as number, limit).map((row) => ({
        id: shelf.columns.id[row] as number,
        name: shelf.titles.values[shelf.columns.title[row] as number]?.name ?? '',
        sccj: shelf.manufacturers.values[shelf.columns.manufacturer[row] as number]?.name ?? '',
        ypgg: shelf.specs.values[shelf.columns.spec[row] as number] ?? '',
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
