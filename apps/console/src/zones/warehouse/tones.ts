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
} as const satisfies Readonly<Record<string, Tone>>
