import type { ArticleCategoryWire } from '#contract/content.ts'

/** Help article categories are cached locally (specification section 3). */
type Categories = ArticleCategoryWire['list']

const KEY = 'help_categories'
/** Raised when what is kept changes its shape: what an older page kept is not read. */
const VERSION = 1
export const FRESH_MS = 3_600_000

interface Kept {
  version: number
  /** ms */
  at: number
  list: Categories
}
type Store = Pick<Storage, 'getItem' | 'setItem'>

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === VERSION &&
    'list' in value &&
    Array.isArray(value.list)
  )
}

/** What was kept, and whether it is still fresh; null where nothing is, or a browser keeps nothing. */
export function readCategories(store: Store, now: number): { list: Categories; fresh: boolean } | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? 'null')
    if (!isKept(kept)) return null
    const age = now - kept.at
    return { list: kept.list, fresh: age >= 0 && age < FRESH_MS }
  } catch {
    return null
  }
}

export function keepCategories(store: Store, list: Categories, now: number): void {
  try {
    store.setItem(KEY, JSON.stringify({ version: VERSION, at: now, list } satisfies Kept))
  } catch {
    // A full or forbidden store: the page reads them anew each time.
  }
}
