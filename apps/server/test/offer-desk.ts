import type { OfferTermsWire } from '#contract/offer-desk.ts'

/** An offer as the console sends it: buy 10 get 1 of a goods, until Sunday of that week, for everybody, unless said otherwise. */

type Typed = Omit<Partial<OfferTermsWire>, 'scope' | 'audience' | 'tiers'> & {
  scope?: Partial<OfferTermsWire['scope']>
  audience?: Partial<OfferTermsWire['audience']>
  tiers?: readonly Partial<OfferTermsWire['tiers'][number]>[]
}

export const tierTyped = (said: Partial<OfferTermsWire['tiers'][number]> = {}): OfferTermsWire['tiers'][number] => ({
  measure: 'number',
  threshold: '10',
  amount: '',
  percent: 0,
  repeat: 0,
  cap: '',
  choose: 0,
  gifts: [],
  exchanges: [],
  ...said,
})
export const giftTyped = (goods_id: number, said: object = {}) => ({
  goods_id,
  number: 1,
  quota: 0,
  limit_per_order: 0,
  limit_per_company: 0,
  ...said,
})

export const offerTyped = (goods: number, { scope, audience, tiers, ...said }: Typed = {}): OfferTermsWire => ({
  kind: 'gift',
  name: '买 10 赠 1',
  intro: '',
  starts_at: '2026-11-24T00:00:00.000Z',
  ends_at: '2026-11-29T16:00:00.000Z',
  scope: { all: 0, goods: [goods], categories: [], manufacturers: [], zones: [], except: [], ...scope },
  audience: { types: [], places: [], ranks: [], companies: [], ...audience },
  tiers: (tiers ?? [{ repeat: 1, gifts: [giftTyped(goods)] }]).map(tierTyped),
  ...said,
})
