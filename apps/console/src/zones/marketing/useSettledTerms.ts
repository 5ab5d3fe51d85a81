import { useEffect, useState } from 'react'
import { bodyOf, isAskable, type OfferDraft } from './offer-draft.ts'

const PAUSE_MS = 350
/** What fits into an address; a draft that names more goods is looked at by parts of it no more. */
const MOST = 12_000

/** The draft as questions take it, after a pause of typing; '' as long as it is not whole, or too long. */
export function useSettledTerms(draft: OfferDraft): { terms: string; isTooLong: boolean } {
  const body = bodyOf(draft)
  const text = isAskable(body) ? JSON.stringify(body) : ''
  const [terms, setTerms] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTerms(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isTooLong = terms.length > MOST
  return { terms: isTooLong ? '' : terms, isTooLong }
}
