import type { ChangeLog } from '../changes.ts'
import type { RowSet } from '../rows/row-set.ts'

/** Keeps the answers last asked for, up to a weight, each until a change that concerns it. */
export interface Cache<T> {
  get: (key: string) => T | undefined
  /** `about`: the rows whose change would change the answer; null: any. */
  set: (key: string, value: T, weight: number, about: RowSet | null) => void
}

interface Entry<T> {
  value: T
  weight: number
  about: RowSet | null
  /** Holds as of this version of the log. */
  version: number
}

export function createCache<T>(limit: number, changes: ChangeLog): Cache<T> {
  const entries = new Map<string, Entry<T>>()
  let total = 0
  function drop(key: string): void {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (changes.concerns(entry.version, entry.about)) {
        drop(key)
        return undefined
      }
      entry.version = changes.version()
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, weight, about) {
      drop(key)
      entries.set(key, { value, weight, about, version: changes.version() })
      total += weight
      for (const oldest of entries.keys()) {
        if (total <= limit) break
        drop(oldest)
      }
    },
  }
}
