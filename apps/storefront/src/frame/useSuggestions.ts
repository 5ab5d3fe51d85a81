import { useEffect, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { SEARCH_CACHE_MS, SEARCH_DELAY_MS } from '#contract/constants.ts'
import { api } from '../api/calls.ts'
import type { SearchKind } from './search-drop.ts'

export interface Suggestion {
  key: string
  /** What is searched for when it is chosen. */
  keyword: string
  note: string
}

/** searching: typed, no answer yet; ready: list may be empty (暂无数据). */
export interface Suggestions {
  state: 'idle' | 'searching' | 'ready'
  list: readonly Suggestion[]
}

function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (text === '') return setRested('')
    const timer = setTimeout(() => setRested(text), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Suggestions for what is being typed: asked 500 ms after the last key, kept for 5 s. */
export function useSuggestions(text: string, kind: SearchKind, active: boolean): Suggestions {
  const client = useApi()
  const keywords = text.trim()
  const rested = useRested(active ? keywords : '')
  const query = useQuery({
    queryKey: ['suggest', kind, rested],
    enabled: active && rested !== '' && rested === keywords,
    staleTime: SEARCH_CACHE_MS,
    gcTime: SEARCH_CACHE_MS,
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const { data } = await client.ask(api.goodsSearch, { query: { keywords: rested, type: kind }, signal, handles: 'all' })
      const rows = data.list.map(({ name, sccj, ypgg }) =>
        kind === 1
          ? { key: sccj, keyword: sccj, note: name }
          : { key: `${name}|${ypgg}|${sccj}`, keyword: name, note: [ypgg, sccj].filter(Boolean).join(' · ') },
      )
      return [...new Map(rows.map((row) => [row.key, row])).values()].slice(0, 10)
    },
  })
  if (!active || keywords === '') return { state: 'idle', list: [] }
  if (rested !== keywords || query.isPending) return { state: 'searching', list: [] }
  return { state: 'ready', list: query.data ?? [] }
}
