import type { Tone } from './StateTag.tsx'

/** By review_state: 0 draft, 1 waits, 2 passed, 3 rejected, 4 frozen. */
const TONES: readonly Tone[] = ['closed', 'waiting', 'done', 'wrong', 'wrong']
export const toneOfReview = (state: number): Tone => TONES[state] ?? 'closed'

/** By the state of a paper, as the dossier names it. */
const PAPER_TONES: Readonly<Record<string, Tone>> = {
  ok: 'done',
  soon: 'waiting',
  waiting: 'waiting',
  expired: 'wrong',
  stopped: 'wrong',
  rejected: 'wrong',
}
export const toneOfPaper = (state: string): Tone => PAPER_TONES[state] ?? 'closed'
