import { useEffect, useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { memberApi } from '../../api/member-calls.ts'

type AfterSales = typeof import('#contract/aftersales.ts')
type Quote = DataOf<AfterSales['afterSaleQuote']>

export interface QuoteState {
  quote: Quote | null
  /** Why it cannot be applied for as it is. */
  why: string
}
const NOTHING: QuoteState = { quote: null, why: '' }
const WAIT_MS = 250

/** What the refund would be: the server reckons it anew a moment after every change. */
export function useQuote(wish: BodyOf<AfterSales['afterSaleQuote']> | null): QuoteState {
  const client = useApi()
  const [state, setState] = useState<QuoteState>(NOTHING)
  const asked = wish === null ? '' : JSON.stringify(wish)
  useEffect(() => {
    if (asked === '') {
      setState(NOTHING)
      return
    }
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const body: NonNullable<typeof wish> = JSON.parse(asked)
        const { data } = await client.ask(memberApi.afterSaleQuote, { body, signal: stop.signal, handles: 'all' })
        if (!stop.signal.aborted) setState({ quote: data, why: '' })
      } catch (error) {
        if (stop.signal.aborted) return
        if (error instanceof ApiError) setState({ quote: null, why: error.message })
        // A lost connection says nothing of the wish; applying will say it.
        else if (!(error instanceof NoAnswer)) throw error
      }
    }
    const timer = setTimeout(() => void ask(), WAIT_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, client])
  return state
}
