import type { CartActivityWire } from '#contract/cart-shapes.ts'
import { chosenGifts, giftsWith } from './offer-choice.ts'
import type { ChoiceHere } from './useOfferChoice.ts'

export interface Gifts {
  chosen: ReadonlySet<number>
  busy: boolean
  choose: (gift: CartActivityWire['gifts'][number], on: boolean) => void
  /** Back to what is given by itself; null while that is so. */
  reset: (() => void) | null
}

/** The gifts in force, or those of a choice that is on its way. */
export function giftsHere(activities: readonly CartActivityWire[], { wished, pending, choose }: Omit<ChoiceHere, 'choice'>): Gifts {
  const chosen = new Set(pending && wished.zps ? wished.zps : chosenGifts(activities))
  return {
    chosen,
    busy: pending,
    choose: (gift, on) => choose({ zps: giftsWith(activities, chosen, gift, on) }),
    reset: wished.zps ? () => choose({ zps: null }) : null,
  }
}
