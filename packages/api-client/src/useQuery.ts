import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { idOf, type Query, type QueryClient } from './cache.ts'

export interface WatchedQuery<T> extends Query<T> {
  /** false: only what is known already; true. */
  enabled?: boolean
  /** Known from elsewhere, as fresh as the page; used where the cache has nothing. */
  initialData?: T
  /** Until the answer for another key is here, the former one is shown. */
  keepFormer?: boolean
}

export interface QueryResult<T> {
  data: T | undefined
  error: Error | null
  isError: boolean
  /** Neither an answer nor a failure yet. */
  isPending: boolean
  /** data answers the former key: this one's answer is on its way. */
  isFormer: boolean
  /** A failure is part of the result. */
  refetch: () => void
}

const QueryClientContext = createContext<QueryClient | null>(null)
export const QueryClientProvider = QueryClientContext.Provider

export function useQueryClient(): QueryClient {
  const queries = useContext(QueryClientContext)
  if (queries === null) throw new Error('no query client above')
  return queries
}

/** Gives a question its type; see Query. */
export const queryOptions = <T>(query: Query<T>): Query<T> => query

/** Shows an answer of the server, asked when it is missing or old, and follows its changes. */
export function useQuery<T>(query: WatchedQuery<T>): QueryResult<T> {
  const queries = useQueryClient()
  const latest = useRef(query)
  const former = useRef<T>(undefined)
  const id = idOf(query.queryKey)
  const { enabled = true, initialData, keepFormer = false } = query
  // Before the subscription below, which reads it.
  useEffect(() => {
    latest.current = query
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or a switch watches anew; the rest is read when needed
  const watch = useCallback(
    (changed: () => void) => {
      const { queryKey, initialData: given } = latest.current
      if (given !== undefined && queries.answer(queryKey).data === undefined) queries.setQueryData(queryKey, () => given)
      return queries.watch({ query: () => latest.current, changed })
    },
    [queries, id, enabled],
  )
  const now = () => queries.answer<T>(query.queryKey)
  const { data: known, error } = useSyncExternalStore(watch, now, now)
  const data = known === undefined ? initialData : known
  useEffect(() => {
    if (data !== undefined) former.current = data
  })
  const shown = data === undefined && keepFormer ? former.current : data
  return {
    data: shown,
    error,
    isError: error !== null,
    isPending: shown === undefined && error === null,
    isFormer: shown !== data,
    refetch: () => void queries.refetch(latest.current).catch(() => undefined),
  }
}
