import { OPEN_ONCE_DAYS } from '#contract/constants.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { forgetAnswers } from './door-store.ts'

const DAY_MS = 86_400_000
const forget = defineTask('keys.forget', NO_PAYLOAD, { cron: '40 19 * * *' })

export const openKeyTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [
  workOf(forget, (_payload, now) => forgetAnswers(db, new Date(now.getTime() - OPEN_ONCE_DAYS * DAY_MS))),
]
