import { OFFER_STATES } from '#contract/constants.ts'
import type { OfferState } from '#contract/offer-desk.ts'
import { StateTag } from '../../parts/StateTag.tsx'
import { TONES } from './states.ts'

export const choicesOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, text]) => ({ value, text }))

export function PlanState({ of: { state, waiting, changed } }: { of: { state: OfferState; waiting: number; changed: number } }) {
  return (
    <span className="row">
      <StateTag tone={TONES[state]}>{OFFER_STATES[state]}</StateTag>
      {state !== 'waiting' && waiting === 1 && <span className="chip chip-warn">新版待批准</span>}
      {waiting === 0 && changed === 1 && <span className="chip">有改动</span>}
    </span>
  )
}
