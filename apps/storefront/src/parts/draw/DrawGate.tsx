import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../api/calls.ts'
import { useApi } from '../../api/context.tsx'
import { useUser } from '../../api/queries.ts'

const DrawPopup = lazy(() => import('./DrawPopup.tsx'))

/** Closed once: not asked for again in this visit (specification section 4). */
const CLOSED_KEY = 'draw_closed'
/** The page comes first. */
const AFTER_MS = 1_500

/** Asks once a visit whether this buyer may draw, and only then loads the pop-up. */
export function DrawGate() {
  const client = useApi()
  const passed = useUser()?.is_passed === 1
  const [drawId, setDrawId] = useState<number | null>(null)
  useEffect(() => {
    if (!passed || sessionStorage.getItem(CLOSED_KEY) !== null) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { draw } = (await client.ask(api.drawSimple, { signal: stop.signal, handles: 'all' })).data
        if (draw !== null && draw.is_join === 0) setDrawId(draw.id)
      } catch {
        // No draw is offered where it could not be asked for; the page goes on.
      }
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, passed])
  if (drawId === null) return null
  const close = () => {
    sessionStorage.setItem(CLOSED_KEY, '1')
    setDrawId(null)
  }
  return (
    <Suspense fallback={null}>
      <DrawPopup drawId={drawId} onClosed={close} />
    </Suspense>
  )
}
