import type { EventLog } from './log.ts'

/** Whoever follows the database by itself may stumble; for so long the process still answers well enough. */
const STALE_MS = 60_000

/** What goes on beside the requests, by name: a failure is logged once, and after a minute of nothing else the process is not ready. */
export interface Watch {
  failing: (name: string) => (error: unknown) => void
  working: (name: string) => () => void
  /** The names of those that have been failing for too long. */
  stale: () => string[]
}

export function createWatch(log: EventLog, clock: () => number = () => performance.now()): Watch {
  const since = new Map<string, number>()
  return {
    failing: (name) => (error) => {
      if (since.has(name)) return
      since.set(name, clock())
      log.error(`${name}: fails`, error)
    },
    working: (name) => () => {
      if (since.delete(name)) log.warn(`${name}: works again`)
    },
    stale: () => [...since].filter(([, at]) => clock() - at > STALE_MS).map(([name]) => name),
  }
}
