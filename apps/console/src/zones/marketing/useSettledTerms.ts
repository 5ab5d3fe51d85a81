import { bodyOf, isAskable, type OfferDraft } from './offer-draft.ts'
import { useSettled } from './useSettled.ts'

/** What fits into an address; a draft that names more goods is looked at by parts of it no more. */
const MOST = 12_000

/** The draft as questions take it, after a pause of typing; '' as long as it is not whole, or too long. */
export function useSettledTerms(draft: OfferDraft): { terms: string; isTooLong: boolean } {
  const body = bodyOf(draft)
  const terms = useSettled(isAskable(body) ? JSON.stringify(body) : '')
  const isTooLong = terms.length > MOST
  return { terms: isTooLong ? '' : terms, isTooLong }
}
