import type { DatabaseHandle } from '../../../platform/database.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { endContracts } from './service.ts'

const expiring = defineTask('contracts.expire', NO_PAYLOAD, { cron: '10 16 * * *', formerly: ['contracts_expire'] })

export const contractTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(expiring, (_payload, now) => endContracts(database, now)),
]
