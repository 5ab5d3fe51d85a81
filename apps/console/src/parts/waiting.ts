import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import { isAttended, keyOf, mayRetry } from '../api/ask.ts'
import { useLive } from '../api/live.ts'
import { useZones } from '../app/here.ts'
import { useMay } from '../app/me.ts'
import type { Queue } from '../zone.ts'

/** The net under the words of the line. */
const EVERY_MS = 60_000
/** Busy hours tell of something every second; the figures follow so often at most. */
const AFTER_MS = 3_000

export interface Waiting {
  queue: Queue
  /** undefined: not known (yet). */
  count: number | undefined
  failed: boolean
}

/** Nothing more is on its way. */
export const isAllKnown = (list: readonly Waiting[]): boolean => list.every(({ count, failed }) => failed || count !== undefined)

const totalOf = (data: unknown): number | undefined =>
  typeof data === 'object' && data !== null && 'total' in data && typeof data.total === 'number' ? data.total : undefined

/** What waits for the person, read anew each minute while somebody sits there, and when the line says that it changed (useLiveWaiting). */
export const useWaiting = (): Waiting[] => useCounted(useZones().flatMap((zone) => zone.queues ?? []))

/** What runs out, ends or is late, of what the person may look at. */
export const useAlarms = (): Waiting[] => useCounted(useZones().flatMap((zone) => zone.alarms ?? []))

function useCounted(all: readonly Queue[]): Waiting[] {
  const api = useApi()
  const may = useMay()
  const queues = all.filter(({ needs }) => may(needs))
  const answers = useQueries({
    queries: queues.map(({ list, query = {} }) => {
      const asked = { ...query, per_page: 1 }
      return {
        queryKey: keyOf(list, { query: asked }),
        queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.ask(list, { query: asked, signal } as never)).data as unknown,
        refetchInterval: () => (isAttended() ? EVERY_MS : (false as const)),
        retry: mayRetry,
      }
    }),
  })
  return queues.map((queue, at) => {
    const { data, error } = answers[at] ?? { data: undefined, error: null }
    return { queue, count: data === undefined ? undefined : (queue.count ?? totalOf)(data), failed: error !== null && error !== undefined }
  })
}

/** Reads the counts anew whose areas the line names: once for all that is told within some seconds. */
export function useLiveWaiting(): void {
  const queries = useQueryClient()
  const zones = useZones()
  const due = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive('queues', (event) => {
    const queues = zones.flatMap((zone) => zone.queues ?? [])
    const areas = event?.type === 'queues' ? event.areas : queues.map(({ area }) => area)
    for (const area of areas) due.current.add(area)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const told = queues.filter(({ area }) => due.current.has(area))
      due.current.clear()
      for (const { list, query = {} } of told)
        void queries.invalidateQueries({ queryKey: keyOf(list, { query: { ...query, per_page: 1 } }) })
    }, AFTER_MS)
  })
}
