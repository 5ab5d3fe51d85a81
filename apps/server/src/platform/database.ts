import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { ObjectStorage } from '../providers/storage/storage.ts'
import { type Changes, createChanges } from './changes.ts'
import type { DB } from './database-types.ts'
import { preparingPool } from './prepared.ts'
import { END_PATIENCE_MS, isThere, keepPulse, watchSilence } from './silence.ts'
import type { Lend } from './snapshot.ts'

export type Database = Kysely<DB>
/** What stores take: the pool's handle or the transaction that the service opened. */
export type Connection = Kysely<DB> | Transaction<DB>

export interface DatabaseHandle {
  db: Database
  /** For named prepared statements on the hot reads, LISTEN and COPY. */
  pool: pg.Pool
  url: string
  /** What this process remembers of the database, and how it learns of changes. */
  changes: Changes
  /** A connection of it for work that belongs to another handle (read-copies.ts). */
  lend: Lend
  /** The server was found silent for so long by whoever has asked it: what waits on it here is given up. */
  giveUp: (quietMs: number) => void
  close: () => Promise<void>
}

const followed = new WeakMap<object, Changes>()
/**
 * The memories that belong to a connection's database. Transactions share the adapter of the pool that they were opened on;
 * Kysely gives them nothing else in common.
 */
export function changesOf(connection: Connection): Changes {
  const changes = followed.get(connection.getExecutor().adapter)
  if (changes === undefined) throw new Error('the connection was not opened by openDatabase')
  return changes
}

const storages = new WeakMap<object, ObjectStorage>()
/** Where contents of files lie that are not in a connection's database, in the same way; null: all of them are in it. */
export const storageBeside = (connection: Connection): ObjectStorage | null => storages.get(connection.getExecutor().adapter) ?? null

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

/** How long the server works for this shop before it gives up, in milliseconds. */
export interface WorkLimits {
  statement: number
  lock: number
  idleInTransaction: number
}
/**
 * Somebody waits for the answer. A transaction that says nothing was left behind by a line that went dead (they ask nothing of the outside
 * world), and what it locked is locked for everybody until the server ends it.
 */
const FOR_REQUESTS: WorkLimits = { statement: 30_000, lock: 15_000, idleInTransaction: 15_000 }
/** Jobs, imports, migrations, backups: nobody waits, but nothing waits for ever. */
export const FOR_LONG_WORK: WorkLimits = { statement: 30 * 60_000, lock: 5 * 60_000, idleInTransaction: 30 * 60_000 }

export interface DatabaseOptions {
  max?: number
  applicationName?: string
  limits?: WorkLimits
  /** How long somebody waits for a connection while all are taken, or while one is being opened. */
  poolWaitMs?: number
  /** Told of connections that broke, and of a server that no longer answers. */
  onTrouble?: (what: string, error?: unknown) => void
  /** Asks the server all the time whether it is there, so that one that went silent is found out within seconds. */
  pulse?: boolean
  /**
   * The address is a pooler's that gives out a connection for each transaction (PgBouncer): nothing of a session stays, so no statement is prepared
   * by name, and limits are the pooler's to set.
   */
  pooled?: boolean
  /** Another handle of the same server, for which this one's pulse is felt too. */
  beside?: Pick<DatabaseHandle, 'giveUp'>
  /** Those of another handle of the same database: a process follows it once. */
  changes?: Changes
  /** Where contents of files may lie beside it. */
  storage?: ObjectStorage | null
  /** Told of everything that is asked through the builder, once it is answered. */
  onQuery?: (query: CompiledQuery, ms: number, failed: boolean) => void
}

export function openDatabase(url: string, options: DatabaseOptions = {}): DatabaseHandle {
  const { max = 20, applicationName = 'anheng', limits = FOR_REQUESTS, poolWaitMs = 10_000, onTrouble = () => undefined } = options
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: poolWaitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = new pg.Pool({
    ...connection,
    max,
    types,
    application_name: applicationName,
    // A pooler refuses what it does not know at the start of a connection.
    ...(!options.pooled && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleInTransaction,
    }),
    idleTimeoutMillis: 60_000,
  })
  if (options.pooled) pool.on('connect', forgetNames)
  // A connection that the server closes is replaced by the pool and fails the query that was on it; without these
  // listeners the process would end.
  pool.on('error', (error) => onTrouble('an idle database connection broke', error))
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The server ends what takes too long; only one that is gone leaves a question open for longer than that.
  const silence = watchSilence(pool, limits.statement + SLACK_MS, onTrouble)
  let pulse: ReturnType<typeof keepPulse> | null = null
  // A server that was never there is for the start to tell, not for the pulse.
  if (options.pulse)
    pool.once('connect', () => {
      const lost = (quietMs: number) => {
        silence.sweep(quietMs)
        options.beside?.giveUp(quietMs)
      }
      pulse = keepPulse(connection, isThere(lost), onTrouble)
    })
  const { onQuery } = options
  const prepared = preparingPool(pool)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: prepared }),
    ...(onQuery && { log: ({ query, queryDurationMillis, level }) => onQuery(query, queryDurationMillis, level === 'error') }),
  })
  const changes = options.changes ?? createChanges({ url, pool, onTrouble })
  followed.set(db.getExecutor().adapter, changes)
  if (options.storage) storages.set(db.getExecutor().adapter, options.storage)
  return {
    db,
    pool,
    url,
    changes,
    lend: prepared.own,
    giveUp: silence.sweep,
    async close() {
      if (options.changes === undefined) await changes.stop()
      await pulse?.stop()
      const timer = setTimeout(silence.cutIdle, END_PATIENCE_MS)
      await db.destroy()
      // A builder that was never asked anything has no hold of the pool, and leaves it open.
      if (!pool.ending) await pool.end()
      clearTimeout(timer)
      silence.stop()
    },
  }
}

const SLACK_MS = 5_000

/** The next statement may find another server connection, which knows nothing of what was prepared on the last. */
function forgetNames(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((asked: unknown, ...rest: unknown[]) =>
    ask(
      typeof asked === 'object' && asked !== null && 'name' in asked ? { ...asked, name: undefined } : asked,
      ...rest,
    )) as typeof client.query
}
