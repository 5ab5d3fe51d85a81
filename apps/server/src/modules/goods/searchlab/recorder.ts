import type { DatabaseHandle } from '../../../platform/database.ts'
import { writeLater } from '../../../platform/write-later.ts'
import { type SearchDone, type StepDone, writeSearches, writeSteps } from './record-store.ts'

const WRITE_MS = 2_000
/** Beyond these, what buyers do now is not recorded: the shop goes before its statistics. */
const WAITING_MAX = 5_000
/** The same words of the same company again are the same search: a page further, another order, back from a goods. */
const SAME_MS = 10 * 60_000
const COMPANIES_MAX = 10_000
/** A visitor is his address: the same words of it within the hour are one search, and of a day so many are kept. */
const VISITOR_SAME_MS = 3_600_000
const VISITOR_DAY_MAX = 200
const DAY_MS = 86_400_000
const VISITS_MAX = 50_000
const WORDS_MAX = 100
/** The database takes no NUL, and what it refuses of one buyer would be lost with the searches of all who are written with him. */
const CONTROL = /\p{Cc}+/gu

/** Notes what is searched and what follows, in memory, and writes it down a little later: no request waits for it. */
export interface SearchRecorder {
  /** from: what stands for a visitor. */
  asked: (search: Omit<SearchDone, 'at'>, now: Date, from?: string) => void
  opened: (companyId: number, goodsId: number, now: Date) => void
  carted: (companyId: number, goodsIds: readonly number[], now: Date) => void
  /** Writes down what waits. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

export interface RecorderOptions {
  /** Told what could not be written; it is lost. */
  onError: (error: unknown) => void
}

export function createSearchRecorder(database: DatabaseHandle, { onError }: RecorderOptions): SearchRecorder {
  let searches: SearchDone[] = []
  let steps: StepDone[] = []
  /** Written a round later: the search that they follow may have been noted by another process, and is written by then. */
  let former: StepDone[] = []
  const last = new Map<number, { words: string; at: number }>()

  function isSame({ companyId, words }: Omit<SearchDone, 'at'>, at: number): boolean {
    if (companyId === null) return false
    const known = last.get(companyId)
    if (known?.words === words && at - known.at < SAME_MS) return true
    last.delete(companyId)
    last.set(companyId, { words, at })
    const [oldest] = last.keys()
    if (last.size > COMPANIES_MAX && oldest !== undefined) last.delete(oldest)
    return false
  }

  const visitorsWords = new Map<string, number>()
  const visitors = new Map<string, { since: number; count: number }>()
  const forgetOldest = (map: Map<string, unknown>): void => {
    const [oldest] = map.keys()
    if (map.size > VISITS_MAX && oldest !== undefined) map.delete(oldest)
  }

  function isEnough({ companyId, words }: Omit<SearchDone, 'at'>, at: number, from: string | undefined): boolean {
    if (companyId !== null || from === undefined) return false
    const key = `${from} ${words}`
    if (at - (visitorsWords.get(key) ?? Number.NEGATIVE_INFINITY) < VISITOR_SAME_MS) return true
    const known = visitors.get(from)
    const day = known && at - known.since < DAY_MS ? known : { since: at, count: 0 }
    if (day.count >= VISITOR_DAY_MAX) return true
    day.count += 1
    visitors.set(from, day)
    visitorsWords.delete(key)
    visitorsWords.set(key, at)
    forgetOldest(visitors)
    forgetOldest(visitorsWords)
    return false
  }

  async function write(isWhole: boolean): Promise<boolean> {
    const [some, followed] = [searches, isWhole ? [...former, ...steps] : former]
    former = isWhole ? [] : steps
    searches = []
    steps = []
    if (some.length > 0) await writeSearches(database, some)
    if (followed.length > 0) await writeSteps(database, followed)
    return former.length > 0
  }
  const later = writeLater({ ms: WRITE_MS, write, onError })

  const step = (kind: StepDone['kind'], companyId: number, goodsId: number, now: Date): void => {
    if (steps.length >= WAITING_MAX) return
    steps.push({ kind, companyId, goodsId, at: now })
    later.soon()
  }

  return {
    asked(search, now, from) {
      const words = search.words.replace(CONTROL, ' ').trim().toLowerCase().slice(0, WORDS_MAX)
      if (words === '' || searches.length >= WAITING_MAX || isSame({ ...search, words }, now.getTime())) return
      if (isEnough({ ...search, words }, now.getTime(), from)) return
      searches.push({ ...search, words, at: now })
      later.soon()
    },
    opened: (companyId, goodsId, now) => step('opened', companyId, goodsId, now),
    carted(companyId, goodsIds, now) {
      for (const goodsId of new Set(goodsIds)) step('cart', companyId, goodsId, now)
    },
    flush: later.flush,
    stop: later.stop,
  }
}
