import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { judgingText, rejudgeDaily } from './rejudge.ts'

/** Daily (platform/jobs). */
export function lawTasks(database: DatabaseHandle, say = (line: string) => void process.stdout.write(`${line}\n`)): Tasks {
  return {
    law_rejudge: async (_payload, now) => {
      const done = await rejudgeDaily(database, now)
      if (done !== null) say(judgingText(done))
    },
  }
}
