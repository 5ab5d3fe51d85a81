import { useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import { memberApi } from '../../api/member-calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { type Draft, keyFor } from './draft.ts'

/** Puts a list in the cart once, however often it is sent. Null: it failed, and the error catalogue has shown why. */
export function useListAdd(draft: Draft, change: (part: Partial<Draft>) => void) {
  const client = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const send = async (list: readonly AddLineWire[]): Promise<AddAnswerWire | null> => {
    if (busy || list.length === 0) return null
    setBusy(true)
    const sent = keyFor(draft, list)
    change({ sent })
    try {
      const { data } = await client.ask(memberApi.quickAdd, { body: { key: sent.key, list: [...list] } })
      change({ sent: null })
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      return data
    } catch (error) {
      // Refused for certain: nothing stands under the key. Without an answer it may, and the same list keeps it.
      if (error instanceof ApiError) change({ sent: null })
      return null
    } finally {
      setBusy(false)
    }
  }
  return { send, busy }
}
