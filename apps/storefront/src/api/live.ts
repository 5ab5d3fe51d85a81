import { useEffect, useRef, useState } from 'react'
import { type LineState, type Listener, type LiveType, listeners } from '#api-client/live/listeners.ts'
import type { LiveEvent } from '#contract/live.ts'
import { useUser } from './queries.ts'

type EventOf<T extends LiveType> = Extract<LiveEvent, { type: T }>
/** null: while the line was lost something may have happened unheard. */
type LiveHandler<T extends LiveType> = (event: EventOf<T> | null) => void

const LINE = '/api/live'
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

/** Time for the page itself; what happens meanwhile it reads by its calls. */
const REST_MS = 1_500

/**
 * Hears what happens to the company (or, for staff, to the shop) as long as the part is shown: one line for the whole page,
 * only for who is signed in. Answers whether the line is open: who shows a list asks for it anew when it opens.
 */
export function useLive<T extends LiveType>(type: T, handler: LiveHandler<T>): LineState {
  const who = useUser()?.id
  const [state, setState] = useState<LineState>('closed')
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (who === undefined) return
    const listener: Listener = { type, handle: (event) => latest.current(event as EventOf<T> | null), state: setState }
    listeners.add(listener)
    const timer = setTimeout(() => void follow(), fetched ? 0 : REST_MS)
    return () => {
      clearTimeout(timer)
      listeners.delete(listener)
      setState('closed')
      if (fetched) void follow()
    }
  }, [type, who])
  return state
}
