import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { CouponWire, userCoupon } from '#contract/promotions.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { type CouponRow, type CouponStatus, couponPage, couponsById } from './coupon-views.ts'
import { scopeOf } from './scope.ts'
import { scopeText, scopeUrl } from './scope-text.ts'
import { readScopeNames, type ScopeNames } from './scope-views.ts'
import { daysLeft, faceText, thresholdText } from './words.ts'

/** The coupons that a company holds, as its pages show them. */

function toCoupon(row: CouponRow, names: ScopeNames, now: Date): CouponWire {
  const scope = scopeOf(row.scope)
  return {
    id: row.id,
    name: row.name,
    intro: row.intro,
    face: faceText(row),
    threshold_text: thresholdText(row),
    scope_text: scopeText(scope, names),
    stackable: row.stackable ? 1 : 0,
    valid_from: row.valid_from.toISOString(),
    valid_until: row.valid_until.toISOString(),
    days_left: row.status === 'unused' ? daysLeft(row.valid_until, now) : null,
    status: row.status,
    used_order_no: row.used_order_no,
    url: scopeUrl(scope, row.template_id),
  }
}

const STATUSES: readonly CouponStatus[] = ['unused', 'used', 'expired']
const FACES = [null, 'amount', 'percent'] as const

export async function couponsOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof userCoupon> & { started?: boolean },
  now: Date,
): Promise<DataOf<typeof userCoupon>> {
  const page = query.page ?? 1
  const per_page = query.per_page ?? PAGE_SIZE
  const status = query.status === undefined ? null : (STATUSES[query.status] ?? null)
  const filter = {
    status,
    face: FACES[query.type ?? 0] ?? null,
    started: query.started === true,
    offset: (page - 1) * per_page,
    limit: per_page,
  }
  const { rows, total } = await couponPage(db, companyId, filter, now)
  return { list: await toCoupons(db, rows, now), total, page, per_page }
}

async function toCoupons(connection: Connection, rows: readonly CouponRow[], now: Date): Promise<CouponWire[]> {
  const names = await readScopeNames(
    connection,
    rows.map((row) => scopeOf(row.scope)),
  )
  return rows.map((row) => toCoupon(row, names, now))
}

/** These of a company's coupons, in the order of the ids. */
export async function couponsWire({ db }: DatabaseHandle, companyId: number, ids: readonly number[], now: Date): Promise<CouponWire[]> {
  return toCoupons(db, await couponsById(db, companyId, ids, now), now)
}
