import type { Tasks } from '../../../platform/jobs.ts'
import type { PaymentDeps } from '../../money/payments/public.ts'
import { closeUnsent } from './commands.ts'
import { refundByJob } from './refund.ts'

export function afterSaleTasks(deps: PaymentDeps): Tasks {
  return {
    'after_sales.refund': async (payload, now) => {
      const refundNo = typeof payload === 'object' && payload !== null ? (payload as { refund_no?: unknown }).refund_no : undefined
      if (typeof refundNo !== 'string') throw new TypeError('after_sales.refund without a refund_no')
      await refundByJob(deps, refundNo, now)
    },
    // Daily (platform/jobs).
    after_sales_close: (_payload, now) => closeUnsent(deps.database, now),
  }
}
