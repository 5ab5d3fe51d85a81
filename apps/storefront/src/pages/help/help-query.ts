import { useEffect } from 'react'
import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import { api } from '../../api/calls.ts'
import { keepCategories, readCategories } from './kept-categories.ts'

/** The help centre is this category (specification section 7). */
const HELP_CATEGORY = 3

/** Groups of help with their articles. In the browser from what it has kept, while that is fresh or nothing better is had. */
export function helpQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['help'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const kept = typeof window === 'undefined' ? null : readCategories(window.localStorage, Date.now())
      if (kept?.fresh) return kept.list
      try {
        const input = { query: { category_id: HELP_CATEGORY }, signal, ...(kept && { handles: 'all' as const }) }
        return (await client.ask(api.articleCategory, input)).data.list
      } catch (error) {
        if (kept) return kept.list
        throw error
      }
    },
  })
}

export function useHelpGroups() {
  const { data } = useQuery(helpQuery(useApi()))
  useEffect(() => {
    if (data && !readCategories(window.localStorage, Date.now())?.fresh) keepCategories(window.localStorage, data, Date.now())
  }, [data])
  return data ?? []
}
