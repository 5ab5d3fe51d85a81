import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { endContracts } from './service.ts'

/** Daily (platform/jobs). */
export function contractTasks(database: DatabaseHandle): Tasks {
  return { contracts_expire: (_payload, now) => endContracts(database, now) }
}
