import { useSyncExternalStore } from 'react'

/**
 * One clock for every countdown: it ticks once a second (specification section 4) and shows the server's time, for a
 * shop's old machine may be minutes off. Before the first tick, and on the server, it shows the time of rendering,
 * so that both draw the same.
 */
let current = 0
let offset = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Sets the clock by a time that the server said just now. */
export function setServerTime(serverNow: number, here: number = Date.now()): void {
  offset = serverNow - here
  current = serverNow
}

function tick(): void {
  current = Date.now() + offset
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    current = Date.now() + offset
    timer = setInterval(tick, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const read = () => current

/** Server time in ms, renewed every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, read)
}
