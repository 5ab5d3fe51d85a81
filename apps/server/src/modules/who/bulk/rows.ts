import type { DatabaseHandle } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { tryOut } from '../approvals/public.ts'

/** One record of many: what a refusal says of it is kept, what breaks without a sentence is said to whoever looks after the shop. */

const BROKEN = '系统出错，这一条没有办成，请单独再试'

type Work = (database: DatabaseHandle) => Promise<unknown>
type Warn = (error: unknown) => void

async function refusalOf(work: () => Promise<unknown>, warn: Warn): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (error instanceof ShopError) return error.message
    warn(error)
    return BROKEN
  }
}

/** Done and taken back: no other function knows what the deed would refuse. '': nothing. */
export const triedOut = (database: DatabaseHandle, work: Work, warn: Warn): Promise<string> =>
  refusalOf(() => transact(database.db, (trx) => tryOut(trx, () => work({ ...database, db: trx }))), warn)

/** In a transaction of its own, in which a refusal leaves nothing. */
export const doneAlone = (database: DatabaseHandle, work: Work, warn: Warn): Promise<string> =>
  refusalOf(() => transact(database.db, (trx) => work({ ...database, db: trx })), warn)
