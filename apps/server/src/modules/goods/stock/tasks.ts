import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { refreshByTime } from './service.ts'

/** Daily (platform/jobs), a few minutes after midnight in Beijing. */
export function stockTasks({ db }: DatabaseHandle): Tasks {
  return { stock_refresh: (_payload, now) => refreshByTime(db, now) }
}
