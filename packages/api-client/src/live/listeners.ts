import type { LiveEvent } from '#contract/live.ts'

export type LiveType = LiveEvent['type']
/** closed: also while there is no line yet. */
export type LineState = 'open' | 'closed'

export interface Listener {
  type: LiveType
  handle: (event: LiveEvent | null) => void
  state: (state: LineState) => void
}

/** Everybody on this page who listens; the line itself comes with line.ts, when the page is at rest. */
export const listeners = new Set<Listener>()
