import { describe, expect, it } from 'vitest'
import {
  CERTIFICATE,
  type CertificateDeed,
  type CertificateState,
  certificateOf,
  decideCertificate,
  decideReview,
  REVIEW,
  type ReviewDeed,
  type ReviewState,
  reviewName,
  reviewOf,
} from './review.ts'

const STATES = Object.keys(REVIEW) as ReviewState[]
const CERTIFICATE_STATES = Object.keys(CERTIFICATE) as CertificateState[]

describe('企业审核', () => {
  it.each<[ReviewDeed, Partial<Record<ReviewState, ReviewState>>]>([
    ['submit', { draft: 'waiting', rejected: 'waiting' }],
    ['withdraw', { waiting: 'draft' }],
    ['pass', { waiting: 'passed' }],
    ['reject', { waiting: 'rejected' }],
    ['freeze', { passed: 'frozen' }],
    ['unfreeze', { frozen: 'passed' }],
  ])('%s 只从该在的状态去该去的状态，其余状态都不行', (deed, ways) => {
    expect(Object.fromEntries(STATES.map((state) => [state, decideReview(state, deed)]))).toEqual(
      Object.fromEntries(STATES.map((state) => [state, ways[state] ?? null])),
    )
    expect(decideReview(null, deed)).toBeNull()
  })

  it('数字与状态一一对应；不认识的数字什么也不是', () => {
    expect(STATES.map((state) => reviewOf(REVIEW[state]))).toEqual(STATES)
    expect([reviewOf(5), reviewOf(-1), reviewOf(null), reviewOf(undefined)]).toEqual([null, null, null, null])
    expect([0, 1, 2, 3, 4, 9].map(reviewName)).toEqual(['未提交', '审核中', '已通过', '已驳回', '已冻结', ''])
  })
})

describe('证照的版本', () => {
  it.each<[CertificateDeed, Partial<Record<CertificateState, CertificateState>>]>([
    ['submit', { draft: 'waiting' }],
    ['recall', { waiting: 'draft' }],
    ['pass', { waiting: 'inForce' }],
    ['reject', { waiting: 'rejected' }],
    ['replace', { inForce: 'replaced' }],
  ])('%s 只从该在的状态去该去的状态，其余状态都不行', (deed, ways) => {
    expect(Object.fromEntries(CERTIFICATE_STATES.map((state) => [state, decideCertificate(state, deed)]))).toEqual(
      Object.fromEntries(CERTIFICATE_STATES.map((state) => [state, ways[state] ?? null])),
    )
  })

  it('数字与状态一一对应', () => {
    expect(CERTIFICATE_STATES.map((state) => certificateOf(CERTIFICATE[state]))).toEqual(CERTIFICATE_STATES)
    expect(certificateOf(7)).toBeNull()
  })
})
