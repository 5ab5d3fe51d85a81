import { beijingDate } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { sweepStream, tellDays } from './stream.ts'

const sweep = defineTask('outgoing.sweep', NO_PAYLOAD, { cron: '50 19 * * *' })

/** Soon after midnight in Beijing. */
const days = defineTask('outgoing.days', NO_PAYLOAD, { cron: '20 16 * * *' })

export const openOutgoingTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(sweep, (_payload, now) => sweepStream(database, now)),
  workOf(days, (_payload, now) => tellDays(database, beijingDate(now))),
]
