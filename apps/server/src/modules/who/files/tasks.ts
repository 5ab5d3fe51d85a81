import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { clearObjects, moveFiles } from './moving.ts'
import { deleteUnused } from './store.ts'

const UNUSED_MS = 24 * 3_600_000

/** Files that were uploaded and then not used. */
const cleanup = defineTask('files.cleanup', NO_PAYLOAD, { cron: '40 19 * * *', formerly: ['files_cleanup'] })

/** Contents to where they shall lie, outside or inside: what was uploaded a minute ago, or all of them. */
const moving = defineTask('files.move', NO_PAYLOAD, { cron: '* * * * *', alone: true })
const clearing = defineTask('files.clear_objects', NO_PAYLOAD, { cron: '50 19 * * *' })

export const fileTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, async (_payload, now) => deleteUnused(database.db, new Date(now.getTime() - UNUSED_MS))),
  workOf(moving, async (_payload, now) => void (await moveFiles(database.db, now))),
  workOf(clearing, (_payload, now) => clearObjects(database.db, now)),
]
