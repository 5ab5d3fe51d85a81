import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * On a machine with much memory V8 lets garbage lie until there is far more of it than of what is used. After the index is built that was
 * 170 MB of 390, after an hour's rush 270 of 590.
 */

/** Old objects are cleared away when there is half as much again; by itself V8 waits for up to four times as much. */
const GROWING_PERCENT = 50
const LOOK_EVERY_MS = 10_000
/** A whole collection stops everything for a tenth of a second, so it is made while hardly anybody asks. */
const IDLE_BELOW = 0.15
const WORTH_BYTES = 24 * 1024 * 1024

interface Process {
  /** Share of the time since the last call in which something was worked. */
  busy: () => number
  resident: () => number
  collect: () => void
}

function thisProcess(): Process {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = performance.eventLoopUtilization()
  return {
    collect,
    resident: () => process.memoryUsage.rss(),
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
  }
}

/** One look: collects where it is worth it and nobody waits. Begins with a collection, after what was built at the start. */
export function collectionsOf({ busy, resident, collect }: Process): () => void {
  let after = 0
  const now = () => {
    collect()
    after = resident()
  }
  now()
  return () => {
    if (busy() < IDLE_BELOW && resident() - after > WORTH_BYTES) now()
  }
}

/** Keeps the process small from here on. */
export function keepSmall(): { stop: () => Promise<void> } {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`)
  const timer = setInterval(collectionsOf(thisProcess()), LOOK_EVERY_MS).unref()
  return { stop: async () => clearInterval(timer) }
}
