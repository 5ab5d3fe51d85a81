import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { LOCK_MINUTES } from './login/login-limits.ts'
import { deleteExpired } from './store.ts'

export function accountTasks(database: DatabaseHandle): Tasks {
  return {
    /** Daily (platform/jobs): sessions and counted failures that no longer matter. */
    accounts_cleanup: async (_payload, now) => {
      await deleteExpired(database.db, now, new Date(now.getTime() - LOCK_MINUTES * 60_000))
    },
  }
}
