import type { Memory } from './changes.ts'

/** A reading that takes longer than this is not made for each change of many: an import would have it made all the time. */
const SLOW_MS = 100
const SHARE = 4
const LONGEST_MS = 500

export interface KeptReading<Value> {
  /** instead: the same reading by another connection, where it has to be made. */
  get: (now: Date, instead?: (now: Date) => Promise<Value>) => Promise<Value>
  /** Something of it changed. */
  drop: () => void
}

/**
 * One value that is read again when it was dropped. While it is read, all wait for the same reading; a failed one is not kept.
 * settle may answer the former value where nothing changed, so that what was built on it stays. mayKeep: whether it may be
 * remembered at all. A reading serves no moment before its own, where what ended since is missing.
 */
export function keepReading<Value>(
  read: (now: Date) => Promise<Value>,
  memory: () => Memory,
  settle: (fresh: Value, former: Value) => Value = (fresh) => fresh,
): KeptReading<Value> {
  let kept: { value: Promise<Value>; since: number; isStale: boolean } | null = null
  let last: { value: Value; tookMs: number; at: number } | null = null
  const isTooSoon = () => last !== null && last.tookMs > SLOW_MS && performance.now() - last.at < Math.min(last.tookMs * SHARE, LONGEST_MS)
  return {
    drop() {
      if (kept) kept.isStale = true
    },
    get(now, instead = read) {
      const serves = kept !== null && now.getTime() >= kept.since
      if (kept && serves && (!kept.isStale || isTooSoon())) return kept.value
      const began = performance.now()
      const value = instead(now).then((fresh) => {
        const at = performance.now()
        last = { value: last === null ? fresh : settle(fresh, last.value), tookMs: at - began, at }
        return last.value
      })
      const listeners = memory()
      if (!listeners.mayKeep(listeners.mark())) return value
      const entry = { value, since: now.getTime(), isStale: false }
      kept = entry
      value.catch(() => {
        if (kept === entry) kept = null
      })
      return value
    },
  }
}
