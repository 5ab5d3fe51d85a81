/** The list that a record was opened from: J and K lead to its neighbours, and the way back to the same page of the same list. */
export interface Trail {
  /** The list's address with its filters, below /console. */
  list: string
  /** Addresses of the records of its page, in their order. */
  records: readonly string[]
}

const KEY = 'list-trail'
const pathOf = (address: string): string => `/${address.replace(/^\/+/, '').split('?')[0] ?? ''}`

/** Kept for this tab alone, and over a reload. */
export function leaveTrail(trail: Trail, store: Pick<Storage, 'setItem'> = sessionStorage): void {
  try {
    store.setItem(KEY, JSON.stringify(trail))
  } catch {
    // A browser that keeps nothing has no neighbours.
  }
}

function readTrail(store: Pick<Storage, 'getItem'>): Trail | null {
  try {
    return JSON.parse(store.getItem(KEY) ?? 'null') as Trail | null
  } catch {
    return null
  }
}

export interface Place {
  list: string
  at: number
  count: number
  next: string | null
  former: string | null
}

/** Where a record stands in the list that was looked at last; null: it is not of it. */
export function placeOn(pathname: string, store: Pick<Storage, 'getItem'> = sessionStorage): Place | null {
  const trail = readTrail(store)
  const at = trail?.records.findIndex((one) => pathOf(one) === pathname) ?? -1
  if (trail === null || at === -1) return null
  const { list, records } = trail
  return { list, at, count: records.length, next: records[at + 1] ?? null, former: records[at - 1] ?? null }
}
