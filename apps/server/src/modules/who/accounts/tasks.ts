import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { LOCK_MINUTES } from './login/login-limits.ts'
import { deleteExpired } from './store.ts'

/** Sessions and counted failures that no longer matter. */
const cleanup = defineTask('accounts.cleanup', NO_PAYLOAD, { cron: '20 19 * * *', formerly: ['accounts_cleanup'] })

export const accountTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(cleanup, async (_payload, now) => {
    await transact(database.db, (trx) => deleteExpired(trx, now, new Date(now.getTime() - LOCK_MINUTES * 60_000)))
  }),
]
