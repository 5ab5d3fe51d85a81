import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { orderExpiry } from '../../buying/orders/public.ts'
import { paymentRefund, refundThroughGateway } from './arrival.ts'
import { closeAtGateway } from './closed-there.ts'
import { paymentClose } from './closing.ts'
import type { PaymentDeps } from './deps.ts'
import { askUnpaid } from './opening.ts'
import { expireUnpaid } from './service.ts'
import { forgetCallbacks } from './store.ts'
import { returnSuspense, suspenseReturn } from './suspense.ts'

const KEPT_MS = 30 * 86_400_000

const cleanup = defineTask('payments.callbacks_cleanup', NO_PAYLOAD, { cron: '45 19 * * *', formerly: ['callbacks_cleanup'] })
const unpaid = defineTask('payments.ask_unpaid', NO_PAYLOAD, { cron: '*/5 * * * *' })

export const paymentTasks = (deps: PaymentDeps): readonly TaskWork[] => [
  workOf(orderExpiry, ({ order_id }, now) => expireUnpaid(deps, order_id, now)),
  workOf(cleanup, (_payload, now) => forgetCallbacks(deps.database.db, new Date(now.getTime() - KEPT_MS))),
  workOf(unpaid, (_payload, now) => askUnpaid(deps, now)),
  workOf(paymentClose, ({ payment_no }, now) => closeAtGateway(deps, payment_no, now)),
  workOf(paymentRefund, ({ payment_no }, now) => refundThroughGateway(deps, payment_no, now)),
  workOf(suspenseReturn, ({ no }, now) => returnSuspense(deps, no, now)),
]
