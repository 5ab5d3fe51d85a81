/** So long one request may work before others have their turn. */
const TURN_MS = 8

/** Awaited between the steps of a long work: lets others have their turn when it has had its own. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
