import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { DB } from './database-types.ts'

/** Two that wait for each other, and one whose view of the data is no longer whole: the server ends one, who may begin again. */
const BEGIN_AGAIN = ['40P01', '40001']
const TRIES = 5
const PAUSE_MS = 20

const mayBeginAgain = (error: unknown): boolean => error instanceof Error && 'code' in error && BEGIN_AGAIN.includes(String(error.code))

/**
 * One transaction. Ended by the server because of another one, it is begun again, after a pause that is not the other's:
 * the work runs from its beginning, on a new transaction, so it must do nothing but through `trx` (no call to the outside
 * world, no message sent, nothing written into variables that outlive it without being set anew at its beginning).
 */
export async function transact<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  // A deed inside of another one's transaction ends with that one.
  if (db.isTransaction) return work(db as Transaction<DB>)
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tried === TRIES || !mayBeginAgain(error)) throw error
      await sleep(Math.random() * PAUSE_MS * 2 ** tried)
    }
  }
}
