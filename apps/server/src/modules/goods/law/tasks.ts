import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { judgingText, rejudgeDaily } from './rejudge.ts'

/** At midnight in Beijing: rows of the stop list come into force on days. */
const judging = defineTask('law.rejudge', NO_PAYLOAD, { cron: '0 16 * * *', formerly: ['law_rejudge'] })

export const lawTasks = (database: DatabaseHandle, say = (line: string) => void process.stdout.write(`${line}\n`)): readonly TaskWork[] => [
  workOf(judging, async (_payload, now) => {
    const done = await rejudgeDaily(database, now)
    if (done !== null) say(judgingText(done))
  }),
]
