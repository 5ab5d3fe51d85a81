import { Type } from 'typebox'
import type { BulkKind } from '#contract/bulk.ts'
import { Id } from '#contract/shapes.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { BulkDeed } from '../../../../platform/bulk-deed.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { lockAnyCompany } from '../../../../platform/viewer-store.ts'
import { tell } from '../../../talking/messages/public.ts'
import { segmentFacts, segmentMembers } from '../../../who/segments/public.ts'
import { grantCoupon } from '../grant.ts'
import { audienceOf, buyerOf, isFor } from '../scope.ts'
import { withdrawUnused } from './coupon-plan-store.ts'
import { type CouponPlanHead, companiesGranted, companiesHolding, couponPlanById } from './coupon-plan-views.ts'

/** A coupon for many companies, and back from them: each company is a deed of its own, told to it in the same transaction. */

const PASSED = 2

async function published(connection: Connection, id: number | undefined, now: Date): Promise<CouponPlanHead & { templateId: number }> {
  const plan = id === undefined ? null : await couponPlanById(connection, id, now)
  if (plan === null) throw fieldErrors([{ field: 'wish.coupon_id', message: '请选择优惠券' }])
  const { templateId } = plan
  if (templateId === null) throw conflict('这种优惠券还没有发布')
  return { ...plan, templateId }
}

function requireLive({ state }: CouponPlanHead): void {
  if (state === 'coming') throw conflict('这种优惠券还没到发放时间')
  if (state !== 'live') throw conflict('这种优惠券已停止发放')
}

const SegmentQuery = Type.Object({ segment: Id })
const grant: BulkDeed = {
  query: SegmentQuery,
  find: async ({ db }, query, limit, { now }) => {
    const facts = await segmentFacts(db, (query as { segment: number }).segment)
    if (facts === null) throw notFound('客群')
    return segmentMembers(db, facts, limit, now)
  },
  records: async (connection, ids) =>
    new Map((await companiesGranted(connection, ids, null, new Date(0))).map(({ id, code, name }) => [id, { key: code, name, stood: '' }])),
  check: async (connection, { coupon_id: id }, now) => requireLive(await published(connection, id, now)),
  run: async ({ db }, doer, companyId, { coupon_id: id, reason }, now) => {
    const plan = await published(db, id, now)
    requireLive(plan)
    await transact(db, async (trx) => {
      // The lock that takings of the company wait for, so that its limit holds over both.
      const company = await lockAnyCompany(trx, companyId)
      if (company === null) throw notFound('企业')
      const [{ had } = { had: 0 }] = await companiesGranted(trx, [companyId], plan.templateId, now)
      if (company.reviewState !== PASSED) throw conflict('企业未通过审核或已冻结，不发')
      if (!isFor(audienceOf(plan.terms.audience), buyerOf(company))) throw conflict('不是这种券的适用客户')
      if (had >= plan.terms.per_company) throw conflict(`已有 ${had} 张，每家最多 ${plan.terms.per_company} 张`)
      const given = await grantCoupon(trx, companyId, plan.templateId, 'staff', now)
      if ('refused' in given) throw conflict(given.message, { reason: given.refused })
      await tell(
        trx,
        {
          companyId,
          kind: 'activity',
          title: `收到优惠券“${plan.name}”`,
          text: plan.terms.intro || '已放入您的优惠券，下单时可用。',
          url: '/yhq',
          key: `coupon_granted:${given.couponId}`,
        },
        now,
      )
      const after = { company: company.name, coupon: given.couponId, reason }
      await writeAudit(trx, doer, { action: 'coupon.grant', subject: `coupon:${plan.id}`, before: null, after }, now)
    })
    return ''
  },
}

const CouponQuery = Type.Object({ coupon: Id })
const takeBack: BulkDeed = {
  query: CouponQuery,
  find: async ({ db }, query, limit, { now }) => {
    const { templateId } = await published(db, (query as { coupon: number }).coupon, now)
    return companiesHolding(db, templateId, limit, now)
  },
  records: grant.records,
  check: async (connection, { coupon_id: id }, now) => void (await published(connection, id, now)),
  run: async ({ db }, doer, companyId, { coupon_id: id, reason }, now) => {
    const plan = await published(db, id, now)
    await transact(db, async (trx) => {
      const company = await lockAnyCompany(trx, companyId)
      if (company === null) throw notFound('企业')
      const number = await withdrawUnused(trx, plan.templateId, companyId, reason, now)
      if (number === 0) throw conflict('没有未使用的券')
      const news = { companyId, kind: 'activity' as const, title: `优惠券“${plan.name}”已收回`, url: '/yhq' }
      await tell(trx, { ...news, text: `${number} 张未使用的券已收回：${reason}`, key: `coupon_back:${plan.id}:${now.getTime()}` }, now)
      const after = { company: company.name, number, reason }
      await writeAudit(trx, doer, { action: 'coupon.take_back', subject: `coupon:${plan.id}`, before: null, after }, now)
    })
    return ''
  },
}

export const couponsMany: Pick<Record<BulkKind, BulkDeed>, Extract<BulkKind, `coupon.${string}`>> = {
  'coupon.grant': grant,
  'coupon.take_back': takeBack,
}
