import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { remindOfReceipts } from './receipts.ts'

const reminding = defineTask('ephedrine.remind', NO_PAYLOAD, { cron: '10 1 * * *', formerly: ['receipts_remind'] })

export const ephedrineTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(reminding, (_payload, now) => remindOfReceipts(database, now)),
]
