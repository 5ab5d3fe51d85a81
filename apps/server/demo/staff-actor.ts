import type { StaffActor } from '../src/platform/audit.ts'
import type { Connection } from '../src/platform/database.ts'

/** One of the demo's people, who does what the demo begins with. */
export const actorOf = (trx: Connection, username: string): Promise<StaffActor> =>
  trx.selectFrom('account').where('username', '=', username).select(['id as accountId', 'name']).executeTakeFirstOrThrow()
