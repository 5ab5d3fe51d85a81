import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { type PaymentDeps, returnRefund } from '../../money/payments/public.ts'
import { closeUnsent } from './commands.ts'
import { refundByJob } from './refund.ts'

const close = defineTask('aftersales.close', NO_PAYLOAD, { cron: '40 18 * * *', formerly: ['after_sales_close'] })

export const afterSaleTasks = (deps: PaymentDeps): readonly TaskWork[] => [
  workOf(returnRefund, ({ refund_no }, now) => refundByJob(deps, refund_no, now)),
  workOf(close, (_payload, now) => closeUnsent(deps.database, now)),
]
