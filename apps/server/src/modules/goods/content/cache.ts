/** How long a process may show what it read: an operator sees a change on every page within this time. */
const KEEP_MS = 5_000
const KEYS_MAX = 500

/** Small answers that are the same for everybody. While one is read, others wait for the same read. */
export interface ContentCache {
  get: <Value>(key: string, now: Date, read: () => Promise<Value>) => Promise<Value>
}

export function createContentCache(): ContentCache {
  const kept = new Map<string, { value: Promise<unknown>; readAt: number }>()
  return {
    get<Value>(key: string, now: Date, read: () => Promise<Value>): Promise<Value> {
      const known = kept.get(key)
      if (known && Math.abs(now.getTime() - known.readAt) < KEEP_MS) return known.value as Promise<Value>
      if (kept.size >= KEYS_MAX) kept.clear()
      const value = read()
      const entry = { value, readAt: now.getTime() }
      kept.set(key, entry)
      // A failed read is not kept; whoever waits for it is told.
      value.catch(() => kept.get(key) === entry && kept.delete(key))
      return value
    },
  }
}
