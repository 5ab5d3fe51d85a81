import type { Tone } from '../../parts/StateTag.tsx'

/** The states of the warehouse's papers. */
export const TONES = {
  waiting: 'waiting',
  done: 'done',
  withdrawn: 'closed',
  open: 'moving',
  submitted: 'waiting',
  approved: 'done',
  cancelled: 'closed',
  sent: 'moving',
  arrived: 'done',
  // A wave, and its orders.
  picking: 'moving',
  dissolved: 'closed',
  pick: 'waiting',
  picked: 'done',
  held: 'wrong',
  left: 'closed',
} as const satisfies Readonly<Record<string, Tone>>
