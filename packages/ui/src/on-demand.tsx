import { type ComponentType, lazy, useEffect } from 'react'

interface OnDemand<Props extends object> {
  /** Goes inside <Suspense>. */
  Part: ComponentType<Props>
  /** Has it ready before it is wanted. */
  fetch: () => void
  /** Where the server draws the part too, it has it from the start; a browser then keeps that drawing until the script is here. */
  give: (part: ComponentType<Props>) => void
}

/**
 * A part that most views do without: its script comes when the part is wanted, or before. Where it cannot be fetched the page
 * stays as it is, without the part.
 */
export function onDemand<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): OnDemand<Props> {
  const loadOrNothing = () => load().catch(() => ({ default: () => null }))
  const Later = lazy(loadOrNothing)
  let given: ComponentType<Props> | undefined
  return {
    Part(props) {
      const Here = given ?? Later
      return <Here {...props} />
    },
    fetch: () => void loadOrNothing(),
    give: (part) => {
      given = part
    },
  }
}

/** Safari has no idle callback; by then a page is at rest. */
const REST_MS = 2000

/** Fetches parts when the browser has nothing else to do. */
export function useFetchedWhenIdle({ fetch }: { fetch: () => void }): void {
  useEffect(() => {
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(fetch, REST_MS)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(fetch)
    return () => window.cancelIdleCallback(handle)
  }, [fetch])
}
