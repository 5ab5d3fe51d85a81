/**
 * The review of a company and of its certificates (specification, registration; 药品经营质量管理规范 arts. 62, 89): the states, their names,
 * and which deed leads from which to which. Numbers are those of the wire and of the database; everywhere else a state is its word.
 */

export const REVIEW = { draft: 0, waiting: 1, passed: 2, rejected: 3, frozen: 4 } as const
export type ReviewState = keyof typeof REVIEW
const REVIEW_WORDS: readonly ReviewState[] = ['draft', 'waiting', 'passed', 'rejected', 'frozen']
const REVIEW_NAMES: Readonly<Record<ReviewState, string>> = {
  draft: '未提交',
  waiting: '审核中',
  passed: '已通过',
  rejected: '已驳回',
  frozen: '已冻结',
}

/** null: there is no company, or it is in a state that nobody knows. */
export const reviewOf = (value: number | null | undefined): ReviewState | null => REVIEW_WORDS[value ?? -1] ?? null
/** As people read it; empty where there is none. */
export function reviewName(value: number | null | undefined): string {
  const state = reviewOf(value)
  return state === null ? '' : REVIEW_NAMES[state]
}

/** The buyer submits and withdraws; the rest is quality's. */
export type ReviewDeed = 'submit' | 'withdraw' | 'pass' | 'reject' | 'freeze' | 'unfreeze' | 'merge'
const REVIEW_DEEDS: Readonly<Record<ReviewDeed, { from: readonly ReviewState[]; to: ReviewState }>> = {
  submit: { from: ['draft', 'rejected'], to: 'waiting' },
  withdraw: { from: ['waiting'], to: 'draft' },
  pass: { from: ['waiting'], to: 'passed' },
  reject: { from: ['waiting'], to: 'rejected' },
  freeze: { from: ['passed'], to: 'frozen' },
  unfreeze: { from: ['frozen'], to: 'passed' },
  /** Another record of the same company is kept. */
  merge: { from: ['draft', 'waiting', 'passed', 'rejected', 'frozen'], to: 'frozen' },
}

/** Where the deed leads; null: it cannot be done in this state. */
export function decideReview(state: ReviewState | null, deed: ReviewDeed): ReviewState | null {
  const { from, to } = REVIEW_DEEDS[deed]
  return state !== null && from.includes(state) ? to : null
}

/** A certificate's versions: one at most is in force, one at most is on its way. */
export const CERTIFICATE = { draft: 0, waiting: 1, inForce: 2, rejected: 3, replaced: 4 } as const
export type CertificateState = keyof typeof CERTIFICATE
const CERTIFICATE_WORDS: readonly CertificateState[] = ['draft', 'waiting', 'inForce', 'rejected', 'replaced']
export const certificateOf = (value: number | null | undefined): CertificateState | null => CERTIFICATE_WORDS[value ?? -1] ?? null

/** recall: the buyer takes it back, or the company as a whole was sent back. replace: a newer version came into force. */
export type CertificateDeed = 'submit' | 'recall' | 'pass' | 'reject' | 'replace'
const CERTIFICATE_DEEDS: Readonly<Record<CertificateDeed, { from: CertificateState; to: CertificateState }>> = {
  submit: { from: 'draft', to: 'waiting' },
  recall: { from: 'waiting', to: 'draft' },
  pass: { from: 'waiting', to: 'inForce' },
  reject: { from: 'waiting', to: 'rejected' },
  replace: { from: 'inForce', to: 'replaced' },
}

/** Where the deed leads; null: it cannot be done in this state. */
export function decideCertificate(state: CertificateState | null, deed: CertificateDeed): CertificateState | null {
  const { from, to } = CERTIFICATE_DEEDS[deed]
  return state === from ? to : null
}

/** What a passed company asks to have changed; in force only once quality has agreed. */
export const CHANGE = { waiting: 1, passed: 2, rejected: 3, withdrawn: 4 } as const
