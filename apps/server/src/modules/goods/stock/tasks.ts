import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { refreshByTime } from './service.ts'

/** A few minutes after midnight in Beijing. */
const refreshing = defineTask('stock.refresh', NO_PAYLOAD, { cron: '5 16 * * *', formerly: ['stock_refresh'] })

export const stockTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [workOf(refreshing, (_payload, now) => refreshByTime(db, now))]
