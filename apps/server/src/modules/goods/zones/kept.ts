/** A reading that takes long is made less often: about one two-hundredth of the time, but nothing is older than this. */
const SHARE = 200
const LONGEST_MS = 20_000

/**
 * One value that a process reads again when it is older than `keepMs`. While it is read, all wait for the same reading; a
 * failed one is not kept. settle may answer the former value where nothing changed, so that what was built on it stays.
 */
export function keepReading<Value>(
  keepMs: number,
  read: (now: Date) => Promise<Value>,
  settle: (fresh: Value, former: Value) => Value = (fresh) => fresh,
): (now: Date) => Promise<Value> {
  let kept: { value: Promise<Value>; readAt: number } | null = null
  let last: { value: Value; tookMs: number } | null = null
  return (now) => {
    if (kept && Math.abs(now.getTime() - kept.readAt) < Math.max(keepMs, Math.min((last?.tookMs ?? 0) * SHARE, LONGEST_MS)))
      return kept.value
    const began = performance.now()
    const value = read(now).then((fresh) => {
      last = { value: last === null ? fresh : settle(fresh, last.value), tookMs: performance.now() - began }
      return last.value
    })
    const entry = { value, readAt: now.getTime() }
    kept = entry
    value.catch(() => {
      if (kept === entry) kept = null
    })
    return value
  }
}
