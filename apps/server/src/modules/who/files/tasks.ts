import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { deleteUnused } from './store.ts'

const UNUSED_MS = 24 * 3_600_000

export function fileTasks(database: DatabaseHandle): Tasks {
  return {
    /** Daily (platform/jobs): files that were uploaded and then not used. */
    files_cleanup: async (_payload, now) => deleteUnused(database.db, new Date(now.getTime() - UNUSED_MS)),
  }
}
