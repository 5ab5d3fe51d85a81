import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call } from '#contract/call.ts'
import { withLook } from './list-state.ts'

/** The row behind this one, the one before it where it is the last; '' there is no other. */
export function nextOf(keys: readonly string[], key: string): string {
  const at = keys.indexOf(key)
  if (at === -1) return ''
  return keys[at + 1] ?? keys[at - 1] ?? ''
}

/** Of the lists that have the row, the page's own: what counts a queue reads its first row alone. */
export const pageOf = (lists: readonly (readonly string[])[], key: string): readonly string[] =>
  lists.filter((keys) => keys.includes(key)).reduce((longest, keys) => (keys.length > longest.length ? keys : longest), [])

/** Keeps the drawer open on the next row of the list when the row it shows is judged and leaves it. */
export function useNextRow(list: Endpoint<Call>, keyName: string): (key: string | number) => void {
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const look = params.get('look') ?? ''
  const answers = queries.getQueriesData<{ list?: Record<string, unknown>[] }>({ queryKey: [list.path], type: 'active' })
  const now = pageOf(
    answers.map(([, data]) => (data?.list ?? []).map((row) => String(row[keyName]))),
    look,
  )
  // As the page was while the row stood in it: a deed reads it anew before it is done, and a queue's count may still have the row then.
  const page = useRef(now)
  if (now.length > 1 || (now.length > 0 && !page.current.includes(look))) page.current = now
  return (key) => setParams(withLook(params, nextOf(page.current, String(key))), { replace: true })
}
