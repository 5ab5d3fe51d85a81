import { Suspense } from 'react'
import { onDemand, useFetchedWhenIdle } from '#ui/on-demand.tsx'
// The server draws it before its script is here.
import '#ui/Empty.module.css'

/** Nobody should see it, so it comes after the page; but before the network may be gone. */
export const errorPage = onDemand(async () => ({ default: (await import('./ErrorPage.tsx')).ErrorPage }))
export const useErrorPageAtHand = (): void => useFetchedWhenIdle(errorPage)

export function ErrorBoundary() {
  return (
    <Suspense fallback={null}>
      <errorPage.Part />
    </Suspense>
  )
}
