import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { lentConnection } from './snapshot.ts'

/** Statements with this many different texts are counted; a shop has a few hundred. */
const TEXTS_MAX = 2_000
/** From its third run a statement is worth preparing: one-off texts (imports in batches of any size) are not. */
const RUNS_BEFORE = 2

/** A name for each text that is asked again and again; the builder and the sql template give none, so the text is the name. */
function namer(): (text: string) => string | undefined {
  const runs = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    const count = (runs.get(text) ?? 0) + 1
    if (runs.size >= TEXTS_MAX) runs.clear()
    runs.set(text, count)
    if (count <= RUNS_BEFORE || names.size >= TEXTS_MAX) return undefined
    const name = `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, name)
    return name
  }
}

/**
 * The pool as Kysely sees it. What it asks again and again is prepared, so that each connection plans it once: for statements of
 * several parts the planning costs as much as the running.
 */
export function preparingPool(pool: pg.Pool): PostgresPool & { own: () => Promise<PostgresPoolClient> } {
  const nameOf = namer()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const query = (text: unknown, values?: unknown) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      return name === undefined
        ? (client.query as (text: unknown, values?: unknown) => unknown)(text, values)
        : client.query({ name, text: text as string, values: values as unknown[] })
    }
    return { query: query as PostgresPoolClient['query'], release: (destroy?: boolean) => client.release(destroy) }
  }

  async function own(): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    const known = wrapped.get(client) ?? wrap(client)
    wrapped.set(client, known)
    return known
  }
  return {
    connect: () => lentConnection() ?? own(),
    own,
    end: () => pool.end(),
    options: pool.options,
  }
}
