import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import { urlOf } from '#api-client/request.ts'
import type { WorkHolderWire, WorkKind } from '#contract/work.ts'
import { isAttended, outdate, useAsk } from '../api/ask.ts'
import { useLive } from '../api/live.ts'
import { shared } from '../api/shared-calls.ts'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.tsx'
import { When } from './When.tsx'

/** What frees itself, a holder who went to lunch, is told by nobody. */
const LOOK_EVERY_MS = 60_000
/** As often as the server writes down that a holder is there. */
const KEEP_EVERY_MS = 5 * 60_000

function useHolders(kind: WorkKind, enabled: boolean): readonly WorkHolderWire[] | undefined {
  const queries = useQueryClient()
  useLive('work', (event) => {
    if (event === null || (event.type === 'work' && event.kind === kind)) void outdate(queries, [shared.work])
  })
  // While no part of this kind was shown, nobody heard who took what.
  return useAsk(shared.work, { params: { kind } }, { enabled, every: LOOK_EVERY_MS, anew: true }).data?.list
}

/** For lists: who has which piece open, by its number. */
export function useTaken(kind: WorkKind, enabled = true): ReadonlyMap<number, WorkHolderWire> {
  return new Map(useHolders(kind, enabled)?.map((one) => [one.id, one]))
}

/** Beside a row whose piece somebody has open. */
export function TakenBy({ of }: { of: WorkHolderWire | undefined }): ReactNode {
  if (of === undefined) return null
  return <span className={`chip ${of.mine === 1 ? '' : 'chip-warn'}`}>{of.mine === 1 ? '我在处理' : `${of.holder} 在处理`}</span>
}

/**
 * Takes the piece while its page is open, where nobody has it; leaves it with the page. `bar` says who has it otherwise, with the way to
 * take it over. enabled: false for those who only look on, and for pieces that are done.
 */
export function useWork(kind: WorkKind, id: number, enabled = true): { bar: ReactNode; isOthers: boolean } {
  const api = useApi()
  const queries = useQueryClient()
  const holders = useHolders(kind, enabled)
  const holder = holders?.find((one) => one.id === id)
  const isOthers = enabled && holder !== undefined && holder.mine === 0
  const mine = useRef(false)
  mine.current = holder?.mine === 1
  const take = (over: 0 | 1): void => {
    api
      .ask(shared.workTake, { params: { kind, id }, body: over ? { over } : {} })
      .then(() => outdate(queries, [shared.work]))
      // A piece that cannot be taken is worked on all the same; its deeds are refused where they must be.
      .catch(() => undefined)
  }
  const latest = useRef(take)
  latest.current = take
  const isFree = enabled && holders !== undefined && holder === undefined
  useEffect(() => {
    // Nobody sits there: it stays free.
    if (isFree && isAttended()) latest.current(0)
  }, [isFree])
  useEffect(() => {
    if (!enabled) return
    const keep = setInterval(() => {
      if (mine.current && isAttended()) latest.current(0)
    }, KEEP_EVERY_MS)
    const leave = (): void => {
      if (!mine.current) return
      mine.current = false
      // The page may be going: the request outlives it.
      void fetch(urlOf(shared.workLeave.path, { params: { kind, id } }), {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        keepalive: true,
      }).then(
        () => outdate(queries, [shared.work]),
        () => undefined,
      )
    }
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(keep)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [enabled, kind, id, queries])
  useKeys([{ key: 'T', what: '接手这件事', run: () => take(1), when: isOthers }])
  const bar = isOthers && (
    <Alert
      banner
      type="warning"
      title={
        <>
          {holder.holder} 在处理（自 <When at={holder.since} short />）
        </>
      }
      action={
        <Button size="small" onClick={() => take(1)}>
          接手 <Kbd of="T" />
        </Button>
      }
    />
  )
  return { bar, isOthers }
}
