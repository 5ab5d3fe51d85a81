import type { AgreementCompanyState, AgreementState } from '#contract/agreements.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const AGREEMENT_TONES: Readonly<Record<AgreementState, Tone>> = {
  draft: 'closed',
  waiting: 'waiting',
  coming: 'moving',
  in_force: 'done',
  replaced: 'closed',
  withdrawn: 'wrong',
}
export const COMPANY_TONES: Readonly<Record<AgreementCompanyState, Tone>> = { current: 'done', former: 'waiting', none: 'closed' }
