import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError, type Input } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call, DataOf } from '#contract/call.ts'

/** Calls whose answers a deed makes untrue. */
export type Outdated = readonly Endpoint<Call>[]

type Loose = { params?: unknown; query?: unknown }

/** A question's key begins with its path, so that all answers of one call can be called outdated at once. */
export const keyOf = (endpoint: Endpoint<Call>, input: Loose = {}) => [endpoint.path, input.params ?? {}, input.query ?? {}] as const

interface Options {
  /** false: not asked now. */
  enabled?: boolean
  /** Asked again after so many ms, as long as the page is looked at. */
  every?: number
  /** Until the answer to another question is here, the former one is shown. */
  keepFormer?: boolean
  /** Asked anew when the part comes up, however short ago another one asked; isFetchedAfterMount waits for it. */
  anew?: boolean
}

/** The answer of a GET call, asked when it is missing, old or called outdated by a deed. */
export function useAsk<C extends Call>(endpoint: Endpoint<C>, input: Input<C>, options: Options = {}): UseQueryResult<DataOf<C>, Error> {
  const api = useApi()
  const { enabled = true, every, keepFormer = false, anew = false } = options
  return useQuery<DataOf<C>, Error>({
    queryKey: keyOf(endpoint, input as Loose),
    queryFn: async ({ signal }) => (await api.ask(endpoint, { ...input, signal })).data,
    enabled,
    ...(every !== undefined && { refetchInterval: () => (isAttended() ? every : false) }),
    ...(anew && { refetchOnMount: 'always' as const }),
    ...(keepFormer && { placeholderData: (former: DataOf<C> | undefined) => former as never }),
  })
}

export async function outdate(queries: QueryClient, calls: Outdated): Promise<void> {
  await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}

/** A refusal will not change by asking again; a lost network may. */
export const mayRetry = (failures: number, error: Error): boolean => !(error instanceof ApiError) && failures < 2

const ATTENDED_MS = 10 * 60_000
let touchedAt = Date.now()

/** What asks by itself must not keep alive a session that nobody sits at. */
export const isAttended = (): boolean => Date.now() - touchedAt < ATTENDED_MS

export function watchAttendance(page: Pick<EventTarget, 'addEventListener'>): void {
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    page.addEventListener(event, () => {
      touchedAt = Date.now()
    })
}
