import type { DataOf } from '#contract/call.ts'
import type { couponNum } from '#contract/promotions.ts'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { couponCounts } from './coupon-views.ts'

/** Unused coupons that end within so many days are said to end soon. */
const SOON_DAYS = 3

export async function countsOf({ db }: DatabaseHandle, companyId: number, now: Date): Promise<DataOf<typeof couponNum>> {
  const soonBefore = new Date(`${addDays(beijingDate(now), SOON_DAYS + 1)}T00:00:01+08:00`)
  return couponCounts(db, companyId, soonBefore, now)
}
