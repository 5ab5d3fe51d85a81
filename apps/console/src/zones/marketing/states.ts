import type { BroadcastState } from '#contract/broadcasts.ts'
import type { OfferState } from '#contract/offer-desk.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const BROADCAST_TONES: Readonly<Record<BroadcastState, Tone>> = {
  draft: 'closed',
  waiting: 'waiting',
  coming: 'moving',
  sending: 'moving',
  done: 'done',
  stopped: 'wrong',
}

export const TONES: Readonly<Record<OfferState, Tone>> = {
  draft: 'closed',
  waiting: 'waiting',
  coming: 'moving',
  live: 'done',
  ended: 'closed',
  withdrawn: 'wrong',
}
