import { PAGE_SIZE } from '#contract/constants.ts'
import { staffRecharges, staffTransfers } from '#contract/finance.ts'
import * as contract from '#contract/wallet.ts'
import { yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import { arrivedDeed } from './arrived-deed.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName } from './names.ts'
import { buyerOf } from './opening.ts'
import { rechargesOf } from './recharge-list.ts'
import { waitingTransfers } from './views.ts'
import { checkRecharge, checkRepayment, payRepayment, rechargeConfig, startRecharge, startRepayment } from './wallet-service.ts'

const PURPOSE_NAMES = { order: '订单', recharge: '充值', repayment: '账期还款' } as const

/** Repayments, recharges, and what finance confirms of transfers. */
export function walletPaymentRoutes({ serve, approvals }: ModuleContext, deps: PaymentDeps): void {
  serve(contract.userCreditCreate, ({ viewer, body, now }) =>
    startRepayment(deps, buyerOf(viewer), { billIds: body.bill_ids ?? [], amount: body.amount }, now),
  )
  serve(contract.userCreditPay, ({ viewer, body, request, now }) =>
    payRepayment(deps, buyerOf(viewer, request), body.id, body.channel, now),
  )
  serve(contract.userCreditCheck, ({ viewer, body, now }) => checkRepayment(deps, buyerOf(viewer), body.id, now))
  serve(contract.moneyConfig, ({ viewer, now }) => rechargeConfig(deps, viewer.company.id, now))
  serve(contract.userRecharge, ({ viewer, body, request, now }) =>
    startRecharge(
      deps,
      buyerOf(viewer, request),
      { purse: body.purse ?? 'voucher', amount: body.amount, channel: body.channel, key: body.key ?? null },
      now,
    ),
  )
  serve(contract.rechargeCheck, ({ viewer, body, now }) => checkRecharge(deps, buyerOf(viewer), body.id, now))

  serve(staffTransfers, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE } = query
    const { rows, total } = await waitingTransfers(deps.database.db, (page - 1) * perPage, perPage)
    const list = rows.map((row) => ({
      no: row.no,
      purpose: PURPOSE_NAMES[row.purpose],
      subject_no: row.subjectNo,
      company: row.company,
      amount: yuan(row.amount),
      status: row.status,
      status_name: row.status === 'refunding' ? '待汇回' : '待到账',
      at: row.at.toISOString(),
    }))
    return { list, total, page, per_page: perPage }
  })
  serve(staffRecharges, ({ query }) => rechargesOf(deps.database.db, query, (channel) => channelName(deps.providers, channel)))
  approvals.serve(arrivedDeed(deps))
}
