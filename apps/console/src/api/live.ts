import { useEffect, useRef, useState } from 'react'
import { type LineState, type Listener, listeners } from '#api-client/live/listeners.ts'
import type { LiveEvent } from '#contract/live.ts'

const LINE = '/api/staff/live'

let fetched: Promise<typeof import('#api-client/live/line.ts')> | undefined

async function follow(): Promise<void> {
  fetched ??= import('#api-client/live/line.ts')
  try {
    ;(await fetched).follow(LINE)
  } catch {
    // The script could not be fetched: the next part that listens tries again.
    fetched = undefined
  }
}

/** Hears what happens in the shop while the part is shown; null: something may have happened unheard. Answers whether the line is open. */
export function useLive(type: LiveEvent['type'], heard: (event: LiveEvent | null) => void): LineState {
  const [state, setState] = useState<LineState>('closed')
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  useEffect(() => {
    const listener: Listener = { type, handle: (event) => latest.current(event), state: setState }
    listeners.add(listener)
    void follow()
    return () => {
      listeners.delete(listener)
      if (fetched) void follow()
    }
  }, [type])
  return state
}
