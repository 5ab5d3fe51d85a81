import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** A long reading in many statements that shows the database as it was at one moment: no row twice, none left out, whatever is written meanwhile. */
export interface Snapshot {
  /** Whatever the work asks through the builder is asked of that moment; its writes are refused. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export type Lend = () => Promise<PostgresPoolClient>
const lending = new AsyncLocalStorage<Lend>()

/** Whatever the work asks through the builder is asked by connections that are lent to it, not by its own pool's. */
export const duringLoan = <T>(lend: Lend, work: () => Promise<T>): Promise<T> => lending.run(lend, work)
/** The connection that is lent to the present work (of a snapshot: once whoever has it is done); null: it asks its own pool. */
export const lentConnection = (): Promise<PostgresPoolClient> | null => lending.getStore()?.() ?? null
/** What is read of an earlier moment is no memory of now. */
export const isInSnapshot = (): boolean => lending.getStore() !== undefined

/** One at a time: a connection that is asked while it works would only queue. */
function lender(client: PostgresPoolClient): Lend {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let done = (): void => undefined
    last = new Promise((resolve) => {
      done = resolve
    })
    await before
    return { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => done() }
  }
}

export async function openSnapshot({ pool }: { pool: pg.Pool }): Promise<Snapshot> {
  const client = await pool.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
  } catch (error) {
    client.release(true)
    throw error
  }
  const lend = lender(client)
  return {
    during: (work) => duringLoan(lend, work),
    // Nothing was written: whatever state a failure left it in ends with it.
    close: async () => {
      const ended = await client.query('rollback').then(
        () => true,
        () => false,
      )
      client.release(!ended)
    },
  }
}
