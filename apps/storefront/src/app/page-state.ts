import type { DehydratedState } from '@tanstack/react-query'
import type { HydrationState } from 'react-router'

export const STATE_ID = 'page-state'

/** What the server hands to the browser beside the HTML: what loaders and queries had answered. */
export interface PageState {
  router: HydrationState
  queries: DehydratedState
  /** Server time of the rendering, ms. */
  now: number
}

/** JSON that may stand inside a script element: no closing tag, comment or line separator gets out of it. */
export function embed(state: PageState): string {
  return JSON.stringify(state).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
