import type { AddressWire } from '#contract/checkout.ts'

const TONES: Readonly<Record<AddressWire['review'], string>> = {
  licence: 'chip-ok',
  passed: 'chip-ok',
  waiting: 'chip-warn',
  rejected: 'chip-bad',
}

/** Whether drugs may go there, as the quality department has said. */
export function AddressReview({ address }: { address: AddressWire }) {
  return <span className={`chip ${TONES[address.review]}`}>{address.review_name}</span>
}

/** What the state means for who orders; empty where drugs may go there. */
export function addressNote({ review, review_reason: reason }: AddressWire): string {
  if (review === 'waiting') return '质管审核通过后，药品和第二、三类医疗器械才能送到这里。'
  if (review === 'rejected') return `未通过审核：${reason}。药品和第二、三类医疗器械不能送到这里，修改后会重新审核。`
  return ''
}
