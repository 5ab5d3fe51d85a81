import type { CouponTermsWire } from '#contract/coupon-desk.ts'
import { NO_NAMES, type ScopedDraft } from './offer-draft.ts'

/** A coupon while it is typed: its terms, and what the numbers in them are called. */
export interface CouponDraft extends ScopedDraft {
  terms: CouponTermsWire
}

export const NEW_COUPON: CouponDraft = {
  names: NO_NAMES,
  terms: {
    name: '',
    intro: '',
    threshold: '',
    amount: '',
    percent: 0,
    cap: '',
    scope: { all: 1, goods: [], categories: [], manufacturers: [], zones: [], except: [] },
    audience: { types: [], places: [], ranks: [], companies: [] },
    stackable: 0,
    is_public: 0,
    quota: 0,
    per_company: 1,
    take_from: '',
    take_until: '',
    valid_days: 30,
    valid_from: '',
    valid_until: '',
  },
}

/** 满 300 减 30, until somebody says it better. */
export function couponName({ threshold, amount, percent }: CouponTermsWire): string {
  const off = percent > 0 ? `打 ${percent % 10 === 0 ? percent / 10 : percent} 折` : amount === '' ? '' : `减 ${amount}`
  if (off === '') return ''
  return threshold === '' ? `无门槛${off}` : `满 ${threshold} ${off}`
}

export const couponBody = ({ terms }: CouponDraft): CouponTermsWire => ({ ...terms, name: terms.name.trim() || couponName(terms) })

/** Enough to be asked about; faults are told when it is saved. */
export function askableCoupon(draft: CouponDraft): string {
  const body = couponBody(draft)
  const { scope, amount, percent } = body
  const isWhole =
    (amount !== '') !== percent > 0 &&
    body.per_company > 0 &&
    (body.valid_days > 0 || body.valid_until !== '') &&
    scope.all + scope.goods.length + scope.categories.length + scope.manufacturers.length + scope.zones.length > 0
  return isWhole ? JSON.stringify(body) : ''
}

const FIELDS = [
  ['name', '名称'],
  ['threshold', '满多少'],
  ['amount', '优惠'],
  ['cap', '最多减'],
  ['scope', '商品范围'],
  ['audience', '客户'],
  ['quota', '总量'],
  ['per_company', '每家'],
  ['take', '发放时间'],
  ['valid', '有效期'],
] as const
export const couponField = (field: string): string => FIELDS.find(([name]) => field.startsWith(name))?.[1] ?? ''
