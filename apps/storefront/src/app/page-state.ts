import type { HydrationState } from 'react-router'
import type { Dehydrated } from '#api-client/cache.ts'

export const STATE_ID = 'page-state'

/** What the server hands to the browser beside the HTML: what loaders and queries had answered. */
export interface PageState {
  router: HydrationState
  queries: Dehydrated
  /** Server time of the rendering, ms. */
  now: number
}

/** JSON that may stand inside a script element: without "<" no tag or comment in it can begin or end. */
export function embed(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}
