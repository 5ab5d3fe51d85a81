import { useLocation, useNavigate, useNavigation } from 'react-router'
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
  const going = useNavigation().location
  const next = going?.pathname === here.pathname ? going : here
  const wished = choiceIn(new URLSearchParams(next.search))
  return {
    choice: choiceIn(new URLSearchParams(here.search)),
    wished,
    pending: next !== here,
    choose: (change) => {
      const search = new URLSearchParams(next.search)
      for (const key of ['coupons', 'zps']) search.delete(key)
      for (const [key, value] of Object.entries(choiceQuery({ ...wished, ...change }))) search.set(key, value)
      void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true })
    },
  }
}
