import type { DatabaseHandle } from '../../../platform/database.ts'
import { type TaskWork, workOf } from '../../../platform/tasks.ts'
import { storeInvited, tellInvited } from './invitations.ts'

export const storeTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(storeInvited, ({ invitation_id }, now) => tellInvited(database, invitation_id, now)),
]
