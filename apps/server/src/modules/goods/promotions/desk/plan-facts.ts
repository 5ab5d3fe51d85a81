import { OFFER_KINDS } from '#contract/constants.ts'
import type { CouponTermsWire } from '#contract/coupon-desk.ts'
import type { OfferTermsWire } from '#contract/offer-desk.ts'
import { ZONE_NAMES } from '../scope-text.ts'
import { type CouponPlan, couponWire } from './coupon-plan.ts'
import {
  type Fact,
  type Fields,
  factsIn,
  flagSaid,
  momentSaid,
  type NameOf,
  named,
  orEndless,
  percentSaid,
  reachFacts,
  rowIn,
  yuanSaid,
} from './facts.ts'
import { type Plan, termsWire } from './plan.ts'

/** Every field of an offer and of a coupon, for whoever approves it. */

type Tier = OfferTermsWire['tiers'][number]

const OFFER: Fields<OfferTermsWire> = {
  kind: ['种类', (value) => OFFER_KINDS[value]],
  name: ['名称'],
  intro: ['说明'],
  starts_at: ['开始', momentSaid('')],
  ends_at: ['结束', momentSaid('')],
  scope: null,
  audience: null,
  tiers: null,
}
const tierOf = (measure: Tier['measure']): Fields<Tier> => ({
  measure: ['按', (value) => (value === 'amount' ? '金额' : '件数')],
  threshold: ['满', (value) => (measure === 'amount' ? `¥${value}` : `${value} 件`)],
  amount: ['减或返', yuanSaid],
  percent: ['折扣', percentSaid],
  repeat: ['每满都有', flagSaid],
  cap: ['最多减', yuanSaid],
  choose: ['任选几种'],
  gifts: null,
  exchanges: null,
})
const GIFT: Fields<Tier['gifts'][number]> = {
  goods_id: ['商品', named('goods')],
  number: ['每次赠'],
  quota: ['总量', orEndless],
  limit_per_order: ['每单最多', orEndless],
  limit_per_company: ['每家最多', orEndless],
}
const EXCHANGE: Fields<Tier['exchanges'][number]> = {
  goods_id: ['商品', named('goods')],
  price: ['换购价', yuanSaid],
  limit: ['每单最多'],
  quota: ['总量', orEndless],
}

const ZONES: Readonly<Record<string, string>> = ZONE_NAMES
const zonesOf = ({ scope }: Pick<OfferTermsWire, 'scope'>): string[] => scope.zones.map((zone) => ZONES[zone] ?? zone)

export const offerFacts = (plan: Plan) => {
  const wire = termsWire(plan)
  return (nameOf: NameOf): Fact[] => [
    ...factsIn(wire, OFFER, nameOf),
    ...reachFacts(wire, zonesOf(wire), nameOf),
    ...wire.tiers.flatMap((tier, at) => [
      { name: `第 ${at + 1} 档`, text: rowIn(tier, tierOf(tier.measure), nameOf) },
      ...tier.gifts.map((gift, index) => ({ name: `第 ${at + 1} 档赠品 ${index + 1}`, text: rowIn(gift, GIFT, nameOf) })),
      ...tier.exchanges.map((one, index) => ({ name: `第 ${at + 1} 档换购 ${index + 1}`, text: rowIn(one, EXCHANGE, nameOf) })),
    ]),
  ]
}

const COUPON: Fields<CouponTermsWire> = {
  name: ['名称'],
  intro: ['说明'],
  threshold: ['满', (value) => (value === '' ? '无门槛' : `¥${value}`)],
  amount: ['减', yuanSaid],
  percent: ['折扣', percentSaid],
  cap: ['最多减', yuanSaid],
  scope: null,
  audience: null,
  stackable: ['可与其他券叠加', flagSaid],
  is_public: ['领券中心可领', flagSaid],
  quota: ['总张数', orEndless],
  per_company: ['每家最多张数'],
  take_from: ['开始发放', momentSaid('即时')],
  take_until: ['停止发放', momentSaid('一直发放')],
  valid_days: ['领取后有效天数'],
  valid_from: ['有效期从', momentSaid('')],
  valid_until: ['有效期到', momentSaid('')],
}
export const couponFacts = (plan: CouponPlan) => {
  const wire = couponWire(plan)
  return (nameOf: NameOf): Fact[] => [...factsIn(wire, COUPON, nameOf), ...reachFacts(wire, zonesOf(wire), nameOf)]
}
