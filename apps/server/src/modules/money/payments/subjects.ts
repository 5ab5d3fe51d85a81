import type { Connection } from '../../../platform/database.ts'
import { lockOrder, type OrderRow } from '../../buying/orders/public.ts'
import { lockRepayment, type RepaymentRow } from '../credit/public.ts'
import { lockRecharge, type RechargeRow } from '../wallet/public.ts'
import type { PaymentRow } from './store.ts'

/** What a payment is for. */
export type Subject =
  | { purpose: 'order'; order: OrderRow }
  | { purpose: 'recharge'; recharge: RechargeRow }
  | { purpose: 'repayment'; repayment: RepaymentRow }

/** The subject's row is the lock that everything about its payments queues on; payments are locked after it. */
export async function lockSubject(connection: Connection, { purpose, subjectId }: PaymentRow): Promise<Subject | null> {
  switch (purpose) {
    case 'order': {
      const order = await lockOrder(connection, subjectId, null)
      return order && { purpose, order }
    }
    case 'recharge': {
      const recharge = await lockRecharge(connection, subjectId)
      return recharge && { purpose, recharge }
    }
    case 'repayment': {
      const repayment = await lockRepayment(connection, subjectId)
      return repayment && { purpose, repayment }
    }
  }
}
