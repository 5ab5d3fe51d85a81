import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import { prepareRepeated } from './prepared.ts'

export type Database = Kysely<DB>
/** What stores take: the pool's handle or the transaction that the service opened. */
export type Connection = Kysely<DB> | Transaction<DB>

export interface DatabaseHandle {
  db: Database
  /** For named prepared statements on the hot reads, LISTEN and COPY. */
  pool: pg.Pool
  url: string
  close: () => Promise<void>
}

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
}

/** One-dimensional arrays only: '{1,2}'. */
function parseInt8Array(text: string): number[] {
  return text.length <= 2 ? [] : text.slice(1, -1).split(',').map(parseInt8)
}

/** Money and ids fit 53 bits and are parsed once, here; trade dates stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return parseInt8
    if (oid === INT8_ARRAY) return parseInt8Array
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export function openDatabase(url: string, options: { max?: number; applicationName?: string } = {}): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    types,
    application_name: options.applicationName ?? 'anheng',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  })
  // A connection that the server closes is replaced by the pool and fails the query that was on it; without these
  // listeners the process would end.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  prepareRepeated(pool)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, url, close: () => db.destroy() }
}
