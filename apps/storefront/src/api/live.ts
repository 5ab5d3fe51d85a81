import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import { useUser } from './queries.ts'

type Type = LiveEvent['type']
type EventOf<T extends Type> = Extract<LiveEvent, { type: T }>
/** null: while the line was lost something may have happened unheard. */
export type LiveHandler<T extends Type> = (event: EventOf<T> | null) => void
/** closed: also while there is no line yet. */
export type LineState = 'open' | 'closed'

interface Listener {
  type: Type
  handle: (event: LiveEvent | null) => void
  state: (state: LineState) => void
}

/** Everybody on this page who listens; the line itself comes with live-line.ts, when the page is at rest. */
export const listeners = new Set<Listener>()
let fetched: Promise<typeof import('./live-line.ts')> | undefined

async function follow(): Promise<void> {
  fetched ??= import('./live-line.ts')
  try {
    ;(await fetched).follow()
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
export function useLive<T extends Type>(type: T, handler: LiveHandler<T>): LineState {
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
