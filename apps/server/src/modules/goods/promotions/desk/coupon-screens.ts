import type { DataOf, QueryOf } from '#contract/call.ts'
import { OFFER_STATES, PAGE_SIZE } from '#contract/constants.ts'
import type { CouponDeskWire, staffCouponLook, staffCouponResult, staffCoupons } from '#contract/coupon-desk.ts'
import { yuan } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { notFound } from '../../../../platform/errors.ts'
import { asOffer, type CouponPlan, couponWire, reductionText, takingText, validText } from './coupon-plan.ts'
import { type CouponPlanHead, couponPlanById, couponPlanPage, couponResult, NO_RESULT } from './coupon-plan-views.ts'
import { BELOW_SHOWN, belowWire, companiesHit } from './look.ts'
import { scopeFigures } from './look-views.ts'
import { type OfferSaid, saidOf, saidOfAll } from './plan-words.ts'
import { namesOfTerms, requestWire } from './screens.ts'
import { belowOf, goodsOfDraft } from './warnings.ts'

/** Coupons as the console shows them. */

const headWire = (row: CouponPlanHead, { goods, buyers }: OfferSaid): DataOf<typeof staffCoupons>['list'][number] => ({
  id: row.id,
  name: row.name,
  state: row.state,
  state_name: OFFER_STATES[row.state],
  text: reductionText(row),
  goods,
  buyers,
  taking: takingText(row),
  validity: validText(row),
  quota: row.terms.quota ?? 0,
  taken: row.taken,
  updated_at: row.updatedAt.toISOString(),
  updated_by: row.updatedBy,
})

export async function couponsPage(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffCoupons>,
  now: Date,
): Promise<DataOf<typeof staffCoupons>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', state = null } = query
  const { rows, total } = await couponPlanPage(db, { keywords: keywords.trim(), state }, { page, perPage }, now)
  const said = await saidOfAll(db, rows.map(asOffer))
  const list = rows.flatMap((row, at) => {
    const words = said[at]
    return words === undefined ? [] : [headWire(row, words)]
  })
  return { list, total, page, per_page: perPage }
}

export async function couponOf(connection: Connection, id: number, viewer: number, now: Date): Promise<CouponDeskWire> {
  const row = await couponPlanById(connection, id, now)
  if (row === null) throw notFound('优惠券')
  return {
    ...headWire(row, await saidOf(connection, asOffer(row))),
    version: row.version,
    published: row.templateId === null ? 0 : 1,
    asked_by: row.askedBy,
    approved_by: row.approvedBy,
    terms: couponWire(row),
    names: await namesOfTerms(connection, asOffer(row).terms),
    request: requestWire(row.request, viewer),
    withdrawn_reason: row.withdrawnReason,
  }
}

export async function lookAtCoupon(
  { db }: DatabaseHandle,
  plan: CouponPlan,
  { seesCost, now }: { seesCost: boolean; now: Date },
): Promise<DataOf<typeof staffCouponLook>> {
  const offer = asOffer(plan)
  const goods = await goodsOfDraft(db, offer, now)
  const [{ goods: number }, companies, below] = await Promise.all([
    scopeFigures(db, goods),
    companiesHit(db, offer),
    belowOf(db, offer, seesCost, now),
  ])
  const text = reductionText(plan)
  return {
    text,
    goods: number,
    companies: companies.hit,
    companies_all: companies.all,
    below: below.slice(0, BELOW_SHOWN).map(belowWire([text], seesCost)),
    below_total: below.length,
  }
}

export async function couponResultWire({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffCouponResult>> {
  const row = await couponPlanById(db, id, now)
  if (row === null) throw notFound('优惠券')
  const { amount, discount, ...figures } = row.templateId === null ? NO_RESULT : await couponResult(db, row.templateId, now)
  return { ...figures, amount: yuan(amount), discount: yuan(discount) }
}
