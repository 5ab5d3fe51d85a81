import { staffTransfer } from '#contract/finance.ts'
import { add, yuan } from '#domain/money.ts'
import { type Deed, limitOf } from '../../who/approvals/public.ts'
import { byHandSince, lockByHand } from '../wallet/public.ts'
import { confirmBankRefund, confirmTransferByNo } from './bank.ts'
import type { PaymentDeps } from './deps.ts'
import { findPayment, lockPayment } from './store.ts'
import { lockSubject } from './subjects.ts'
import { companyNameOf } from './suspense-store.ts'

const DAY_MS = 86_400_000
const PURPOSES = { recharge: '充值', repayment: '账期还款' } as const

/**
 * A recharge or a repayment that one person says to have seen at the bank, and that no statement shows, is what a correction of the balance is:
 * beyond the same sum of a day it takes two. An order's goods go through other hands.
 */
export const arrivedDeed = (deps: PaymentDeps): Deed<typeof staffTransfer> => ({
  call: staffTransfer,
  kind: 'transfer.arrived',
  async weigh({ database: { db }, params: { no, command }, now, askedAt = now }) {
    const known = await findPayment(db, no)
    if (command !== 'arrived' || known === null || known.channel !== 'bank' || known.purpose === 'order') return null
    await lockSubject(db, known)
    const payment = await lockPayment(db, no)
    if (payment === null || (payment.status !== 'created' && payment.status !== 'closed')) return null
    const { companyId, amount } = payment
    await lockByHand(db, companyId)
    const before = await byHandSince(db, companyId, new Date(askedAt.getTime() - DAY_MS))
    if (add(before, amount) <= (await limitOf(db, 'balance_over'))) return null
    const company = (await companyNameOf(db, companyId)) ?? ''
    return {
      subject: `${known.purpose}:${known.subjectId}`,
      companyId,
      title: `${company} ${PURPOSES[known.purpose]} ¥${yuan(amount)} 到账（银行流水里还没有）${before > 0 ? `，24 小时内此前已转入、调整 ¥${yuan(before)}` : ''}`,
      changes: [{ name: '到账', before: '待到账', after: `¥${yuan(amount)}` }],
      stands: `${payment.status}:${amount}`,
      reason: '人工确认到账',
    }
  },
  async run({ database, doer, params: { no, command }, now }) {
    const own = { ...deps, database }
    if (command === 'arrived') return { outcome: await confirmTransferByNo(own, no, doer, now) }
    await confirmBankRefund(own, no, doer, now)
    return { outcome: 'returned' }
  },
})
