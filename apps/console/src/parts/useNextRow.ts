import { useQueryClient } from '@tanstack/react-query'
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

/** Keeps the drawer open on the next row of the list when the row it shows is judged and leaves it. */
export function useNextRow(list: Endpoint<Call>, keyName: string): (key: string | number) => void {
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  return (key) => {
    const answers = queries.getQueriesData<{ list?: Record<string, unknown>[] }>({ queryKey: [list.path], type: 'active' })
    const keys = answers.map(([, data]) => (data?.list ?? []).map((row) => String(row[keyName]))).find((all) => all.includes(String(key)))
    setParams(withLook(params, nextOf(keys ?? [], String(key))), { replace: true })
  }
}
