import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { forgetImports } from './bank-store.ts'

const KEPT_MS = 7 * 86_400_000

const cleanup = defineTask('reconciling.cleanup', NO_PAYLOAD, { cron: '10 20 * * *' })

export const reconcilingTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, (_payload, now) => forgetImports(database.db, new Date(now.getTime() - KEPT_MS))),
]
