import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { remindOfReceipts } from './receipts.ts'

/** Daily (platform/jobs). */
export function ephedrineTasks(database: DatabaseHandle): Tasks {
  return { receipts_remind: (_payload, now) => remindOfReceipts(database, now) }
}
