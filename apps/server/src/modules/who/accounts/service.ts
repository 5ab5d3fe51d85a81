import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sessions } from '../../../platform/session.ts'
import { belongsTo } from './store.ts'

/** Another of the account's own stores; any other id is answered as if it did not exist. */
export async function switchStore(
  database: DatabaseHandle,
  sessions: Sessions,
  accountId: number,
  companyId: number,
  token: string,
): Promise<void> {
  if (!(await belongsTo(database.db, accountId, companyId))) throw notFound('门店')
  await sessions.use(token, companyId)
}
