import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { clearOldMessages } from './service.ts'

const clearing = defineTask('messages.clear', NO_PAYLOAD, { cron: '50 19 * * *', formerly: ['messages_clear'] })

export const messageTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(clearing, (_payload, now) => clearOldMessages(database, now)),
]
