import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { planToday } from './plan.ts'

/** First a few minutes after midnight in Beijing, when a batch may have come near its end and a goods be no longer new. */
const planning = defineTask('care.plan', NO_PAYLOAD, { cron: '2 * * * *' })

export const careTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [workOf(planning, (_payload, now) => planToday(db, now))]
