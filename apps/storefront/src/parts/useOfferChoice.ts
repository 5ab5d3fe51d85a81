import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { choiceIn, choiceQuery, type OfferChoice } from './offer-choice.ts'

export interface ChoiceHere {
  /** What the page shown answers. */
  choice: OfferChoice
  /** What was chosen last; its answer may still be on its way. */
  wished: OfferChoice
  pending: boolean
  choose: (change: Partial<OfferChoice>) => void
}

/** The choice of coupons and gifts in the page's address: a reload, a link or the way back keeps it. */
export function useOfferChoice(): ChoiceHere {
  const here = useLocation()
  const navigate = useNavigate()
  // Shown at once; the address follows when the answer is here, and with it its key.
  const [asked, setAsked] = useState<{ at: string; choice: OfferChoice } | null>(null)
  const choice = choiceIn(new URLSearchParams(here.search))
  const pending = asked !== null && asked.at === here.key
  const wished = pending ? asked.choice : choice
  return {
    choice,
    wished,
    pending,
    choose: (change) => {
      const next = { ...wished, ...change }
      setAsked({ at: here.key, choice: next })
      const search = new URLSearchParams(here.search)
      for (const key of ['coupons', 'zps']) search.delete(key)
      for (const [key, value] of Object.entries(choiceQuery(next))) search.set(key, value)
      void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true })
    },
  }
}
