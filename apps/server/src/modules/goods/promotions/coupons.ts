import type { CouponTemplateWire } from '#contract/activity.ts'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { couponCentre, couponTake } from '#contract/promotions.ts'
import { goodsInScope } from '#domain/pricing/pricing.ts'
import type { PricedGoods, Scope } from '#domain/pricing/terms.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { lockCompanyOf } from '../../../platform/viewer-store.ts'
import { findTemplate, publicTemplates, type TemplateRow } from './coupon-views.ts'
import { grantCoupon } from './grant.ts'
import { audienceOf, buyerOf, isFor, scopeOf } from './scope.ts'
import { scopeText, scopeUrl } from './scope-text.ts'
import { readScopeNames, type ScopeNames } from './scope-views.ts'
import { faceText, periodText, thresholdText } from './words.ts'

type State = CouponTemplateWire['state']

function stateOf(row: TemplateRow, now: Date): State {
  if (row.taken_by_me >= row.per_buyer) return 'taken'
  if (row.quota !== null && row.taken >= row.quota) return 'gone'
  return row.take_from !== null && row.take_from > now ? 'coming' : 'open'
}

/** What is left, in whole per cent; the last one still shows as one. */
const leftPercent = ({ quota, taken }: TemplateRow): number | null =>
  quota === null ? null : quota <= taken ? 0 : Math.max(1, Math.floor(((quota - taken) * 100) / quota))

function toTemplate(row: TemplateRow, names: ScopeNames, now: Date): CouponTemplateWire {
  const scope = scopeOf(row.scope)
  return {
    id: row.id,
    name: row.name,
    intro: row.intro,
    face: faceText(row),
    threshold_text: thresholdText(row),
    scope_text: scopeText(scope, names),
    period_text: periodText(row),
    stackable: row.stackable ? 1 : 0,
    left_percent: leftPercent(row),
    taken_by_me: row.taken_by_me,
    per_buyer: row.per_buyer,
    state: stateOf(row, now),
    take_from: row.take_from?.toISOString() ?? null,
    url: scopeUrl(scope, row.id),
  }
}

async function toTemplates(connection: Connection, rows: readonly TemplateRow[], now: Date): Promise<CouponTemplateWire[]> {
  const names = await readScopeNames(
    connection,
    rows.map((row) => scopeOf(row.scope)),
  )
  return rows.map((row) => toTemplate(row, names, now))
}

const meant = (row: TemplateRow, company: ViewerCompany | null) =>
  isFor(audienceOf(row.audience), company === null ? null : buyerOf(company))

/** Coupons that this viewer can take, or could take later, for this goods. */
export async function couponsForGoods(
  connection: Connection,
  goods: PricedGoods,
  company: ViewerCompany | null,
  now: Date,
): Promise<CouponTemplateWire[]> {
  const rows = await publicTemplates(connection, company?.id ?? null, now)
  const fitting = rows.filter((row) => meant(row, company) && goodsInScope(goods, scopeOf(row.scope)))
  return toTemplates(connection, fitting, now)
}

/** What a coupon's goods are, for the goods list; null: there is no such coupon. */
export async function couponScope(connection: Connection, templateId: number, now: Date): Promise<Scope | null> {
  const row = await findTemplate(connection, templateId, null, now)
  return row === null ? null : scopeOf(row.scope)
}

const ORDER: readonly State[] = ['open', 'taken', 'coming', 'gone']

/** What can be taken comes first, then what the buyer has, what is to come, what is gone; each as staff laid it out. */
export async function centre(
  { db }: DatabaseHandle,
  query: Omit<QueryOf<typeof couponCentre>, 'goods_id'>,
  goods: PricedGoods | null,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof couponCentre>> {
  const company = viewer?.company ?? null
  const { zone } = query
  const rows = (await publicTemplates(db, company?.id ?? null, now)).filter((row) => {
    const scope = scopeOf(row.scope)
    return (
      meant(row, company) &&
      (goods === null || goodsInScope(goods, scope)) &&
      (zone === undefined || scope.all || scope.zones.some((one) => one === zone))
    )
  })
  const sorted = ORDER.flatMap((state) => rows.filter((row) => stateOf(row, now) === state))
  return { list: await toTemplates(db, sorted.slice(0, query.limit ?? PAGE_SIZE), now) }
}

/**
 * One coupon of the coupon centre. The company's lock makes its own takings go one after the other, so that the limit per
 * buyer holds; the template's quota is taken by one guarded statement, so that it holds over all buyers.
 */
export async function takeFromCentre(
  { db }: DatabaseHandle,
  who: { accountId: number; companyId: number },
  templateId: number,
  now: Date,
): Promise<DataOf<typeof couponTake>> {
  return transact(db, async (trx) => {
    const company = await lockCompanyOf(trx, who.accountId, who.companyId)
    const before = await findTemplate(trx, templateId, who.companyId, now)
    if (company === null || before === null || !before.is_public || !meant(before, company)) throw notFound('优惠券')
    if (before.take_from !== null && before.take_from > now) throw conflict('领取时间未到', { reason: 'COUPON_NOT_STARTED' })
    if (before.take_over) throw conflict('领取时间已过', { reason: 'COUPON_OVER' })
    if (before.taken_by_me >= before.per_buyer) throw conflict(`每家企业限领 ${before.per_buyer} 张，您已领取`, { reason: 'COUPON_LIMIT' })
    const grant = await grantCoupon(trx, company.id, templateId, 'centre', now)
    if ('refused' in grant) throw conflict(grant.message, { reason: grant.refused })
    const after = { ...before, taken: before.taken + 1, taken_by_me: before.taken_by_me + 1 }
    return { coupon_id: grant.couponId, template: toTemplate(after, await readScopeNames(trx, [scopeOf(after.scope)]), now) }
  })
}
