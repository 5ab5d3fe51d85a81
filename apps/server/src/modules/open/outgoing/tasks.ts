import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { sweepStream } from './stream.ts'

const sweep = defineTask('outgoing.sweep', NO_PAYLOAD, { cron: '50 19 * * *' })

export const openOutgoingTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(sweep, (_payload, now) => sweepStream(database, now)),
]
