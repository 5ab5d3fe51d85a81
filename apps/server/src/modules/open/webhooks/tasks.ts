import { OPEN_EVENT_DAYS } from '#contract/constants.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { sweepMessages } from './message-store.ts'

const DAY_MS = 86_400_000
const sweep = defineTask('webhooks.sweep', NO_PAYLOAD, { cron: '55 19 * * *' })

export const webhookTasks = ({ db }: DatabaseHandle): readonly TaskWork[] => [
  workOf(sweep, (_payload, now) => sweepMessages(db, new Date(now.getTime() - OPEN_EVENT_DAYS * DAY_MS))),
]
