import type { CartActivityWire, CartCouponWire, MoneyRowWire } from '#contract/cart-shapes.ts'

/** Which coupons and gifts the buyer wants. null: what costs least; empty: none. It stands in the page's address. */
export interface OfferChoice {
  coupons: readonly number[] | null
  zps: readonly number[] | null
}
export const AUTOMATIC: OfferChoice = { coupons: null, zps: null }

const LIST = /^\d{1,15}(,\d{1,15})*$/

/** 0 alone means none; what cannot be read is as if it were not there. */
function idsIn(text: string | null): number[] | null {
  if (text === null || !LIST.test(text)) return null
  return [...new Set(text.split(',').map(Number))].filter((id) => id > 0)
}

export const choiceIn = (search: URLSearchParams): OfferChoice => ({
  coupons: idsIn(search.get('coupons')),
  zps: idsIn(search.get('zps')),
})

const orNone = (ids: readonly number[]): number[] => (ids.length > 0 ? [...ids] : [0])

/** As the calls take it: left out is automatic, [0] is none. */
export const choiceSent = ({ coupons, zps }: OfferChoice): { coupons?: number[]; zps?: number[] } => ({
  ...(coupons && { coupons: orNone(coupons) }),
  ...(zps && { zps: orNone(zps) }),
})

/** As the address holds it. */
export function choiceQuery(choice: OfferChoice): { coupons?: string; zps?: string } {
  const { coupons, zps } = choiceSent(choice)
  return { ...(coupons && { coupons: coupons.join(',') }), ...(zps && { zps: zps.join(',') }) }
}

/** At most one coupon that stands alone, with any that may be stacked. */
export function couponsWith(coupons: readonly CartCouponWire[], chosen: ReadonlySet<number>, id: number, on: boolean): number[] {
  if (!on) return [...chosen].filter((one) => one !== id)
  const isAlone = (one: number): boolean => coupons.find((coupon) => coupon.id === one)?.stackable === 0
  const kept = isAlone(id) ? [...chosen].filter((one) => !isAlone(one)) : [...chosen]
  return [...new Set([...kept, id])]
}

type Gift = CartActivityWire['gifts'][number]

export const chosenGifts = (activities: readonly CartActivityWire[]): number[] =>
  activities.flatMap((activity) => activity.gifts.filter((gift) => gift.selected === 1).map((gift) => gift.id))

export const chosenCoupons = (coupons: readonly CartCouponWire[]): number[] =>
  coupons.filter((coupon) => coupon.selected === 1).map((coupon) => coupon.id)

/** 元 that the coupons take off together, as the row of the sum has it. */
export const savedByCoupons = (rows: readonly MoneyRowWire[]): string =>
  rows.find((row) => row.key === 'coupon')?.amount.replace(/^-/, '') ?? ''

/** One more than a tier gives takes the place of the one that was picked first. */
export function giftsWith(activities: readonly CartActivityWire[], chosen: ReadonlySet<number>, gift: Gift, on: boolean): number[] {
  if (!on) return [...chosen].filter((id) => id !== gift.id)
  const ofTier = new Set(activities.flatMap((one) => one.gifts).flatMap((one) => (one.tier_id === gift.tier_id ? [one.id] : [])))
  const picked = [...chosen].filter((id) => ofTier.has(id) && id !== gift.id)
  const tooMany = gift.choose > 0 ? Math.max(0, picked.length + 1 - gift.choose) : 0
  const dropped = new Set(picked.slice(0, tooMany))
  return [...new Set([...[...chosen].filter((id) => !dropped.has(id)), gift.id])]
}

/** The gifts of the tier that counts: the highest reached. Reached tiers come first, and rise. */
export function giftsNow({ tiers, gifts }: CartActivityWire): Gift[] {
  const here = tiers.findLast((tier) => tier.status === 1)?.id
  return gifts.filter((gift) => gift.tier_id === here)
}
