import type { CouponTermsWire } from '#contract/coupon-desk.ts'
import type { SegmentFactsWire } from '#contract/segments.ts'

type Typed = Omit<Partial<CouponTermsWire>, 'scope' | 'audience'> & {
  scope?: Partial<CouponTermsWire['scope']>
  audience?: Partial<CouponTermsWire['audience']>
}

/** A coupon as the console sends it: 100 less 10 on everything, 30 days from the moment it is had, for everybody, unless said otherwise. */
export const couponTyped = ({ scope, audience, ...said }: Typed = {}): CouponTermsWire => ({
  name: '满 100 减 10',
  intro: '',
  threshold: '100',
  amount: '10',
  percent: 0,
  cap: '',
  scope: { all: 1, goods: [], categories: [], manufacturers: [], zones: [], except: [], ...scope },
  audience: { types: [], places: [], ranks: [], companies: [], ...audience },
  stackable: 0,
  is_public: 0,
  quota: 0,
  per_company: 1,
  take_from: '',
  take_until: '',
  valid_days: 30,
  valid_from: '',
  valid_until: '',
  ...said,
})

/** A segment of everybody, unless said otherwise. */
export const factsTyped = (said: Partial<SegmentFactsWire> = {}): SegmentFactsWire => ({
  types: [],
  places: [],
  ranks: [],
  managers: [],
  ordered_days: 0,
  silent_days: 0,
  amount_days: 0,
  amount_from: '',
  amount_to: '',
  bought_days: 0,
  bought_categories: [],
  bought_goods: [],
  missed_days: 0,
  missed_categories: [],
  missed_goods: [],
  licence_days: 0,
  ...said,
})
