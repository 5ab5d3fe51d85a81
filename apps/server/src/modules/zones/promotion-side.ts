import type { CouponTemplateWire, PromotionWire } from '#contract/activity.ts'
import type { Viewer } from '../../platform/viewer.ts'

/** Which coupons a block or a page shows. */
export type CouponChoice = { ids: readonly number[] } | { zone: string } | { manufacturerId: number }

/** What pages of zones need to know of promotions, whoever answers it. */
export interface PromotionSide {
  /** Activities by their ids, those that are not over and are for this viewer. */
  promotions: (ids: readonly number[], viewer: Viewer | null, now: Date) => Promise<PromotionWire[]>
  /** Coupons that this viewer may take. */
  coupons: (choice: CouponChoice, viewer: Viewer | null, now: Date) => Promise<CouponTemplateWire[]>
  /** The goods of an activity, for the search index; null: all of the shop. An activity that is over has none. */
  goodsOf: (promotionId: number, now: Date) => Promise<ReadonlySet<number> | null>
  ofBrand: (
    manufacturerId: number,
    viewer: Viewer | null,
    now: Date,
  ) => Promise<{ coupons: CouponTemplateWire[]; promotions: PromotionWire[] }>
}

export function openPromotionSide(_zones: object): PromotionSide {
  return {
    promotions: async () => [],
    coupons: async () => [],
    goodsOf: async () => new Set(),
    ofBrand: async () => ({ coupons: [], promotions: [] }),
  }
}
