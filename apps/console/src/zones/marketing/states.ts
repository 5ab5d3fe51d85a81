import type { OfferState } from '#contract/offer-desk.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const TONES: Readonly<Record<OfferState, Tone>> = {
  draft: 'closed',
  waiting: 'waiting',
  coming: 'moving',
  live: 'done',
  ended: 'closed',
  withdrawn: 'wrong',
}
