import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Id } from '#contract/shapes.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import { tellInvited } from './invitations.ts'

const Invited = Type.Object({ invitation_id: Id })

export function storeTasks(database: DatabaseHandle): Tasks {
  return {
    stores_invited: (payload, now) => {
      const { invitation_id }: Static<typeof Invited> = Value.Parse(Invited, payload)
      return tellInvited(database, invitation_id, now)
    },
  }
}
