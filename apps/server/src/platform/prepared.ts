import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Statements with this many different texts are counted; a shop has a few hundred. */
const TEXTS_MAX = 2_000
/** From its third run a statement is worth preparing: one-off texts (imports in batches of any size) are not. */
const RUNS_BEFORE = 2

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Prepares what is asked again and again, so that each connection plans it once: for statements of several parts the
 * planning costs as much as the running. The builder and the sql template give no names, so the text is the name.
 */
export function prepareRepeated(pool: pg.Pool): void {
  const runs = new Map<string, number>()
  const names = new Map<string, string>()

  const nameOf = (text: string): string | undefined => {
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

  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as unknown as Query
    const named: Query = (text, values, callback) => {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      return name === undefined ? plain(text, values, callback) : plain({ name, text, values }, callback)
    }
    client.query = named as unknown as typeof client.query
  })
}
