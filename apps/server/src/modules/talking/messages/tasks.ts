import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { clearOldMessages } from './service.ts'

/** Daily (platform/jobs). */
export function messageTasks(database: DatabaseHandle): Tasks {
  return { messages_clear: (_payload, now) => clearOldMessages(database, now) }
}
