import { PAGE_SIZE } from '#contract/constants.ts'
import { staffSuspense } from '#contract/finance.ts'
import { yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName } from './names.ts'
import { suspenseStatusName } from './suspense.ts'
import { suspenseDeed } from './suspense-deed.ts'
import { type SuspenseReason, suspensePage } from './suspense-store.ts'

const REASONS: Readonly<Record<SuspenseReason, string>> = {
  amount_mismatch: '金额与应付不符',
  unknown_payment: '找不到这笔支付',
  paid_twice: '同一笔支付又付了一次',
  bank_unmatched: '对公来账没有对上',
}

/** Money in suspense: what waits, and what finance decides. */
export function suspenseRoutes({ serve, approvals }: ModuleContext, deps: PaymentDeps): void {
  serve(staffSuspense, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, status = 'open' } = query
    const { rows, total } = await suspensePage(deps.database.db, status === 'open', (page - 1) * perPage, perPage)
    const list = rows.map((row) => ({
      no: row.no,
      channel: channelName(deps.providers, row.channel),
      payment_no: row.paymentNo,
      gateway_no: row.gatewayNo,
      amount: yuan(row.amount),
      reason: REASONS[row.reason],
      company_id: row.companyId,
      company: row.company,
      order_no: row.orderNo,
      status: row.status,
      status_name: suspenseStatusName(row.status),
      note: row.note,
      payer: row.payer,
      can_return: row.channel === 'bank' ? 0 : 1,
      decided_by: row.decidedBy,
      at: row.createdAt.toISOString(),
    }))
    return { list, total, page, per_page: perPage }
  })
  approvals.serve(suspenseDeed(deps))
}
