import type { DataOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { userAvailableCoupon } from '#contract/promotions.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { couponsWire } from '../../goods/promotions/public.ts'
import { cartNow } from './read.ts'
import { inCartTurn } from './turns.ts'

/** The coupons that take something off the selected lines of the cart, the one that takes most first. */
export async function couponsForCart(
  database: DatabaseHandle,
  company: ViewerCompany,
  page: number,
  now: Date,
): Promise<DataOf<typeof userAvailableCoupon>> {
  const { priced } = await inCartTurn(company.id, () => cartNow(database, company, now))
  const usable = priced.coupons.filter((one) => one.usable && one.amount > 0).sort((a, b) => b.amount - a.amount || a.id - b.id)
  const ids = usable.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => one.id)
  return { list: await couponsWire(database, company.id, ids, now), total: usable.length, page, per_page: PAGE_SIZE }
}
