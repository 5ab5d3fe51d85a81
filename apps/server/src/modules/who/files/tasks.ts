import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { deleteUnused } from './store.ts'

const UNUSED_MS = 24 * 3_600_000

/** Files that were uploaded and then not used. */
const cleanup = defineTask('files.cleanup', NO_PAYLOAD, { cron: '40 19 * * *', formerly: ['files_cleanup'] })

export const fileTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, async (_payload, now) => deleteUnused(database.db, new Date(now.getTime() - UNUSED_MS))),
]
