import type { CouponTemplateWire, PromotionWire } from '#contract/activity.ts'
import { PAGE_SIZE_MAX } from '#contract/constants.ts'
import type { PricedGoods } from '#domain/pricing/terms.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { activitiesFor, activitiesOfGoods, centre, couponsForGoods, goodsOfScope, toPromotion } from '../promotions/public.ts'

/** Which coupons a block shows. */
export type CouponChoice = { ids: readonly number[] } | { zone: string }

/** What pages of zones ask of promotions. */
export interface PromotionSide {
  /** Those of the named activities that are not over and are for this viewer. */
  promotions: (ids: readonly number[], viewer: Viewer | null, now: Date) => Promise<PromotionWire[]>
  /** Coupons of the coupon centre, as this viewer finds them there. */
  coupons: (choice: CouponChoice, viewer: Viewer | null, now: Date) => Promise<CouponTemplateWire[]>
  /** The goods of an activity; null: all of the shop. One that is over, or for others, has none. */
  goodsOf: (promotionId: number, viewer: Viewer | null, now: Date) => Promise<ReadonlySet<number> | null>
  ofBrand: (
    manufacturerId: number,
    viewer: Viewer | null,
    now: Date,
  ) => Promise<{ coupons: CouponTemplateWire[]; promotions: PromotionWire[] }>
}

const NOTHING: ReadonlySet<number> = new Set()

/** Goods of a brand of which nothing else is known: what holds for all of the brand holds for it. */
const anyOfBrand = (manufacturerId: number): PricedGoods => ({ goodsId: 0, categoryIds: [], manufacturerId, zones: [] })

export function openPromotionSide({ database }: { database: DatabaseHandle }): PromotionSide {
  const { db } = database
  return {
    async promotions(ids, viewer, now) {
      const wanted = new Set(ids)
      const alive = await activitiesFor(db, viewer?.company ?? null, now)
      return alive.filter(({ row }) => wanted.has(row.id)).map((one) => toPromotion(one, now))
    },
    async coupons(choice, viewer, now) {
      if ('zone' in choice) return (await centre(database, { zone: choice.zone, limit: PAGE_SIZE_MAX }, null, viewer, now)).list
      const wanted = new Set(choice.ids)
      const { list } = await centre(database, { limit: PAGE_SIZE_MAX }, null, viewer, now)
      return list.filter((one) => wanted.has(one.id))
    },
    async goodsOf(promotionId, viewer, now) {
      const alive = await activitiesFor(db, viewer?.company ?? null, now)
      const found = alive.find(({ row }) => row.id === promotionId)
      return found ? goodsOfScope(db, found.promotion.scope, now) : NOTHING
    },
    async ofBrand(manufacturerId, viewer, now) {
      const goods = anyOfBrand(manufacturerId)
      const company = viewer?.company ?? null
      const [coupons, promotions] = await Promise.all([
        couponsForGoods(db, goods, company, now),
        activitiesOfGoods(db, goods, company, now),
      ])
      return { coupons, promotions }
    },
  }
}
