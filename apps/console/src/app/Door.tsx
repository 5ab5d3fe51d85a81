import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import type { StaffMeWire } from '#contract/console.ts'
import { keyOf, useAsk } from '../api/ask.ts'
import { entrance } from '../api/calls.ts'
import { Entrance } from '../entrance/Entrance.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { MeProvider } from './me.ts'

const Workplace = lazy(() => import('./Workplace.tsx'))

/**
 * Lets in who is signed in with every step done. Whose session ended stays at his address, with everything that he typed still
 * there behind the entrance: the same person goes on where he was, another one begins anew.
 */
export function Door() {
  const queries = useQueryClient()
  const { data: me, error, refetch } = useAsk(entrance.me, {})
  const [inside, setInside] = useState<StaffMeWire | null>(null)
  const isIn = me != null && me.step === 'done'
  if (isIn && me !== inside) setInside(me)
  useEffect(() => {
    document.getElementById('layers')?.toggleAttribute('hidden', !isIn)
  }, [isIn])

  const enter = (next: StaffMeWire): void => {
    const key = keyOf(entrance.me)
    if (inside !== null && inside.id !== next.id) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
    queries.setQueryData(key, next)
    if (next.step === 'done') void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
  }
  if (me === undefined && error === null) return null
  if (me === undefined && !(error instanceof ApiError && error.code === 401))
    return (
      <div className="alone">
        <Trouble error={error} />
        <Button onClick={() => void refetch()}>再试一次</Button>
      </div>
    )
  return (
    <>
      {inside !== null && (
        <div hidden={!isIn}>
          <MeProvider value={inside} key={inside.id}>
            <Suspense fallback={null}>
              <Workplace />
            </Suspense>
          </MeProvider>
        </div>
      )}
      {!isIn && <Entrance me={me ?? null} wasInside={inside !== null} onEnter={enter} />}
    </>
  )
}
