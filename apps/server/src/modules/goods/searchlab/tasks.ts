import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { deleteSearches, noteOrdered } from './record-store.ts'

/** As the page of searches says it. */
const KEPT_DAYS = 180
const AT_ONCE = 5_000

const ordered = defineTask('searchlab.ordered', NO_PAYLOAD, { cron: '*/10 * * * *' })
const forget = defineTask('searchlab.forget', NO_PAYLOAD, { cron: '40 19 * * *' })

async function forgetOld(database: DatabaseHandle, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  for (;;) if ((await deleteSearches(database, before, AT_ONCE)) < AT_ONCE) return
}

export const searchLabTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(ordered, (_payload, now) => noteOrdered(database, now)),
  workOf(forget, (_payload, now) => forgetOld(database, now)),
]
