import type { StaffRefundWire } from '#contract/refunds.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const STANDING_TONES: Readonly<Record<StaffRefundWire['standing'], Tone>> = {
  reviewing: 'waiting',
  sending: 'moving',
  inspecting: 'waiting',
  channel: 'moving',
  bank: 'waiting',
  done: 'done',
}
