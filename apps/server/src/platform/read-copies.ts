import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Call } from '#contract/call.ts'
import type { DatabaseHandle } from './database.ts'
import { ShopError } from './errors.ts'
import { duringLoan } from './snapshot.ts'

/**
 * Lists and reports read from copies of the database (streaming replication). Each reading asks the primary first up to where its log is safe, and is made at
 * a copy once that has all of it: everything that anybody was told before he asked is in what he reads, by whichever process it was done. A position is two
 * small questions that many readings share, against a list that may read thousands of rows. docs/decisions/2026-11-28-read-copies.md
 */

/** The place in a list, as lists name it. */
const PLACES = ['page', 'per_page', 'before', 'after']

/** Lists of members and of staff, and what says so of itself. Such a call writes nothing. */
export function readsMany({ method, access, file, many, query }: Call): boolean {
  if (method !== 'GET' || file || access === 'public' || access === 'integration') return false
  const { properties = {} } = (query ?? {}) as { properties?: object }
  return many ?? PLACES.some((name) => name in properties)
}

/** A copy that has not come so far by then is not waited for: the reading goes to the primary. */
const PATIENCE_MS = 50
/** A copy that was too late, or failed, is left out for so long. */
const REST_MS = 1_000
const FIRST_PAUSE_MS = 1
const LONGEST_PAUSE_MS = 10

export interface CopyState {
  name: string
  /** null: it takes part; else why it does not. */
  outFor: string | null
  /** Readings that it answered. */
  reads: number
}

export interface ReadCopies {
  /** The reading is begun again at the primary where a copy breaks it off: it must do nothing but read and answer. */
  read: <T>(work: () => Promise<T>) => Promise<T>
  states: () => CopyState[]
  /** Readings made at the primary since no copy could, and those that a copy broke off. */
  atPrimary: () => number
}

/** Bytes of the log since its beginning; null: a primary has replayed none. */
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as at`
const SAFE = `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as at`

type Position = () => Promise<number | null>
async function positionIn(pool: pg.Pool, text: string): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>({ name: 'log_position', text })
  return rows[0]?.at ?? null
}

/** Many who ask at once are answered by one question, which was never put before they asked. */
function shared(ask: Position): Position {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<number | null> | null = null
  const begin = (): Promise<number | null> => {
    next = null
    const begun = ask()
    running = begun
    return begun
  }
  return () => {
    next ??= running.then(begin, begin)
    return next
  }
}

type Trouble = (what: string, error?: unknown) => void
interface Copy {
  state: CopyState
  lend: DatabaseHandle['lend']
  isOut: () => boolean
  /** Whether it has come so far, in good time. */
  has: (position: number) => Promise<boolean>
  leaveOut: (why: string, error?: unknown) => void
}

function copyOf(handle: Pick<DatabaseHandle, 'pool' | 'lend'>, name: string, onTrouble: Trouble): Copy {
  const state: CopyState = { name, outFor: null, reads: 0 }
  const ask = shared(() => positionIn(handle.pool, REPLAYED))
  let replayed = -1
  let outUntil = Number.NEGATIVE_INFINITY
  function leaveOut(why: string, error?: unknown): void {
    outUntil = performance.now() + REST_MS
    if (state.outFor !== why) onTrouble(`the copy ${name} is left out: ${why}`, error)
    state.outFor = why
  }
  async function waitFor(position: number): Promise<boolean> {
    const until = performance.now() + PATIENCE_MS
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const at = await ask()
      if (at === null) {
        leaveOut('it is no copy')
        return false
      }
      replayed = Math.max(replayed, at)
      if (replayed >= position) return true
      if (performance.now() + pause > until) {
        leaveOut('it lags behind')
        return false
      }
      await sleep(pause)
    }
  }
  return {
    state,
    lend: handle.lend,
    isOut: () => performance.now() < outUntil,
    leaveOut,
    async has(position) {
      if (replayed < position) {
        const isThere = await waitFor(position).catch((error: unknown) => {
          leaveOut('it does not answer', error)
          return false
        })
        if (!isThere) return false
      }
      if (state.outFor !== null && performance.now() >= outUntil) {
        onTrouble(`the copy ${name} takes part again`)
        state.outFor = null
      }
      return true
    },
  }
}

/** What PostgreSQL says where a copy cannot do what the primary can: the copy itself is well. */
const ONLY_HERE = new Set(['25006', '40001', '40P01'])
/** It took too long here and would there. */
const CANCELLED = '57014'
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export interface NamedCopy {
  name: string
  handle: Pick<DatabaseHandle, 'pool' | 'lend'>
}

/** By the copies' handles, whose names are told to people (host and port, without passwords). */
export function createReadCopies(primary: Pick<DatabaseHandle, 'pool'>, handles: readonly NamedCopy[], onTrouble: Trouble): ReadCopies {
  const copies = handles.map(({ name, handle }) => copyOf(handle, name, onTrouble))
  const safe = shared(() => positionIn(primary.pool, SAFE))
  let turn = 0
  let atPrimary = 0

  async function current(): Promise<Copy | null> {
    for (let tried = 0; tried < copies.length; tried += 1) {
      const copy = copies[turn++ % copies.length]
      if (copy === undefined || copy.isOut()) continue
      const position = await safe()
      // One that is too late has cost its time: the primary answers at once.
      return position !== null && (await copy.has(position)) ? copy : null
    }
    return null
  }

  return {
    async read(work) {
      const copy = await current()
      if (copy !== null) {
        try {
          const found = await duringLoan(copy.lend, work)
          copy.state.reads += 1
          return found
        } catch (error) {
          if (error instanceof ShopError || codeOf(error) === CANCELLED) throw error
          if (ONLY_HERE.has(codeOf(error))) onTrouble(`the copy ${copy.state.name} broke a reading off`, error)
          else copy.leaveOut('it failed', error)
        }
      }
      atPrimary += 1
      return work()
    },
    states: () => copies.map(({ state }) => ({ ...state })),
    atPrimary: () => atPrimary,
  }
}
