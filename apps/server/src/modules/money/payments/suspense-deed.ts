import { staffSuspenseDecide } from '#contract/finance.ts'
import { add, yuan } from '#domain/money.ts'
import { plainName } from '#domain/transfers.ts'
import type { Connection } from '../../../platform/database.ts'
import { lockOrder } from '../../buying/orders/public.ts'
import { type Deed, limitOf } from '../../who/approvals/public.ts'
import { byHandSince, lockByHand } from '../wallet/public.ts'
import type { PaymentDeps } from './deps.ts'
import { payFromBalance } from './service.ts'
import { decideSuspense, suspenseStatusName } from './suspense.ts'
import { companyNameOf, isBroughtBy, lockSuspense, orderIdByNo } from './suspense-store.ts'

const DAY_MS = 86_400_000

/** Whose the named order is; locked first, as the deed locks it. */
async function companyOfOrder(connection: Connection, orderNo: string): Promise<number | null> {
  const id = orderNo === '' ? null : await orderIdByNo(connection, orderNo)
  return id === null ? null : ((await lockOrder(connection, id, null))?.companyId ?? null)
}

/**
 * Money of which nothing says whose it is becomes somebody's balance: above what one person may put on a balance within a day, in
 * however many sums, it takes two. What names its company itself, by the payment it was for or by the account it came from, does not; the
 * account stands in a file, which whoever decides must not have brought himself.
 */
export const suspenseDeed = (deps: PaymentDeps): Deed<typeof staffSuspenseDecide> => ({
  call: staffSuspenseDecide,
  kind: 'suspense.match',
  async weigh({ database: { db }, doer, params: { no, command }, body, now, askedAt = now }) {
    if (command !== 'match') return null
    const buyer = await companyOfOrder(db, body.order_no ?? '')
    const row = await lockSuspense(db, no)
    if (row?.status !== 'open') return null
    const companyId = buyer ?? body.company_id ?? row.companyId
    const company = companyId === null ? null : await companyNameOf(db, companyId)
    if (companyId === null || company === null || companyId === row.companyId) return null
    const isPayer = row.channel === 'bank' && plainName(row.paymentNo) === plainName(company)
    if (isPayer && !(await isBroughtBy(db, row.id, doer.name))) return null
    await lockByHand(db, companyId)
    const before = await byHandSince(db, companyId, new Date(askedAt.getTime() - DAY_MS))
    if (add(before, row.amount) <= (await limitOf(db, 'balance_over'))) return null
    return {
      subject: `suspense:${no}`,
      companyId,
      title: `待查款项 ${no} ¥${yuan(row.amount)} 转入 ${company} 的余额${before > 0 ? `，24 小时内此前已转入、调整 ¥${yuan(before)}` : ''}`,
      changes: [
        { name: '款项', before: row.channel === 'bank' ? row.paymentNo : row.gatewayNo, after: company },
        ...(body.order_no ? [{ name: '支付订单', before: '', after: body.order_no }] : []),
      ],
      stands: row.status,
      reason: body.reason,
    }
  },
  async run({ database, doer, params: { no, command }, body, now }) {
    const own = { ...deps, database }
    const status = await decideSuspense(own, doer, no, command, body, payFromBalance(own, doer), now)
    return { status, status_name: suspenseStatusName(status) }
  },
})
