import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { advanceIdleOrders } from './service.ts'
import { expiryKey, ordersOverdue } from './store.ts'
import type { PaymentSide } from './transition.ts'

const advance = defineTask('orders.advance', NO_PAYLOAD, { cron: '30 18 * * *', formerly: ['orders_advance'] })

/** Payments do it: they ask the channels first. */
export const orderExpiry = defineTask('orders.expire', Type.Object({ order_id: Id }))

/**
 * Most orders are paid in time. A job for each, which wakes the queue as it is written, cost more than writing the order's lines; now
 * an unpaid order ends up to a minute late.
 */
const expireDue = defineTask('orders.expire_due', NO_PAYLOAD, { cron: '* * * * *' })
const AT_ONCE = 1_000

async function askExpiries({ db }: DatabaseHandle, jobs: Jobs, now: Date): Promise<void> {
  for (const id of await ordersOverdue(db, now, AT_ONCE)) await jobs.enqueue(db, orderExpiry, { order_id: id }, { key: expiryKey(id) })
}

export const orderTasks = (database: DatabaseHandle, payments: PaymentSide, jobs: Jobs): readonly TaskWork[] => [
  workOf(advance, (_payload, now) => advanceIdleOrders({ database, payments }, now)),
  workOf(expireDue, (_payload, now) => askExpiries(database, jobs, now)),
]
