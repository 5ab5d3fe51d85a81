import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { advanceIdleOrders } from './service.ts'
import type { PaymentSide } from './transition.ts'

const advance = defineTask('orders.advance', NO_PAYLOAD, { cron: '30 18 * * *', formerly: ['orders_advance'] })

/** Payments do it: they ask the channels first. */
export const orderExpiry = defineTask('orders.expire', Type.Object({ order_id: Id }))

export const orderTasks = (database: DatabaseHandle, payments: PaymentSide): readonly TaskWork[] => [
  workOf(advance, (_payload, now) => advanceIdleOrders({ database, payments }, now)),
]
