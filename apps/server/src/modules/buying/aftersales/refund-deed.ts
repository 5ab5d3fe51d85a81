import { staffAfterSaleRefund } from '#contract/aftersales.ts'
import { AFTER_SALE_STATUS_NAMES } from '#domain/aftersales.ts'
import { add, fen, yuan } from '#domain/money.ts'
import { type PaymentDeps, refundedByReturns, refundedSince } from '../../money/payments/public.ts'
import { lockByHand } from '../../money/wallet/public.ts'
import { type Deed, limitOf, tryOut } from '../../who/approvals/public.ts'
import { lockCheckoutOf } from './benefit-store.ts'
import { refundIn } from './refund.ts'
import { refundAfterSale } from './service.ts'
import { findAfterSale } from './store.ts'

const DAY_MS = 86_400_000

/**
 * The warehouse says what came back; a large sum that follows from it, in however many returns of an order, or of a company within a day, is
 * approved by finance.
 */
export const refundDeed = (deps: PaymentDeps): Deed<typeof staffAfterSaleRefund> => ({
  call: staffAfterSaleRefund,
  kind: 'after_sale.refund',
  async weigh({ database: { db }, doer, params: { id }, body, now, askedAt = now }) {
    // Held until the deed itself is done: what is tried out below lets go of its own locks.
    await lockCheckoutOf(db, id)
    const row = await findAfterSale(db, id, null)
    if (row === null) return null
    await lockByHand(db, row.companyId)
    const { amount } = await tryOut(db, () => refundIn(db, deps, doer, id, body, now))
    if (amount === null) return null
    const ofOrder = await refundedByReturns(db, row.orderId)
    const ofDay = await refundedSince(db, row.companyId, new Date(askedAt.getTime() - DAY_MS))
    const before = fen(Math.max(ofDay, ofOrder))
    if (add(before, amount) <= (await limitOf(db, 'refund_over'))) return null
    const whose = ofDay > ofOrder ? '该企业 24 小时内' : '同一订单'
    return {
      subject: `after_sale:${id}`,
      companyId: row.companyId,
      title: `售后 ${row.no} 退款 ¥${yuan(amount)}${before > 0 ? `，${whose}此前已退 ¥${yuan(before)}` : ''}`,
      changes: [
        { name: '售后', before: AFTER_SALE_STATUS_NAMES[row.status], after: '验收并退款' },
        { name: '退款', before: '', after: `¥${yuan(amount)}` },
      ],
      stands: `${row.status}:${amount}`,
      reason: body.note?.trim() || '验收完成',
    }
  },
  async run({ database, doer, params, body, now }) {
    const status = await refundAfterSale({ ...deps, database }, doer, params.id, body, now)
    return { status, status_name: AFTER_SALE_STATUS_NAMES[status] }
  },
})
