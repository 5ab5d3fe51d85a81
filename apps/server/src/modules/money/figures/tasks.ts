import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { type TaskWork, workOf } from '../../../platform/tasks.ts'
import { sendReports } from './letters.ts'
import { keepFigures, settleFigures } from './making.ts'
import { workRemake } from './remake.ts'
import { keeping, remaking, sending, settling } from './task-names.ts'

export const figureTasks = (database: DatabaseHandle, jobs: Jobs): readonly TaskWork[] => [
  workOf(keeping, (_payload, now) => keepFigures(database, now)),
  workOf(settling, (_payload, now) => settleFigures(database, now)),
  workOf(sending, (_payload, now) => sendReports(database, now)),
  workOf(remaking, ({ remake_id: id }, now) => workRemake(database, jobs, id, now)),
]
