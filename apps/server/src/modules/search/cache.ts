/** Keeps the answers last asked for, up to a weight; all are dropped when the index changes. */
export interface Cache<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T, weight: number) => void
  clear: () => void
}

export function createCache<T>(limit: number): Cache<T> {
  const entries = new Map<string, { value: T; weight: number }>()
  let total = 0
  function drop(key: string): void {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight) {
      drop(key)
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= limit) break
        drop(oldest)
      }
    },
    clear() {
      entries.clear()
      total = 0
    },
  }
}
