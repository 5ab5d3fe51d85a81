import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { advanceIdleOrders } from './service.ts'
import type { PaymentSide } from './transition.ts'

/** Daily (platform/jobs). */
export function orderTasks(database: DatabaseHandle, payments: PaymentSide): Tasks {
  return { orders_advance: (_payload, now) => advanceIdleOrders({ database, payments }, now) }
}
