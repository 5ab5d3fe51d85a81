import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { api } from '../../api/calls.ts'
import { useUser } from '../../api/queries.ts'
import { PrizeAdvert } from './PrizeAdvert.tsx'
import { isWork, rememberAsked, rememberClosed, wasAskedToday, wasClosed } from './visit.ts'

const DrawPopup = lazy(() => import('../../parts/draw/DrawPopup.tsx'))

/** waiting: not asked yet; offered: pop-up open; aside: closed without drawing, the advert leads back; none: no draw for this buyer. */
type Stage = { at: 'waiting' | 'none' } | { at: 'offered' | 'aside'; drawId: number }

const LOOK_AGAIN_MS = 1_000
/** Typing, or answering another dialog: the draw waits until that is done. */
const isBusy = (): boolean => document.activeElement instanceof HTMLInputElement || document.querySelector('dialog[open]') !== null

/**
 * The draw opens by itself where this buyer may draw (is_join 0), once a day; closed, it is not asked for again
 * (specification section 4). Visitors see only its advert, for they may after signing in. Neither lies over pages of work.
 */
export function PrizeDraw() {
  const client = useApi()
  const user = useUser()
  const accountId = user?.is_passed === 1 ? user.id : null
  const work = isWork(useLocation().pathname)
  const [stage, setStage] = useState<Stage>({ at: 'waiting' })
  useEffect(() => {
    if (accountId === null || work || wasClosed('draw') || wasAskedToday(accountId, new Date())) return setStage({ at: 'none' })
    const stop = new AbortController()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const offer = (drawId: number): void => {
      if (isBusy()) waiting = setTimeout(offer, LOOK_AGAIN_MS, drawId)
      // Another tab may have asked meanwhile.
      else if (!wasAskedToday(accountId, new Date())) {
        rememberAsked(accountId, new Date())
        setStage({ at: 'offered', drawId })
      }
    }
    client.ask(api.drawSimple, { signal: stop.signal, handles: 'all' }).then(
      ({ data: { draw } }) => {
        if (draw !== null && draw.is_join === 0 && !stop.signal.aborted) offer(draw.id)
      },
      // No draw is offered where it could not be asked for; the page goes on.
      () => !stop.signal.aborted && setStage({ at: 'none' }),
    )
    return () => {
      clearTimeout(waiting)
      stop.abort()
    }
  }, [client, accountId, work])

  if (work) return null
  if (user === null) return <PrizeAdvert />
  if (stage.at !== 'offered' && stage.at !== 'aside') return null
  const { drawId } = stage
  const closed = (drawn: boolean) => {
    rememberClosed('draw')
    setStage(drawn ? { at: 'none' } : { at: 'aside', drawId })
  }
  return stage.at === 'aside' ? (
    <PrizeAdvert onDraw={() => setStage({ at: 'offered', drawId })} />
  ) : (
    <Suspense fallback={null}>
      <DrawPopup drawId={drawId} onClosed={closed} />
    </Suspense>
  )
}
