import { OPEN_ONCE_DAYS } from '#contract/constants.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { forgetAnswers, forgetNonces } from './door-store.ts'
import { SIGNED_SECONDS } from './signature.ts'

const DAY_MS = 86_400_000
const forget = defineTask('keys.forget', NO_PAYLOAD, { cron: '40 * * * *' })

export const openKeyTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [
  workOf(forget, async (_payload, now) => {
    await forgetAnswers(db, new Date(now.getTime() - OPEN_ONCE_DAYS * DAY_MS))
    // What was signed by a clock that goes before ours is still taken for so long.
    await forgetNonces(db, new Date(now.getTime() - 2 * SIGNED_SECONDS * 1000))
  }),
]
